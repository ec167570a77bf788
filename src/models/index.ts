export { createParrotModel } from './local/parrot.ts';
export type { ModelScript, ScriptCall, ScriptResult, ScriptStep } from './local/script.ts';
export { parseModelScript, readModelScript } from './local/script.ts';
export { createScriptedModel, positionOf } from './local/scripted.ts';
export type { BaseUrl, BaseUrlResult } from './network/base-url.ts';
export { parseBaseUrl } from './network/base-url.ts';
export type { ProviderAbout, ProviderId } from './network/catalog.ts';
export {
  aboutProvider,
  COMPATIBLE_PRESETS,
  isProviderId,
  PROVIDERS,
} from './network/catalog.ts';
export type { NetworkClientOptions, NetworkModels } from './network/network-models.ts';
export { createNetworkModels } from './network/network-models.ts';
export type { ReasoningEffort } from './network/packages.ts';
export type { SetKeyResult } from './network/vault.ts';
export type { ModelClient, ModelError, ModelEvent } from './port.ts';
