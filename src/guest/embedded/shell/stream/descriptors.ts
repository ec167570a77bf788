import type { ShellDisk } from '../disk/shellDisk.ts';
import type { ByteSource, Sources } from './byteSource.ts';
import { openInput } from './inputFiles.ts';
import type { InterpreterState } from './interpreter.ts';
import type { NamedSubstitutions } from './namedSubstitutions.ts';
import type { PipeEnd, PipeEnds } from './pipeEnds.ts';
import { isPipeEnd } from './pipeEnds.ts';
import { readAll } from './readRecords.ts';

/** How long the end of a shell waits for `>(…)`, milliseconds. */
const longestDrainMs = 1000;

/** What lives as long as a descriptor of the shell: an end of a pipe, a lock. */
interface Held {
  /** Part of each entry of a descriptor table that keeps it. */
  readonly marks: readonly string[];
  readonly release: () => void;
  /** The shell whose descriptor it is; null until one has looked. */
  owner: InterpreterState | null;
  /** How many subshells deep. */
  depth: number;
  /** Redirections that use it and have not ended. */
  pins: number;
  /** Opened by redirections that are being made. */
  isFresh: boolean;
}

interface DescriptorParts {
  readonly ends: PipeEnds;
  readonly sources: Sources;
  readonly named: NamedSubstitutions;
  readonly disk: ShellDisk;
  readonly stopped: () => boolean;
  /** Another process may be what this one waits for. */
  readonly onWait: () => void;
}

/** What redirections have opened until they end. */
export interface Pins {
  held?: readonly Held[];
}

/**
 * Descriptors of one shell that are more than a path or a text. The interpreter keeps a table of texts, copies it for each
 * subshell and puts the old one back; so what such a text stands for is let go when it is in no table any more
 * (`build/descriptorPatches.ts`).
 */
export class Descriptors {
  readonly #parts: DescriptorParts;
  #held: Held[] = [];
  readonly #readers: Promise<unknown>[] = [];
  #looks: ((state: InterpreterState) => boolean)[] = [];
  /** Pipes that a command has opened by their names, until it ends. */
  readonly #byName = new Map<string, PipeEnd>();

  constructor(parts: DescriptorParts) {
    this.#parts = parts;
  }

