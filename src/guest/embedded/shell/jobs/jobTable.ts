import type { ProcessEnd } from '../../processes/contract.ts';
import type { JobRecord, ShellProcesses } from '../job.ts';
import { exitCodeOf, type RunningChild } from './runningChild.ts';

export interface Job {
  readonly number: number;
  readonly pid: number;
  readonly text: string;
  readonly printsHere: boolean;
  /** The shell that started it: the job's own (0), or a script that runs inside. */
  readonly shell: number;
  disowned: boolean;
  /** Null while it runs. */
  exitCode: number | null;
  /** How it ended, where this run has seen it. */
  end: ProcessEnd | null;
  /** Somebody has been told how it ended. */
  known: boolean;
  readonly ended: Promise<void>;
  /** Null for one that an earlier run started. */
  readonly child: RunningChild | null;
}

/** The background jobs of a shell. Its earlier runs' are among them. */
export class JobTable {
  readonly #processes: ShellProcesses | null;
  readonly #jobs: Job[] = [];
  #lastPid: number | null = null;
  /** The shells that run inside each other, by number, the innermost last. */
  readonly #shells = [0];
  #lastShell = 0;

  constructor(processes: ShellProcesses | null) {
    this.#processes = processes;
    for (const record of processes?.jobs ?? []) this.#adopt(record);
  }

  /** Pid of the job started last; null where there is none. */
  get lastPid(): number | null {
    return this.#lastPid;
  }

  /** A script begins inside the shell; the answer is called at its end. Its jobs are nobody's then, but go on. */
  enterShell(): () => void {
    const shell = ++this.#lastShell;
    this.#shells.push(shell);
    return () => {
      this.#shells.splice(this.#shells.indexOf(shell), 1);
    };
  }

  #isOwn({ shell }: Job): boolean {
    return shell === this.#shells.at(-1);
  }

  /** `printsHere`: what it prints is not all redirected elsewhere. */
  add(child: RunningChild, text: string, printsHere: boolean): Job {
    const number = Math.max(0, ...this.listed().map((job) => job.number)) + 1;
    this.#lastPid = child.pid;
    const shell = this.#shells.at(-1) ?? 0;
    return this.#put({ number, pid: child.pid, text, disowned: false, printsHere, shell, child }, child.end);
  }

  #adopt({ number, pid, text, disowned, exitCode }: JobRecord): void {
    const code = exitCode ?? 127;
    const gone: ProcessEnd = { kind: 'exited', code };
    const end = exitCode === null ? this.#processes?.calls.wait(pid) : null;
    const job = this.#put(
      { number, pid, text, disowned, printsHere: false, shell: 0, child: null },
      (end ?? Promise.resolve(gone)).catch(() => gone),
    );
    job.exitCode = exitCode;
  }

  #put(
    facts: Pick<Job, 'number' | 'pid' | 'text' | 'disowned' | 'printsHere' | 'shell' | 'child'>,
    end: Promise<ProcessEnd>,
  ): Job {
    const job: Job = {
      ...facts,
      exitCode: null,
      end: null,
      known: false,
      ended: end.then(
        (how) => {
          job.end = how;
          job.exitCode = exitCodeOf(how);
        },
        () => {
          job.exitCode = 127;
        },
      ),
    };
    this.#jobs.push(job);
    return job;
  }

  /** Has the table know what has ended by now, whose news may still be on its way. */
  async refresh(): Promise<void> {
    await this.#processes?.calls.list();
  }

  /** Children of the shell that asks. */
  running(): Job[] {
    return this.#jobs.filter((job) => job.exitCode === null && this.#isOwn(job));
  }

  /** Those of every shell of this run. */
  allRunning(): Job[] {
    return this.#jobs.filter(({ exitCode }) => exitCode === null);
  }

  /** What `jobs` and `%` know: those that run, and those whose end nobody was told. */
  listed(): Job[] {
    return this.#jobs.filter((job) => !job.disowned && !job.known && this.#isOwn(job));
  }

  /** Those whose output goes to where their place in the script is collected. */
  collecting(): Job[] {
    return this.#jobs.filter(({ child }) => child?.isCollected);
  }

  byPid(pid: number): Job | null {
    return this.#jobs.findLast((job) => job.pid === pid && this.#isOwn(job)) ?? null;
  }

  /** Reads `%1`, `%%`, `%+`, `%-`, `%text`, `%?text`. */
  bySpec(spec: string): Job | null {
    const listed = this.listed();
    const word = spec.slice(1);
    if (word === '' || word === '%' || word === '+') return this.current();
    if (word === '-') return this.previous() ?? this.current();
    if (/^\d+$/.test(word)) return listed.find(({ number }) => number === Number(word)) ?? null;
    const matches = word.startsWith('?')
      ? (job: Job) => job.text.includes(word.slice(1))
      : (job: Job) => job.text.startsWith(word);
    return listed.findLast(matches) ?? null;
  }

  current(): Job | null {
    return this.listed().at(-1) ?? null;
  }

  previous(): Job | null {
    return this.listed().at(-2) ?? null;
  }

  /** For the next run: what runs, and ends that nobody has asked for. */
  records(): JobRecord[] {
    return this.#jobs
      .filter(({ exitCode, known, shell }) => shell === 0 && (exitCode === null || !known))
      .slice(-200)
      .map(({ number, pid, text, disowned, exitCode }) => ({ number, pid, text, disowned, exitCode }));
  }
}
