export { applyEvent, emptySession, foldEvents, recordKey } from './fold.ts';
export { isLoggableJson } from './loggableJson.ts';
export type { ParsedLog } from './parse.ts';
export { parseEvents } from './parse.ts';
export type { CallState, SessionState, StepState, TurnState } from './state.ts';
