import {
  type EventBody,
  type JobState,
  jobWordsOf,
  profileOf,
  type SessionState,
  type ToldPlace,
  type ToldSubject,
  type UserCommand,
} from '../../core/index.ts';
import type { SessionLog } from '../session/sessionLog.ts';

/** Jobs that have ended and of which no model has been told, in the order of their starts. */
export function unheardJobs(state: SessionState): readonly JobState[] {
  return state.jobs.filter(({ end, heard }) => end !== null && heard === null);
}

/**
 * The one place where a model is told what none of its calls asked for. What is told goes into the log in one write
 * with the event that carries it, so that an end is told where that event is, or not at all; the log alone knows what
 * has been told.
 */
export class Teller {
  /** Told by a write that is under way: the log does not say so yet. */
  readonly #onTheWay = new Set<string>();

  constructor(private readonly log: SessionLog) {}

  /** Appends `body` and, behind it, what is to be told there. */
  async append(at: ToldPlace, body: EventBody): Promise<void> {
    const told = this.#untold(at).filter(({ id }) => !this.#onTheWay.has(id));
    for (const { id } of told) this.#onTheWay.add(id);
    try {
      await this.log.append(body, ...told.map(({ event }) => event));
    } finally {
      for (const { id } of told) this.#onTheWay.delete(id);
    }
  }

  /** Commands of the user are told at the start of a turn only: they are none of its results. */
  #untold(at: ToldPlace): readonly { readonly id: string; readonly event: EventBody }[] {
    const { state } = this.log;
    const tell = (id: string, subject: ToldSubject, words: string) => ({
      id,
      event: { type: 'told' as const, subject, at, words },
    });
    const jobs = unheardJobs(state).map((job) =>
      tell(job.id, { kind: 'job-end', job: job.id }, endWords(job, state)),
    );
    if (at.kind === 'result') return jobs;
    const commands = state.commands.flatMap((command) => {
      const words = commandWords(command);
      return words === null || command.toldInTurn !== null
        ? []
        : [tell(command.key, { kind: 'user-command' as const, key: command.key }, words)];
    });
    return [...commands, ...jobs];
  }
}

function endWords(job: JobState, state: SessionState): string {
  const { id, command, logPath, end } = job;
  if (end === null) throw new Error(`Job ${id} has not ended.`);
  return jobWordsOf(profileOf(state.profile)).ended({ id, command, logPath }, end.outcome, end.output);
}

/** The result as the profile worded it; null while there is none. */
function commandWords({ command, sent }: UserCommand): string | null {
  if (sent === null) return null;
  return `[The user ran a command in your shell]\n$ ${command}\n${sent.text}`;
}
