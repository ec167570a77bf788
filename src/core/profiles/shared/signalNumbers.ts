import type { SignalName } from '../../contract/index.ts';

/** Numbers of the signals on Linux: a shell says 128 more as the exit code of what one of them ended. */
const numbers: Readonly<Record<SignalName, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGKILL: 9,
  SIGPIPE: 13,
  SIGTERM: 15,
};

export function exitCodeOfSignal(signal: SignalName): number {
  return 128 + numbers[signal];
}
