export { bootEmbeddedGuest } from './bootEmbeddedGuest.ts';
export { type GuestBehaviour, guestConformance } from './conformance/index.ts';
export type { EmbeddedGuestOptions } from './embedded/index.ts';
export type {
  DirEntry,
  ExitStatus,
  FileChange,
  FileStat,
  Guest,
  GuestBoot,
  GuestFs,
  GuestProcess,
  GuestShell,
  GuestTerminal,
  RunNote,
  RunOptions,
  ShellState,
} from './port.ts';
export { GuestFsError } from './port.ts';
