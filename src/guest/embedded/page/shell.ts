import type { GuestProcess, GuestShell, RunOptions, ShellState } from '../../port.ts';
import type { EmbeddedProcess } from './process.ts';

/** Makes a run that waits for its turn; `ended` gets the state of a run that ended by itself, else null. */
export type PrepareRun = (
  command: string,
  state: () => ShellState,
  options: RunOptions,
  ended: (state: ShellState | null) => void,
) => EmbeddedProcess;

/** One persistent shell: each clean run's state is the next one's start. */
export class EmbeddedShell implements GuestShell {
  readonly #prepare: PrepareRun;
  #state: ShellState;
  #last: Promise<unknown> = Promise.resolve();
  #queued = 0;

  constructor(prepare: PrepareRun, state: ShellState) {
    this.#prepare = prepare;
    this.#state = state;
  }

  get state(): ShellState {
    return this.#state;
  }

  run(command: string, options: RunOptions = {}): GuestProcess {
    let before = this.#state;
    const startState = () => {
      before = this.#state;
      return before;
    };
    let isHeld = true;
    let free = () => {};
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    const letGo = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#queued -= 1;
      free();
    };
    const process = this.#prepare(command, startState, options, (after) => {
      if (isHeld && after) this.#state = withoutOptions(before, after, options);
      letGo();
    });
    process.onDetach = letGo;
    // A lone run starts at once: a turn of the microtask queue would be felt nowhere, but costs an await.
    const previous = this.#last;
    if (this.#queued === 0) process.start();
    else void previous.then(() => process.start());
    this.#queued += 1;
    // A run that is stopped before its turn ends early; the next must still wait for those before it.
    this.#last = previous.then(() => Promise.race([process.exit, freed]));
    return process;
  }
}

/** `cwd` and `env` of the options hold for their run only, unless the command set them itself. */
function withoutOptions(before: ShellState, after: ShellState, options: RunOptions): ShellState {
  const env = { ...after.env };
  for (const [name, value] of Object.entries(options.env ?? {})) {
    if (env[name] !== value) continue;
    const old = before.env[name];
    if (old === undefined) delete env[name];
    else env[name] = old;
  }
  if (options.cwd === undefined || after.cwd !== options.cwd) return { ...after, env };
  return { ...after, cwd: before.cwd, env: { ...env, PWD: before.cwd } };
}
