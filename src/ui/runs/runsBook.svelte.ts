import { type LiveSession, RepeatedRuns, type RunsPlan, type Workbench } from '../../agent/index.ts';

/** How runs stand at a moment. */
export type RunsStanding = Pick<RepeatedRuns, 'status' | 'rows' | 'spent' | 'plan' | 'stop'>;

/** Runs that go on, by the session that they repeat. They outlive the page that shows them. */
export class RunsBook {
  readonly #runs = new Map<string, RepeatedRuns>();
  /** Rises with each change, so that what shows one looks again. */
  #turns = $state.raw(0);

  constructor(private readonly workbench: Workbench) {}

  /** How they stand now; null where none was begun. */
  of(sessionId: string): RunsStanding | null {
    void this.#turns;
    const runs = this.#runs.get(sessionId);
    if (runs === undefined) return null;
    const { status, rows, spent, plan } = runs;
    return { status, rows, spent, plan, stop: () => runs.stop() };
  }

  /** `id`: of the session that is repeated. `keeps`: a session that is shown is left open when its run has ended. Rejects where a session cannot be made. */
  async start(id: string, plan: RunsPlan, keeps: (session: LiveSession) => boolean): Promise<void> {
    const runs = new RepeatedRuns(this.workbench, plan, async (session) => {
      if (!keeps(session)) await session.dispose();
    });
    this.#runs.set(id, runs);
    const stopListening = runs.subscribe(() => {
      this.#turns += 1;
    });
    try {
      await runs.start();
    } finally {
      stopListening();
      this.#turns += 1;
    }
  }
}

const books = new WeakMap<Workbench, RunsBook>();

/** The one book of a workbench. */
export function runsBookOf(workbench: Workbench): RunsBook {
  const known = books.get(workbench);
  if (known) return known;
  const book = new RunsBook(workbench);
  books.set(workbench, book);
  return book;
}
