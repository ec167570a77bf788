export type { ModelClient, ModelError, ModelEvent } from './port.ts';
