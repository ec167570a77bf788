import type { Note } from '../../core/index.ts';
import { jobWordsOf } from '../../core/index.ts';
import type { ExitStatus, GuestProcess } from '../../guest/index.ts';
import {
  CommandPump,
  type CommandStop,
  drainAfterExitMs,
  drainAfterStopMs,
  outcomeOfExit,
  outcomeOfStop,
  stopTree,
} from './commandRun.ts';
import { parseInput } from './inputDoor.ts';
import {
  type JobPlace,
  okOutcome,
  refused,
  stopReasonOf,
  type Tool,
  type ToolContext,
  type ToolResult,
} from './toolPort.ts';

export interface BashInput {
  readonly command: string;
  readonly timeoutMs: number | null;
  readonly background: boolean;
}

/**
 * A last filter that prints nothing before its input ends: at a stop it took what it held with it. What follows
 * the pipeline, or a file that it writes to, would be another reason for silence.
 */
const holdingFilter = /\|\s*(tail|sort|wc|uniq|tac|column|shuf|sha256sum|md5sum|jq)\b[^|;&>\n]*$/;

type Move = { readonly by: 'timeout' | 'user'; readonly place: JobPlace };
type Ending = { readonly exit: ExitStatus } | { readonly stop: CommandStop } | { readonly move: Move };

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

/** Whether the command goes on when its time is over: the harness's rule, and a place for the job. */
function placeAtTimeout(command: string, { profile, jobs }: ToolContext): JobPlace | null {
  if (profile.onTimeout !== 'background' || jobWordsOf(profile).neverMoves?.(command) === true) return null;
  const place = jobs?.place(command) ?? null;
  return place !== null && 'facts' in place ? place : null;
}

/**
 * An exit that settles first beats every stop; of the stops and moves the first one counts. `timeout` is the time that
 * the command has been given, which its user may add to.
 */
function endingOf(
  process: GuestProcess,
  command: string,
  timeout: { ms: number },
  context: ToolContext,
): Promise<Ending> {
  const { after, clock, controls, jobs, stop: stopSignal } = context;
  const startedAtMs = clock();
  const canMove = jobs !== null && process.detach !== undefined;
  return new Promise((resolve) => {
    let decided = false;
    let cancelTimer = () => {};
    const finish = (ending: Ending) => {
      decided = true;
      cancelTimer();
      detach();
      stopSignal.removeEventListener('abort', onStop);
      resolve(ending);
    };
    const stop = (by: CommandStop['by']) => {
      if (decided) return;
      decided = true;
      void stopTree(process, by).then((stopped) => finish({ stop: stopped }));
    };
    const onStop = () => stop(stopReasonOf(stopSignal));
    const onTimeout = () => {
      if (decided) return;
      const place = canMove ? placeAtTimeout(command, context) : null;
      if (place === null) stop('timeout');
      else finish({ move: { by: 'timeout', place } });
    };
    const arm = (leftMs: number) => {
      cancelTimer();
      cancelTimer = after(leftMs, onTimeout);
      controls.due(startedAtMs + timeout.ms);
    };
    const detach = controls.attach({
      extend: (ms) => {
        if (decided) return;
        timeout.ms += ms;
        arm(Math.max(0, startedAtMs + timeout.ms - clock()));
      },
      move: canMove
        ? () => {
            const place = decided ? null : jobs.place(command);
            if (place !== null && 'facts' in place) finish({ move: { by: 'user', place } });
          }
        : null,
    });
    arm(timeout.ms);
    stopSignal.addEventListener('abort', onStop);
    void process.exit.then((exit) => {
      if (!decided) finish({ exit });
    });
    if (stopSignal.aborted) onStop();
  });
}

async function run(input: BashInput, context: ToolContext): Promise<ToolResult> {
  const { command } = input;
  if (input.background) return startJob(command, context);
  const clamp = clampTimeout(input.timeoutMs, context.profileContext.limits);
  const timeout = { ms: clamp.timeoutMs };
  const notes: Note[] = [...clamp.notes];
  const startedAtMs = context.clock();
  const process = context.shell.run(command, { spool: true });
  const pump = new CommandPump(process, (chunk) => context.out.push(chunk));
  const ending = await endingOf(process, command, timeout, context);
  if ('move' in ending) {
    const afterMs = ending.move.by === 'timeout' ? timeout.ms : context.clock() - startedAtMs;
    return goOn(process, pump, ending.move, afterMs, notes, context);
  }
  const drainMs = 'exit' in ending ? drainAfterExitMs : drainAfterStopMs;
  const whole = await pump.drain(context.after, drainMs);
  pump.abandon();
  if (!whole && 'exit' in ending) notes.push({ code: 'child-still-running' });
  if ('exit' in ending || ending.stop.confirmed) {
    const guestNotes = await process.notes;
    for (const { code, detail, exits } of guestNotes) {
      notes.push({ code, data: exits === undefined ? { detail } : { detail, exits } });
      if (code === 'guest-output-limit') context.out.lose('guest-limit');
    }
  }
  if ('exit' in ending && ending.exit.kind === 'guest-died') context.out.lose('guest-died');
  const filter = holdingFilter.exec(command)?.[1];
  if ('stop' in ending && filter !== undefined && context.out.facts().stdoutBytes === 0) {
    notes.push({ code: 'filter-held-output', data: { filter } });
  }
  const outcome = 'exit' in ending ? outcomeOfExit(ending.exit) : outcomeOfStop(ending.stop, timeout.ms);
  return { outcome, notes, facts: null, pid: process.pid };
}

/** The command keeps its process and its output; the shell is free, and nothing of the command comes back to it. */
async function goOn(
  process: GuestProcess,
  pump: CommandPump,
  { by, place }: Move,
  afterMs: number,
  notes: readonly Note[],
  context: ToolContext,
): Promise<ToolResult> {
  const resume = await pump.hold();
  process.detach?.();
  context.guest.dropSpool(process.pid);
  const { facts: job, isHeard } = place;
  return {
    outcome: { status: 'timeout', timeoutMs: afterMs, signal: null, unconfirmedStop: false },
    notes,
    facts: { kind: 'job', job, isHeard, moved: { by, afterMs } },
    pid: null,
    goesOn: { place, process, pump, resume, guest: context.guest },
  };
}

/** A job from the start: in a shell of its own that begins where the session's shell is. */
async function startJob(command: string, context: ToolContext): Promise<ToolResult> {
  const place = context.jobs?.place(command) ?? null;
  if (place === null) {
    const message = 'There are no background jobs here. Run the command without background.';
    return refused({ code: 'NO_JOBS', phase: 'input', message });
  }
  if (!('facts' in place)) return refused(place);
  const { guest, shell } = context;
  const process = guest.shell(shell.state).run(command);
  const pump = new CommandPump(process, (chunk) => context.out.push(chunk));
  const resume = await pump.hold();
  return {
    outcome: okOutcome,
    notes: [],
    facts: { kind: 'job', job: place.facts, isHeard: place.isHeard, moved: null },
    pid: null,
    goesOn: { place, process, pump, resume, guest },
  };
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
      background: fields.flag('background', 'run_in_background', 'is_background'),
    })),
  run,
};
