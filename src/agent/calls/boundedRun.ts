import type { Guest } from '../../guest/index.ts';
import type { After } from '../timers.ts';
import { stopReasonOf, type ToolResult } from '../tools/toolPort.ts';
import { givenUp, guestDied } from './callEndings.ts';

/** A stopped tool that is no command ends by itself within this time, or is given up. */
const stopGraceMs = 100;
/** A command ends itself: its guest has up to three seconds for each of two signals to confirm a stop. */
const commandStopGraceMs = 7_000;
/** After the guest's death a tool should end by itself; a file operation may never answer. */
const deathGraceMs = 500;

/**
 * The tool's own result, unless it outlives a stop or its guest: a call must end whatever it waits for. What
 * a given-up tool still does is ignored.
 */
export function boundedRun(
  run: Promise<ToolResult>,
  options: {
    readonly guest: Guest;
    readonly stop: AbortSignal;
    readonly after: After;
    readonly isCommand: boolean;
    /** Of a tool that says how long its end may take. */
    readonly stopGraceMs?: number | undefined;
  },
): Promise<ToolResult> {
  const { guest, stop, after, isCommand } = options;
  const graceMs = options.stopGraceMs ?? (isCommand ? commandStopGraceMs : stopGraceMs);
  return new Promise((resolve, reject) => {
    const disposers: (() => void)[] = [];
    let isSettled = false;
    const settle = (finish: () => void) => {
      isSettled = true;
      for (const disposer of disposers.splice(0)) disposer();
      finish();
    };
    const giveUpAfter = (ms: number, result: () => ToolResult) => {
      disposers.push(after(ms, () => settle(() => resolve(result()))));
    };
    const onStop = () => {
      giveUpAfter(graceMs, () => givenUp(stopReasonOf(stop), isCommand));
    };
    stop.addEventListener('abort', onStop);
    disposers.push(
      () => stop.removeEventListener('abort', onStop),
      guest.onDeath((message) => giveUpAfter(deathGraceMs, () => guestDied(message))),
    );
    run.then(
      (result) => {
        // Nobody has the command any more that it would go on with.
        if (isSettled) void result.goesOn?.process.signal('SIGKILL');
        settle(() => resolve(result));
      },
      (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
    if (stop.aborted) onStop();
  });
}
