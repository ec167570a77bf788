import type { SignalName } from '../../contract/index.ts';

/** Numbers of the signals on Linux: a shell says 128 more as the exit code of what one of them ended. */
const numbers: Readonly<Record<SignalName, number>> = {
  SIGTERM: 15,
  SIGKILL: 9,
  SIGINT: 2,
  SIGHUP: 1,
  SIGPIPE: 13,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGSEGV: 11,
  SIGALRM: 14,
  SIGXCPU: 24,
  SIGXFSZ: 25,
};

export function exitCodeOfSignal(signal: SignalName): number {
  return 128 + numbers[signal];
}
