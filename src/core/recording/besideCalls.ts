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
  liveLogs(key: RecordKey): readonly string[];
  /** What each call was given. */
  readonly inputs: ReadonlyMap<RecordKey, JsonValue>;
}

/** From one event to another, by their places; `end` is null where it did not come. */
interface Span {
  readonly begin: number;
  end: number | null;
}

export function besideCalls(events: readonly RecordedEvent[]): BesideCalls {
  const jobs = new Map<string, RecordedJob>();
  const inputs = new Map<RecordKey, JsonValue>();
  const calls = new Map<RecordKey, Span>();
  const running = new Map<string, Span>();
  const begin = (key: RecordKey, input: JsonValue, at: number) => {
    inputs.set(key, input);
    calls.set(key, { begin: at, end: null });
  };
  for (const [at, event] of events.entries()) {
    switch (event.type) {
      case 'step': {
        let index = 0;
        for (const part of event.parts) {
          if (part.type !== 'tool-call') continue;
          begin(`${event.turn}.${event.step}.${index++}`, part.brokenInput ?? part.input, at);
        }
        break;
      }
      case 'command-started':
        begin(event.key, { command: event.command }, at);
        break;
      case 'record':
      case 'command-ended': {
        const call = calls.get(event.key);
        if (call !== undefined) call.end = at;
        break;
      }
      case 'job-started':
        jobs.set(event.job, { started: event, ended: null });
        running.set(event.job, { begin: at, end: null });
        break;
      case 'job-ended': {
        const job = jobs.get(event.job);
        if (job !== undefined) jobs.set(event.job, { ...job, ended: event });
        const span = running.get(event.job);
        if (span !== undefined) span.end = at;
        break;
      }
      default:
        break;
    }
  }
  return {
    jobs,
    jobOf: new Map([...jobs.values()].map((job) => [job.started.from, job])),
    inputs,
    // Made when it is asked for: kept for every call, a stranger's document could make it as large as its square.
    liveLogs(key) {
      const call = calls.get(key);
      if (call === undefined || call.end === null) return [];
      const logs = new Set<string>();
      for (const [job, { begin, end }] of running) {
        const started = jobs.get(job)?.started;
        if (started === undefined || begin > call.end || (end !== null && end < call.begin)) continue;
        if (begin > call.begin && started.from === key) continue;
        logs.add(started.logPath);
      }
      return [...logs];
    },
  };
}
