import type { StreamName } from '../../../../core/index.ts';
import type { PipeReader } from '../../pipes/index.ts';
import type { ShellOutput } from '../job.ts';
import type { ByteChannel } from './byteChannel.ts';
import { type FilePlace, FilePlaces, type OpenPlace } from './filePlaces.ts';
import { collected, type Route, type Sink } from './route.ts';

const chunkBytes = 1 << 20;

/** One call of a command or function, as the place of the script that makes it knows it. */
export interface Call {
  readonly route: Route;
  /** The words were `./file args`: the file itself is run, by its mode and its `#!`. */
  readonly runsFile: boolean;
}

export interface AnnouncedCall extends Call {
  readonly name: string;
  /** Streams that lead to the file which its redirections are about to open. */
  readonly opens: readonly ('out' | 'err')[];
  /** Standard output of its place is collected: what was written there so far has not arrived either. */
  readonly withholds: boolean;
}

const unknownCall: Call = { route: collected, runsFile: false };

/** The way out of a stage into the pipe behind it. */
export interface StagePipe {
  readonly path: `/${string}`;
  readonly channel: ByteChannel;
}

/**
 * The terminal as the interpreter's commands see it, and the one thing that must be known while a script
 * runs: which place of the script makes the call that is about to start. A shell runs one command at a time,
 * so a single slot is enough, and each stage of a pipeline has a device of its own; whoever is called takes
 * it out.
 */
export class LiveDevice {
  readonly #output: ShellOutput;
  readonly #onWithhold: (on: boolean) => void;
  /** Those among the devices of one job whose command keeps its output until it ends. */
  #withholding = new Set<LiveDevice>();
  #pipes: ReadonlyMap<string, ByteChannel> = new Map();
  #call: AnnouncedCall | null = null;
  #taken: AnnouncedCall | null = null;
  #opened: `/${string}` | null = null;
  #script: Route | null = null;
  /** Files that redirections of compounds have opened. */
  places = new FilePlaces();

  /** `onWithhold` hears when the command that starts is one whose output is collected, and when the next is not. */
  constructor(output: ShellOutput, onWithhold: (on: boolean) => void = () => {}) {
    this.#output = output;
    this.#onWithhold = onWithhold;
  }

  /** Whether a command that runs keeps its output until it ends. */
  get withholds(): boolean {
    return this.#withholding.size > 0;
  }

  /** The device of a stage, whose own output goes into `pipe`; null where it leads on as here. */
  forStage(pipe: StagePipe | null): LiveDevice {
    const stage = new LiveDevice(this.#output, this.#onWithhold);
    stage.#withholding = this.#withholding;
    stage.begin(this, pipe);
    return stage;
  }

  /** Makes the device of a stage that has ended that of another stage of the same shell. */
  begin(around: LiveDevice, pipe: StagePipe | null): void {
    this.#pipes = pipe ? new Map([...around.#pipes, [pipe.path, pipe.channel]]) : around.#pipes;
    this.places = new FilePlaces(around.places);
    this.#call = null;
    this.#taken = null;
    this.#opened = null;
    this.#script = null;
  }

  /** The interpreter is about to make the redirections of a compound, whose file is that of `place` from then on. */
  openPlace(place: FilePlace): OpenPlace {
    return this.places.open(place);
  }

  /** The pipe behind a path of a route. */
  pipeAt(path: string): ByteChannel | null {
    return this.#pipes.get(path) ?? null;
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

  /** Takes a piece of what `reader` holds to the terminal; false where nothing is taken any more. */
  async passOn(stream: StreamName, reader: PipeReader): Promise<boolean> {
    if (this.#output.passOn) return this.#output.passOn(stream, reader);
    const piece = reader.takePiece(chunkBytes);
    if (!piece) return false;
    await this.#output.write(stream, piece.bytes, true);
    return true;
  }

  /** The interpreter has expanded a command's arguments and is about to run it. */
  announceCall(call: AnnouncedCall): void {
    this.#call = call;
    this.#opened = null;
    this.#withhold(call.withholds);
  }

  /** The call that was taken last starts anew. */
  announceAgain(): void {
    this.#call = this.#taken;
  }

  /** Nothing more is called here. */
  end(): void {
    this.#withhold(false);
  }

  #withhold(on: boolean): void {
    const before = this.withholds;
    if (on) this.#withholding.add(this);
    else this.#withholding.delete(this);
    if (this.withholds !== before) this.#onWithhold(this.withholds);
  }

  /** The interpreter opens a file for writing, as it does between announcing and running a command. */
  fileOpened(path: string): void {
    if (this.places.fileOpened(path)) return;
    if (this.#call && this.#call.opens.length > 0 && path.startsWith('/')) this.#opened = `/${path.slice(1)}`;
  }

  /** The call that runs: what is written comes from it. */
  get writer(): AnnouncedCall | null {
    return this.#call ?? this.#taken;
  }

  /** Whether the call that was announced last is one of a command of ours, which takes it. */
  get wasTaken(): boolean {
    return this.#call === null;
  }

  /** The name announced last, while nobody has taken it. */
  get announcedName(): string | null {
    return this.#call?.name ?? null;
  }

  /**
   * The call that started `name`. Where anything else was announced in between, or the call comes from text
   * the transform never saw (`eval`), the answer is the route that is right everywhere: collected. Places of compounds
   * are named by their files, or `as written`.
   */
  takeCall(name: string, places: 'by file' | 'as written' = 'by file'): Call {
    const call = this.#call;
    const path = this.#opened;
    this.#taken = call;
    this.#call = null;
    this.#opened = null;
    if (call?.name !== name) return unknownCall;
    const sinkOf = (stream: 'out' | 'err'): Sink => {
      if (path !== null && call.opens.includes(stream)) return path;
      const sink = call.route[stream];
      return places === 'by file' ? this.places.resolve(sink) : sink;
    };
    const [out, err] = [sinkOf('out'), sinkOf('err')];
    if (out === call.route.out && err === call.route.err) return call;
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