  /** Standard input from a file: see `openInput`; of a pipe a ticket, when its writer is there. */
  async openInput(path: string, state: InterpreterState): Promise<string> {
    const named = this.#parts.named.ticket(path);
    if (named !== null) return named;
    const input = await openInput(this.#parts.disk, this.#parts.sources, path);
    if (input !== null) return input;
    const end = await this.#openEnd(path, { reads: true, writes: false });
    if (!end) return '';
    this.#holdEnd(end, state);
    return end.ticket ?? '';
  }

  /** `<> pipe`; null where the path is none. */
  async openBoth(path: string, state: InterpreterState): Promise<string | null> {
    const end = await this.#openEnd(path, { reads: true, writes: true });
    if (!end) return null;
    this.#holdEnd(end, state);
    return end.ticket;
  }

  /** `> pipe`: the path that stands for the end; null where it is none. */
  async openOutput(path: string, state: InterpreterState): Promise<string | null> {
    const end = await this.#openEnd(path, { reads: false, writes: true });
    if (!end) return null;
    this.#holdEnd(end, state);
    return end.path;
  }

  /** Where a descriptor that was opened for reading is written to; null where it is not. */
  outputOf(content: string): string | null {
    const end = this.#parts.ends.byTicket(content);
    return end?.mode.writes ? end.path : null;
  }

  /** An end that children may have, by what stands for it in a table. */
  endOf(entry: string): PipeEnd | null {
    const { ends } = this.#parts;
    return ends.byTicket(entry) ?? ends.at(entry.slice(entry.indexOf(':/') + 1));
  }

  endAt(path: string): PipeEnd | null {
    return isPipeEnd(path) ? this.#parts.ends.at(path) : null;
  }

  /** Keeps `release` for when no descriptor has `mark` any more. */
  keep(marks: readonly string[], release: () => void): void {
    this.#held.push({ marks, release, owner: null, depth: 0, pins: 0, isFresh: false });
  }

  keeps(...marks: readonly string[]): boolean {
    return this.#held.some((held) => marks.every((mark) => held.marks.includes(mark)));
  }

  /** Lets go of what is kept under `mark`; false where nothing is. */
  drop(mark: string): boolean {
    const held = this.#held.find(({ marks }) => marks.includes(mark));
    if (!held) return false;
    this.#held = this.#held.filter((each) => each !== held);
    held.release();
    return true;
  }

  /** Looks at the shell after each command until `look` is done. */
  whenSeen(look: (state: InterpreterState) => boolean): void {
    this.#looks = [...this.#looks, look];
  }

  keepEnd(end: PipeEnd): void {
    this.keep(marksOf(end), () => end.close());
  }

  /** A pipe that a command reads or writes by its name: null where it is none. It is closed when the command ends. */
  async byName(path: string, isReading: boolean): Promise<PipeEnd | null> {
    const key = `${isReading ? '<' : '>'}${path}`;
    const known = this.#byName.get(key);
    if (known) return known;
    const end = await this.#openEnd(path, { reads: isReading, writes: !isReading });
    if (end) this.#byName.set(key, end);
    return end;
  }

  async readNamed(path: string): Promise<Uint8Array | null> {
    const end = await this.byName(path, true);
    const source = end?.ticket ? this.#parts.sources.find(end.ticket) : null;
    return source && (await readAll(source, Number.MAX_SAFE_INTEGER, this.#parts.stopped)).bytes;
  }

  async sourceNamed(path: string): Promise<ByteSource | null> {
    const named = this.#parts.named.source(path);
    if (named) return named;
    const end = await this.byName(path, true);
    return end?.ticket ? this.#parts.sources.find(end.ticket) : null;
  }

  /** Redirections have been made: what they opened stays until `ended`. */
  made(state: InterpreterState, pins: Pins): void {
    if (this.#held.length === 0) return;
    const fresh = this.#held.filter(({ isFresh, owner }) => isFresh && owner === state);
    if (fresh.length === 0) return;
    for (const held of fresh) {
      held.isFresh = false;
      held.pins += 1;
    }
    pins.held = fresh;
  }

  /** Redirections have ended, or those of the shell have moved: closes what no descriptor leads to any more. */
  ended(state: InterpreterState, pins: Pins): void {
    for (const held of pins.held ?? []) held.pins -= 1;
    this.between(state);
    this.#sweep(state);
  }

  /** A command of the shell begins: what the one before has opened by name is closed. */
  between(state: InterpreterState): void {
    if (this.#byName.size > 0) this.#closeNamed();
    if (this.#looks.length > 0) this.#looks = this.#looks.filter((look) => !look(state));
  }

  #closeNamed(): void {
    for (const end of this.#byName.values()) end.close();
    this.#byName.clear();
  }

  /** A script of its own has ended: what it opened since `mark` is closed. */
  get mark(): number {
    return this.#held.length;
  }

  leave(mark: number): void {
    this.#closeNamed();
    for (const { release } of this.#held.splice(mark)) release();
  }

  #sweep(state: InterpreterState): void {
    if (this.#held.length === 0) return;
    const depth = state.__subshell ?? 0;
    const entries = [...(state.fileDescriptors?.values() ?? [])];
    this.#held = this.#held.filter((held) => {
      if (held.owner === null) {
        held.owner = state;
        held.depth = depth;
      }
      if (held.owner !== state || held.depth < depth || held.pins > 0 || held.isFresh) return true;
      if (entries.some((entry) => held.marks.some((mark) => entry.endsWith(mark)))) {
        held.depth = depth;
        return true;
      }
      held.release();
      return false;
    });
  }

  #holdEnd(end: PipeEnd, state: InterpreterState): void {
    this.hold(marksOf(end), () => end.close(), state);
  }

  /** The input of `exec > >(…)`, and when what reads it has ended. */
  holdInto(end: PipeEnd, ended: Promise<unknown>, state: InterpreterState): void {
    this.#readers.push(ended);
    this.#holdEnd(end, state);
  }

  /** For the end of a shell: once what read its output has written its own, but not for ever. */
  async drained(): Promise<void> {
    const readers = this.#readers.splice(0);
    if (readers.length === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestDrainMs);
    });
    await Promise.race([late, Promise.all(readers)]);
    clearTimeout(timer);
  }

  /** Keeps `release` for the end of the redirection that is being made, or of the descriptors that have a mark. */
  hold(marks: readonly string[], release: () => void, state: InterpreterState): void {
    // A subshell that is left puts the old table back.
    state.onTable ??= () => this.#sweep(state);
    const depth = state.__subshell ?? 0;
    this.#held.push({
      marks,
      release,
      owner: state,
      depth,
      pins: 0,
      isFresh: true,
    });
  }

  async #openEnd(
    path: string,
    mode: { readonly reads: boolean; readonly writes: boolean },
  ): Promise<PipeEnd | null> {
    const { ends, disk, stopped, onWait } = this.#parts;
    const number = await disk.pipeAt(path);
    if (number === null) return null;
    onWait();
    return ends.openNamed(number, mode, stopped);
  }
}

function marksOf({ path, ticket }: PipeEnd): string[] {
  return ticket === null ? [path] : [path, ticket];
}
