import type { Note, Outcome, SignalName } from '../../core/index.ts';
import type { ExitStatus, GuestProcess } from '../../guest/index.ts';
import { parseInput } from './inputDoor.ts';
import {
  type StopReason,
  stopError,
  stopReasonOf,
  type Tool,
  type ToolContext,
  type ToolResult,
} from './toolPort.ts';

export interface BashInput {
  readonly command: string;
  readonly timeoutMs: number | null;
}

/** How long output may go on after the shell has ended: a child in the background may hold it open for ever. */
const drainAfterExitMs = 250;
/** After a stop the guest has confirmed that nothing runs; whoever pressed Stop is waiting. */
const drainAfterStopMs = 80;
/**
 * A last filter that prints nothing before its input ends: at a stop it took what it held with it. What follows
 * the pipeline, or a file that it writes to, would be another reason for silence.
 */
const holdingFilter = /\|\s*(tail|sort|wc|uniq|tac|column|shuf|sha256sum|md5sum|jq)\b[^|;&>\n]*$/;

type Stop = { readonly by: 'timeout' | StopReason; readonly confirmed: boolean; readonly signal: SignalName };
type Ending = { readonly exit: ExitStatus } | { readonly stop: Stop };

/** Timeout that a command gets, and a note where the model asked for more than there is. */
export function clampTimeout(
  askedMs: number | null,
  limits: { readonly defaultTimeoutMs: number; readonly maxTimeoutMs: number },
): { readonly timeoutMs: number; readonly notes: readonly Note[] } {
  if (askedMs === null) return { timeoutMs: limits.defaultTimeoutMs, notes: [] };
  if (askedMs <= limits.maxTimeoutMs) return { timeoutMs: askedMs, notes: [] };
  const usedMs = limits.maxTimeoutMs;
  return { timeoutMs: usedMs, notes: [{ code: 'timeout-clamped', data: { askedMs, usedMs } }] };
}

/** Stops the whole tree: asked first, then without asking. */
async function stopTree(process: GuestProcess, by: Stop['by']): Promise<Stop> {
  const first: SignalName = by === 'timeout' ? 'SIGTERM' : 'SIGKILL';
  if (await process.signal(first)) return { by, confirmed: true, signal: first };
  return { by, confirmed: await process.signal('SIGKILL'), signal: 'SIGKILL' };
}

/** An exit that settles first beats every stop; of the stops the first one counts. */
function endingOf(process: GuestProcess, timeoutMs: number, context: ToolContext): Promise<Ending> {
  return new Promise((resolve) => {
    let decided = false;
    const finish = (ending: Ending) => {
      decided = true;
      cancelTimer();
      context.stop.removeEventListener('abort', onStop);
      resolve(ending);
    };
    const stop = (by: Stop['by']) => {
      if (decided) return;
      decided = true;
      void stopTree(process, by).then(
        (stopped) => finish({ stop: stopped }),
        () => finish({ stop: { by, confirmed: false, signal: 'SIGKILL' } }),
      );
    };
    const onStop = () => stop(stopReasonOf(context.stop));
    const cancelTimer = context.after(timeoutMs, () => stop('timeout'));
    context.stop.addEventListener('abort', onStop);
    void process.exit.then((exit) => {
      if (!decided) finish({ exit });
    });
    if (context.stop.aborted) onStop();
  });
}

function outcomeOfExit(exit: ExitStatus): Outcome {
  if (exit.kind === 'exited') {
    return exit.code === 0
      ? { status: 'ok', exitCode: 0 }
      : { status: 'failed', exitCode: exit.code, signal: null };
  }
  if (exit.kind === 'signaled') return { status: 'failed', exitCode: null, signal: exit.signal };
  return {
    status: 'error',
    error: { code: 'GUEST_CRASHED', phase: 'guest', message: `The guest ended: ${exit.message}` },
    stoppedBy: 'guest-death',
    unconfirmedStop: false,
  };
}

function outcomeOfStop(stop: Stop, timeoutMs: number): Outcome {
  const unconfirmedStop = !stop.confirmed;
  if (stop.by === 'timeout') return { status: 'timeout', timeoutMs, signal: stop.signal, unconfirmedStop };
  const { code, message } = stopError(stop.by);
  const phase = stop.by === 'cap' ? 'capture' : 'abort';
  return { status: 'error', error: { code, phase, message }, stoppedBy: stop.by, unconfirmedStop };
}

/** Moves output to the pipeline until it ends; `abandon` gives up the rest. */
function pump(process: GuestProcess, context: ToolContext) {
  const chunks = process.output[Symbol.asyncIterator]();
  let abandoned = false;
  const ended = (async () => {
    for (;;) {
      const next = await chunks.next();
      if (next.done === true || abandoned) return;
      await context.out.push(next.value);
    }
  })();
  const abandon = () => {
    abandoned = true;
    void chunks.return?.();
  };
  return { ended, abandon };
}

/** True where the output ended by itself within the drain. */
async function drain(ended: Promise<void>, context: ToolContext, drainMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let seen = context.out.totalBytes;
    // While bytes still come the drain goes on: a slow store must not cost the end of an output.
    const look = () => {
      if (context.out.totalBytes === seen) return resolve(false);
      seen = context.out.totalBytes;
      cancel = context.after(drainMs, look);
    };
    let cancel = context.after(drainMs, look);
    ended.then(
      () => {
        cancel();
        resolve(true);
      },
      (error: unknown) => {
        cancel();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

async function run(input: BashInput, context: ToolContext): Promise<ToolResult> {
  const clamp = clampTimeout(input.timeoutMs, context.profileContext.limits);
  const notes: Note[] = [...clamp.notes];
  const process = context.shell.run(input.command, { spool: true });
  const { ended, abandon } = pump(process, context);
  const ending = await endingOf(process, clamp.timeoutMs, context);
  const whole = await drain(ended, context, 'exit' in ending ? drainAfterExitMs : drainAfterStopMs);
  abandon();
  if (!whole && 'exit' in ending) notes.push({ code: 'child-still-running' });
  if ('exit' in ending || ending.stop.confirmed) {
    const guestNotes = await process.notes;
    for (const { code, detail } of guestNotes) {
      notes.push({ code, data: { detail } });
      if (code === 'guest-output-limit') context.out.lose('guest-limit');
    }
  }
  if ('exit' in ending && ending.exit.kind === 'guest-died') context.out.lose('guest-died');
  const filter = holdingFilter.exec(input.command)?.[1];
  if ('stop' in ending && filter !== undefined && context.out.facts().stdoutBytes === 0) {
    notes.push({ code: 'filter-held-output', data: { filter } });
  }
  const outcome = 'exit' in ending ? outcomeOfExit(ending.exit) : outcomeOfStop(ending.stop, clamp.timeoutMs);
  return { outcome, notes, facts: null, pid: process.pid };
}

export const bash: Tool<BashInput> = {
  name: 'bash',
  serial: true,
  changesFiles: true,
  timeoutMs: (input, limits) => clampTimeout(input.timeoutMs, limits).timeoutMs,
  parse: (input) =>
    parseInput(input, (fields) => ({
      command: fields.nonEmptyText('command'),
      timeoutMs: fields.optionalNumber(['timeout', 'timeoutMs'], 1),
    })),
  run,
};
