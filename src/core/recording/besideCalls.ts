import type { JsonValue, RecordKey } from '../contract/index.ts';
import type { RecordedEvent } from './document.ts';

/** A job of a recording: where it began, and where it ended; null where it had not. */
export interface RecordedJob {
  readonly started: Extract<RecordedEvent, { type: 'job-started' }>;
  readonly ended: Extract<RecordedEvent, { type: 'job-ended' }> | null;
}

/** What went on beside the calls of a recording, by the keys of the calls and of the user's commands. */
export interface BesideCalls {
  /** By their ids, in the order in which they began. */
  readonly jobs: ReadonlyMap<string, RecordedJob>;
  /** The job that a call began. */
  readonly jobOf: ReadonlyMap<RecordKey, RecordedJob>;
  /** Logs of the jobs that ran at some time between the step that asked for a call and its result. */
  readonly liveLogs: ReadonlyMap<RecordKey, readonly string[]>;
  /** What each call was given. */
  readonly inputs: ReadonlyMap<RecordKey, JsonValue>;
}

export function besideCalls(events: readonly RecordedEvent[]): BesideCalls {
  const jobs = new Map<string, RecordedJob>();
  const inputs = new Map<RecordKey, JsonValue>();
  const liveLogs = new Map<RecordKey, readonly string[]>();
  const live = new Map<string, string>();
  /** Calls that have no result yet, with the logs of what has run since they were asked for. */
  const open = new Map<RecordKey, Set<string>>();
  const begin = (key: RecordKey, input: JsonValue) => {
    inputs.set(key, input);
    open.set(key, new Set(live.values()));
  };
  const end = (key: RecordKey) => {
    liveLogs.set(key, [...(open.get(key) ?? [])]);
    open.delete(key);
  };
  for (const event of events) {
    switch (event.type) {
      case 'step': {
        const calls = event.parts.filter((part) => part.type === 'tool-call');
        for (const [index, call] of calls.entries()) {
          begin(`${event.turn}.${event.step}.${index}`, call.brokenInput ?? call.input);
        }
        break;
      }
      case 'command-started':
        begin(event.key, { command: event.command });
        break;
      case 'record':
      case 'command-ended':
        end(event.key);
        break;
      case 'job-started':
        jobs.set(event.job, { started: event, ended: null });
        live.set(event.job, event.logPath);
        for (const [key, logs] of open) if (key !== event.from) logs.add(event.logPath);
        break;
      case 'job-ended': {
        const job = jobs.get(event.job);
        if (job !== undefined) jobs.set(event.job, { ...job, ended: event });
        live.delete(event.job);
        break;
      }
      default:
        break;
    }
  }
  return { jobs, jobOf: new Map([...jobs.values()].map((job) => [job.started.from, job])), liveLogs, inputs };
}
