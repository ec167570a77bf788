import type { StreamName } from '../../../../core/index.ts';
import type { ShellOutput } from '../job.ts';
import { collected, type Route } from './route.ts';

const chunkBytes = 1 << 20;

/** One call of a command or function, as the place of the script that makes it knows it. */
export interface Call {
  readonly route: Route;
  /** The words were `./file args`: the file itself is run, by its mode and its `#!`. */
  readonly runsFile: boolean;
  /** It is piped into a command that can read piece by piece. */
  readonly feedsReader: boolean;
}

interface AnnouncedCall extends Call {
  readonly name: string;
  /** Streams that lead to the file which its redirections are about to open. */
  readonly opens: readonly ('out' | 'err')[];
  /** Standard output of its place is collected: what was written there so far has not arrived either. */
  readonly withholds: boolean;
}

const unknownCall: Call = { route: collected, runsFile: false, feedsReader: false };

/**
 * The terminal as the interpreter's commands see it, and the one thing that must be known while a script
 * runs: which place of the script makes the call that is about to start. The interpreter runs one command
 * at a time, so a single slot is enough; whoever is called takes it out.
 */
export class LiveDevice {
  readonly #output: ShellOutput;
  readonly #onWithhold: (on: boolean) => void;
  #withholds = false;
  #call: AnnouncedCall | null = null;
  #opened: `/${string}` | null = null;
  #script: Route | null = null;

  /** `onWithhold` hears when the command that starts is one whose output is collected, and when the next is not. */
  constructor(output: ShellOutput, onWithhold: (on: boolean) => void = () => {}) {
    this.#output = output;
    this.#onWithhold = onWithhold;
  }

  /** Whether the command that started last keeps its output until it ends. */
  get withholds(): boolean {
    return this.#withholds;
  }

  /** Resolves once there is credit for more. Pieces are at most 1 MiB. */
  async write(stream: StreamName, bytes: Uint8Array, handedOver = false): Promise<void> {
    if (bytes.length <= chunkBytes) {
      if (bytes.length > 0) await this.#output.write(stream, bytes, handedOver);
      return;
    }
    for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
      await this.#output.write(stream, bytes.subarray(offset, offset + chunkBytes));
    }
  }

  /** The interpreter has expanded a command's arguments and is about to run it. */
  announceCall(call: AnnouncedCall): void {
    this.#call = call;
    this.#opened = null;
    const { withholds } = call;
    if (withholds === this.#withholds) return;
    this.#withholds = withholds;
    this.#onWithhold(withholds);
  }

  /** The interpreter opens a file for writing, as it does between announcing and running a command. */
  fileOpened(path: string): void {
    if (this.#call && this.#call.opens.length > 0 && path.startsWith('/')) this.#opened = `/${path.slice(1)}`;
  }

  /** The name announced last, while nobody has taken it. */
  get announcedName(): string | null {
    return this.#call?.name ?? null;
  }

  /**
   * The call that started `name`. Where anything else was announced in between, or the call comes from text
   * the transform never saw (`eval`), the answer is the route that is right everywhere: collected.
   */
  takeCall(name: string): Call {
    const call = this.#call;
    const path = this.#opened;
    this.#call = null;
    this.#opened = null;
    if (call?.name !== name) return unknownCall;
    if (path === null) return call;
    const out = call.opens.includes('out') ? path : call.route.out;
    const err = call.opens.includes('err') ? path : call.route.err;
    return { ...call, route: { ...call.route, out, err } };
  }

  /** Where the streams of the next nested script lead (`bash -c`); null takes that back. */
  announceScript(route: Route | null): void {
    this.#script = route;
  }

  takeScript(): Route {
    const route = this.#script;
    this.#script = null;
    return route ?? collected;
  }
}

export function streamOfPath(path: string): StreamName | null {
  if (path === '/dev/live/1') return 'stdout';
  if (path === '/dev/live/2') return 'stderr';
  return null;
}
