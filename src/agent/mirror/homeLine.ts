import * as v from 'valibot';
import type { SessionState } from '../../core/index.ts';
import { silence, type TabChannel } from '../session/tabs.ts';
import type { After } from '../timers.ts';
import { type ActArgs, type ActName, type ActResult, acts } from './acts.ts';
import { type FromHome, protocolVersion } from './messages.ts';

/** A home that has said nothing by then is asleep or gone; it does nothing that is older than two seconds. */
const giveUpMs = 3_000;

/** An act that waits for its answer. */
interface Waiting {
  readonly name: ActName;
  readonly args: readonly unknown[];
  /** How much of the log was here when it was asked for. */
  readonly before: { readonly turns: number; readonly commands: number };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly heard: () => void;
}

export interface HomeLineDeps {
  readonly channel: TabChannel;
  /** Name of this tab. */
  readonly tab: string;
  readonly clock: () => number;
  readonly after: After;
  readonly state: () => SessionState;
  /** Why no home can be asked from here; null where one can. */
  readonly problem: () => string | null;
}

/** The line from a mirror to the tab that its session lives in. */
export class HomeLine {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(private readonly deps: HomeLineDeps) {}

  hello(): void {
    const { channel, tab } = this.deps;
    channel.post({ spillway: protocolVersion, kind: 'hello', from: tab });
  }

  /** Has it done at home. Rejects where it was refused there, where no home answers, or where it closed before it began. */
  async ask<Name extends ActName>(
    name: Name,
    args: ActArgs<Name>,
    signal?: AbortSignal,
  ): Promise<ActResult<Name>> {
    const { channel, tab, clock, after, state } = this.deps;
    const problem = this.deps.problem();
    if (problem !== null) throw new Error(problem);
    if (channel === silence) throw new Error('The tab that this session runs in is not heard here.');
    this.#lastId += 1;
    const id = this.#lastId;
    const value = await new Promise<unknown>((resolve, reject) => {
      const heard = after(giveUpMs, () => {
        this.#waiting.delete(id);
        reject(new Error('The tab that this session runs in does not answer.'));
      });
      const { turns } = state();
      const before = { turns: turns.length, commands: commandsOf(state()).length };
      this.#waiting.set(id, { name, args, before, resolve, reject, heard });
      const told = { spillway: protocolVersion, from: tab, id };
      channel.post({ ...told, kind: 'ask', atMs: clock(), act: name, args });
      signal?.addEventListener('abort', () => channel.post({ ...told, kind: 'cancel' }), { once: true });
    });
    return v.parse<(typeof acts)[Name]['result']>(acts[name].result, value);
  }

  /** An answer to this tab. */
  take(message: Extract<FromHome, { kind: 'got' | 'done' | 'failed' }>): void {
    if (message.to !== this.deps.tab) return;
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    waiting.heard();
    if (message.kind === 'got') return;
    this.#waiting.delete(message.id);
    if (message.kind === 'done') waiting.resolve(message.value);
    else waiting.reject(new Error(message.message));
  }

  /**
   * The home has closed, and the log says what of it was done: what is in there was taken, whatever became of it.
   * The rest was never begun, and is never sent again by itself.
   */
  homeClosed(state: SessionState): void {
    const { turns } = state;
    for (const { name, args, heard, resolve, reject, before } of this.#waiting.values()) {
      heard();
      const [words] = args;
      const isDone =
        name === 'send'
          ? turns.slice(before.turns).some(({ userText }) => userText === words)
          : name === 'runCommand'
            ? commandsOf(state).slice(before.commands).includes(String(words))
            : name === 'stop';
      if (isDone) resolve(undefined);
      else
        reject(
          new Error('The tab that this session ran in was closed before it began this. Do it again here.'),
        );
    }
    this.#waiting.clear();
  }

  dispose(): void {
    const { channel, tab } = this.deps;
    for (const { heard, reject } of this.#waiting.values()) {
      heard();
      reject(new Error('The session is closed.'));
    }
    this.#waiting.clear();
    channel.post({ spillway: protocolVersion, kind: 'bye', from: tab });
  }
}

/** What the user had asked of the shell, in its order as far as it was begun or waited when it was asked for. */
function commandsOf({ commands, waiting = [] }: SessionState): readonly string[] {
  return [...commands, ...waiting].map(({ command }) => command);
}
