export { bootEmbeddedGuest } from './bootEmbeddedGuest.ts';
export { bootAsksOthers, bootChosenGuest, loadGuestPreference } from './chosenGuest.ts';
export type { CheckResult, ConformanceCheck, ConformanceRun, GuestFact } from './conformance/index.ts';
export { placesNow } from './formerPlaces.ts';
export type { GuestChoice, GuestPreference } from './guestWish.ts';
export { type Conformance, loadConformance, loadOpaqueFrame } from './lazyParts.ts';
export { parseHost } from './network/broker/index.ts';
export type {
  BootedGuest,
  DirEntry,
  ExitStatus,
  FileChange,
  FileStat,
  Guest,
  GuestBoot,
  GuestFs,
  GuestHttpRequest,
  GuestHttpResponse,
  GuestNetwork,
  GuestProcess,
  GuestProcessInfo,
  GuestQuestion,
  GuestShell,
  GuestTerminal,
  RunNote,
  RunOptions,
  ShellState,
} from './port.ts';
export { GuestFsError } from './port.ts';
