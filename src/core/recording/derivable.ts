import type { CaptureLossCode, JsonValue, Outcome, ToolFacts, ToolRecord } from '../contract/index.ts';
import type { RecordedJob } from './besideCalls.ts';

/** Tools whose result depends on nothing but the guest and their input. */
const guestTools = new Set(['bash', 'read', 'grep', 'glob', 'ls', 'write', 'edit', 'tail']);

/** What tells whether a call may be run again: of a record, or of a document by somebody else. */
export interface RerunFacts extends Pick<ToolRecord, 'tool' | 'outcome' | 'notes'> {
  readonly loss: CaptureLossCode | null;
  readonly facts: ToolFacts | null;
  /** As the model gave it. */
  readonly input: JsonValue;
  /** Logs (absolute paths) of the jobs that ran while it did. */
  readonly liveLogs: readonly string[];
  /** The job that it began; null where it began none. */
  readonly job: RecordedJob | null;
}

/**
 * Why running the call again would not give this result, as the end of a sentence; null where it would. Such a call is
 * never executed by a replay, whatever a document says of it: the result travels whole, or is missing.
 */
export function whyNotDerivable(call: RerunFacts): string | null {
  const { tool, outcome, notes, loss, facts, job } = call;
  // Refused at the door: nothing ran, and nothing will.
  if (outcome.status === 'error' && outcome.error.phase === 'input') return null;
  if (!guestTools.has(tool)) return 'it came from outside the guest';
  const ended = whyEndedByForce(outcome);
  if (ended !== null) return ended;
  if (facts?.kind === 'job' && job === null) return 'it went on in the background';
  if (job !== null) {
    const why = whyJobNotDerivable(job);
    if (why !== null) return `${why.replace(/^it /, 'the job that it began ')}`;
  }
  if (loss !== null) return 'a part of its output was lost';
  if (notes.some(({ code }) => code === 'order-not-promised')) {
    return 'its processes ran at the same time, and their order is chance';
  }
  return readsLiveLog(call) ? 'it read the file of a job that ran' : null;
}

/** The same of a job: its call is run again only where its own end would come again. */
export function whyJobNotDerivable({ started, ended }: RecordedJob): string | null {
  if (started.moved) return 'it went on in the background when the time of its call was over';
  if (ended === null) return 'it had not ended';
  return whyEndedByForce(ended.outcome) ?? (ended.loss === null ? null : 'a part of its output was lost');
}

function whyEndedByForce(outcome: Outcome): string | null {
  if (outcome.status === 'timeout') return 'it was ended by its timeout';
  // In this guest nothing but a person, or a command that runs beside, ends a process so.
  if (outcome.status === 'failed' && outcome.signal !== null) return 'it was ended by a signal';
  if (outcome.status !== 'error' || outcome.stoppedBy === null) return null;
  return {
    timeout: 'it was ended by its timeout',
    user: 'it was stopped by the user',
    cap: 'it was stopped at the limit of its output',
    'guest-death': 'it ended with the guest',
    'session-end': 'it ended with the page',
  }[outcome.stoppedBy];
}

/** By its path, its name or its folder: what a job has written at some moment is chance. */
function readsLiveLog({ input, liveLogs }: RerunFacts): boolean {
  if (liveLogs.length === 0) return false;
  const texts = textsOf(input);
  return liveLogs.some((log) => {
    const at = log.lastIndexOf('/');
    const parts = [log.slice(at + 1), log.slice(0, at)].filter((part) => part !== '');
    return texts.some((text) => parts.some((part) => text.includes(part)));
  });
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member: JsonValue | undefined) => textsOf(member));
}
