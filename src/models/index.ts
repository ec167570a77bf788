export { createParrotModel } from './local/parrot.ts';
export type { ModelScript, ScriptCall, ScriptResult, ScriptStep } from './local/script.ts';
export { parseModelScript, readModelScript } from './local/script.ts';
export { createScriptedModel } from './local/scripted.ts';
export type { ModelClient, ModelError, ModelEvent } from './port.ts';
