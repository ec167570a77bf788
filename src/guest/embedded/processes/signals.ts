import type { SignalName } from '../../../core/index.ts';

/** Linux's signals by number, from 1. */
const names = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGKILL',
  'SIGUSR1',
  'SIGSEGV',
  'SIGUSR2',
  'SIGPIPE',
  'SIGALRM',
  'SIGTERM',
  'SIGSTKFLT',
  'SIGCHLD',
  'SIGCONT',
  'SIGSTOP',
  'SIGTSTP',
  'SIGTTIN',
  'SIGTTOU',
  'SIGURG',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGVTALRM',
  'SIGPROF',
  'SIGWINCH',
  'SIGIO',
  'SIGPWR',
  'SIGSYS',
] as const;

export type ProcessSignal = (typeof names)[number];

export const signalNames: readonly ProcessSignal[] = names;

export function signalNumber(signal: ProcessSignal): number {
  return names.indexOf(signal) + 1;
}

/** Reads `TERM`, `sigterm`, `SIGTERM`, `15`; null for anything else, and for 0. */
export function signalFrom(text: string): ProcessSignal | null {
  if (/^\d+$/.test(text)) return names[Number(text) - 1] ?? null;
  const upper = text.toUpperCase();
  return names.find((name) => name === upper || name === `SIG${upper}`) ?? null;
}

export function isSignal(value: unknown): value is ProcessSignal {
  return names.some((name) => name === value);
}

/** Signals whose default is to do nothing, or to stop, which nothing here can. */
const harmless: ReadonlySet<ProcessSignal> = new Set([
  'SIGCHLD',
  'SIGCONT',
  'SIGURG',
  'SIGWINCH',
  'SIGSTOP',
  'SIGTSTP',
  'SIGTTIN',
  'SIGTTOU',
]);

export function isHarmless(signal: ProcessSignal): boolean {
  return harmless.has(signal);
}

const known: readonly SignalName[] = ['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP', 'SIGPIPE'];

/** The record knows few signals; the others end a process as SIGTERM does. */
export function recordedSignal(signal: ProcessSignal): SignalName {
  return known.find((name) => name === signal) ?? 'SIGTERM';
}
