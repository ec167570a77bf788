export { applyEvent, emptySession, foldEvents, recordKey } from './fold.ts';
export type { ParsedLog } from './parse.ts';
export { parseEvents } from './parse.ts';
export type { CallState, SessionState, StepState, TurnState } from './state.ts';
