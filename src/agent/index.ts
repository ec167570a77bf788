export type {
  GuestStatus,
  LiveOutput,
  LiveSession,
  RunStatus,
  SeenBytes,
  SessionChange,
  Workbench,
} from './port.ts';
