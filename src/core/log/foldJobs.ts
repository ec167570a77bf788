import type { RecordKey, SessionEvent, ToldPlace, ToldSubject } from '../contract/index.ts';
import type { JobState, SessionState, UserCommand } from './state.ts';

const jobEvents = [
  'job-started',
  'job-ended',
  'command-queued',
  'command-dropped',
  'command-started',
] as const;
type JobEvent = Extract<SessionEvent, { type: (typeof jobEvents)[number] }>;

/** Events of what runs beside the calls of a step. */
export function isJobEvent(event: SessionEvent): event is JobEvent {
  return jobEvents.some((type) => type === event.type);
}

/** Turn 0 has no step: its keys are those of outputs that belong to no call. */
const jobStep = 1;
const commandStep = 2;

/** Number of the newest job, 0 before the first. Counted, so that a replay gives the same. */
export function lastJobNumber({ jobs }: SessionState): number {
  return Number(jobs.at(-1)?.output.split('.')[2] ?? 0);
}

/** Id of the n-th job, from 1, and the key of its output. */
export function jobNames(number: number): { readonly id: string; readonly output: RecordKey } {
  return { id: `job_${number}`, output: `0.${jobStep}.${number}` };
}

/** Key of the n-th command that the user ran, from 1. */
export function userCommandKey(number: number): RecordKey {
  return `0.${commandStep}.${number}`;
}

export function applyJobEvent(state: SessionState, event: JobEvent): SessionState {
  switch (event.type) {
    case 'job-started': {
      const { job: id, from, output, command, logPath, moved, ranBeforeMs = 0, profile, atMs } = event;
      const job: JobState = {
        id,
        from,
        output,
        command,
        logPath,
        moved,
        profile,
        startedAtMs: atMs - ranBeforeMs,
        end: null,
        heard: null,
      };
      return { ...state, jobs: [...state.jobs, job] };
    }
    case 'job-ended': {
      const { outcome, output, atMs, seq } = event;
      const ended = changeJob(state, event.job, (job) => ({ ...job, end: { outcome, output, atMs, seq } }));
      return { ...ended, outputBytes: state.outputBytes + output.totalBytes };
    }
    case 'command-queued': {
      const { id, command, atMs: queuedAtMs } = event;
      const afterTurn = state.turns.at(-1)?.turn ?? 0;
      const waiting = { id, command, queuedAtMs, afterTurn, dropped: null };
      return { ...state, waiting: [...(state.waiting ?? []), waiting] };
    }
    case 'command-dropped': {
      const { id, why } = event;
      const waiting = (state.waiting ?? []).map((each) =>
        each.id === id && each.dropped === null ? { ...each, dropped: why } : each,
      );
      return { ...state, waiting };
    }
    case 'command-started': {
      const { key, command, atMs, queued } = event;
      const started: UserCommand = {
        key,
        command,
        startedAtMs: atMs,
        afterTurn: state.turns.at(-1)?.turn ?? 0,
        record: null,
        sent: null,
        toldInTurn: null,
      };
      const commands = [...state.commands, started];
      if (queued === undefined) return { ...state, commands };
      return { ...state, commands, waiting: (state.waiting ?? []).filter(({ id }) => id !== queued) };
    }
  }
}

export function endCommand(
  state: SessionState,
  { record, sent }: Extract<SessionEvent, { type: 'command-ended' }>,
): SessionState {
  return changeCommand(state, record.key, (command) => ({ ...command, record, sent }));
}

/** What was told is heard; a place stands once it is there. */
export function noteTold(state: SessionState, subject: ToldSubject, at: ToldPlace): SessionState {
  if (subject.kind === 'job-end') {
    return changeJob(state, subject.job, (job) => ({ ...job, heard: job.heard ?? at }));
  }
  const turn = at.kind === 'turn' ? at.turn : Number(at.key.split('.')[0]);
  return changeCommand(state, subject.key, (command) => ({
    ...command,
    toldInTurn: command.toldInTurn ?? turn,
  }));
}

function changeJob(state: SessionState, id: string, change: (job: JobState) => JobState): SessionState {
  const at = state.jobs.findIndex((job) => job.id === id);
  const job = state.jobs[at];
  return job === undefined ? state : { ...state, jobs: state.jobs.with(at, change(job)) };
}

function changeCommand(
  state: SessionState,
  key: RecordKey,
  change: (command: UserCommand) => UserCommand,
): SessionState {
  const at = state.commands.findIndex((command) => command.key === key);
  const command = state.commands[at];
  return command === undefined ? state : { ...state, commands: state.commands.with(at, change(command)) };
}
