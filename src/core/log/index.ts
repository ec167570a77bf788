export type { CallState, SessionState, StepState, TurnState } from './state.ts';
