import { latin1FromBytes } from '../../disk/bytes.ts';
import { bytesOf } from '../../stream/resultBytes.ts';
import { joined } from '../commandOutput.ts';
import { runArgv } from '../runArgv.ts';
import { type Options, sizeOf } from './getopt.ts';
import type { Io } from './io.ts';

export const splitSpec = [
  ...[
    'a|suffix-length=',
    'b|bytes=',
    'C|line-bytes=',
    'l|lines=',
    'n|number=',
    'd',
    'numeric-suffixes=?',
    'x',
    'hex-suffixes=?',
  ],
  ...['additional-suffix=', 'verbose', 'e|elide-empty-files', 't|separator=', 'u|unbuffered', 'filter='],
];

/** The names of the parts: two letters, and more where they run out and no length was asked for. */
class Names {
  readonly #front: string;
  readonly #back: string;
  readonly #digits: string;
  readonly #fixed: number | null;
  readonly #first: number;
  #count = 0;

  constructor(options: Options, parts: number | null) {
    this.#front = options.operands[1] ?? 'x';
    this.#back = options.get('additional-suffix') ?? '';
    const decimal = options.has('d', 'numeric-suffixes');
    const hex = options.has('x', 'hex-suffixes');
    this.#digits = decimal ? '0123456789' : hex ? '0123456789abcdef' : 'abcdefghijklmnopqrstuvwxyz';
    this.#first = Number(options.get('numeric-suffixes') || 0);
    const needed =
      parts === null ? 2 : Math.max(2, Math.ceil(Math.log(parts) / Math.log(this.#digits.length)));
    this.#fixed = options.has('a') ? Number(options.get('a')) : parts === null ? null : needed;
  }

  /** Null where they are used up. */
  next(): string | null {
    const base = this.#digits.length;
    let number = this.#first + this.#count++;
    let width = this.#fixed ?? 2;
    let lead = '';
    if (this.#fixed === null) {
      // After `yz` comes `zaaa`: the last letter says that two more follow.
      while (number >= base ** width - base ** (width - 1)) {
        number -= base ** width - base ** (width - 1);
        lead += this.#digits.at(-1);
        width++;
      }
    } else if (number >= base ** width) return null;
    let suffix = '';
    for (let at = 0; at < width; at++) {
      suffix = this.#digits[number % base] + suffix;
      number = Math.floor(number / base);
    }
    return this.#front + lead + suffix + this.#back;
  }
}

/** Writes one part after the other, each when its first byte comes. */
class Parts {
  readonly #io: Io;
  readonly #names: Names;
  readonly #verbose: boolean;
  /** The shell command that gets each part instead of a file. */
  readonly #filter: string | null;
  #path: string | null = null;
  #filtered: { readonly name: string; readonly pieces: Uint8Array[] } | null = null;
  #left = 0;
  failed: string | null = null;
  /** Of the filter that ran last. */
  exitCode = 0;

  constructor(io: Io, names: Names, options: Options) {
    this.#io = io;
    this.#names = names;
    this.#verbose = options.has('verbose');
    this.#filter = options.get('filter') ?? null;
  }

  async start(): Promise<boolean> {
    const name = this.#names.next();
    if (name === null) {
      this.failed = 'output file suffixes exhausted';
      return false;
    }
    if (this.#filter !== null) {
      if (!(await this.end())) return false;
      if (this.#verbose) await this.#io.out(`executing with FILE=${name}\n`);
      this.#filtered = { name, pieces: [] };
      return true;
    }
    if (this.#verbose) await this.#io.out(`creating file '${name}'\n`);
    this.#path = this.#io.path(name);
    const reason = await this.#io.attempt(this.#io.tools.disk.files.writeFile(this.#path, new Uint8Array(0)));
    if (reason !== null) this.failed = `${name}: ${reason}`;
    return reason === null;
  }

  /** Runs the filter on the part that is whole now; false where it failed. */
  async end(): Promise<boolean> {
    const part = this.#filtered;
    this.#filtered = null;
    if (!part || this.#filter === null) return true;
    const { tools, context, call } = this.#io;
    const ran = await runArgv(tools, context, {
      argv: ['sh', '-c', this.#filter],
      route: call.route,
      variables: { ...context.exportedEnv, FILE: part.name },
      cwd: context.cwd,
      stdin: latin1FromBytes(joined(part.pieces)),
    });
    await this.#io.bytes(bytesOf(ran));
    if (ran.stderr !== '') await this.#io.note(ran.stderr);
    this.exitCode = ran.exitCode;
    if (ran.exitCode !== 0)
      this.failed = `with FILE=${part.name}, exit ${ran.exitCode} from command: ${this.#filter}`;
    return ran.exitCode === 0;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#filtered) this.#filtered.pieces.push(bytes.slice());
    if (this.#path !== null && bytes.length > 0) await this.#io.tools.disk.appendFile(this.#path, bytes);
  }

  /** Cuts the stream into pieces of `size` units; `unitEnd` finds how far into a chunk so many units reach. */
  async stream(
    chunks: AsyncIterable<Uint8Array>,
    size: number,
    unitEnd: (chunk: Uint8Array, count: number) => { readonly end: number; readonly units: number },
  ): Promise<void> {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        if (this.#left === 0) {
          if (!(await this.start())) return;
          this.#left = size;
        }
        const { end, units } = unitEnd(chunk.subarray(at), this.#left);
        await this.write(chunk.subarray(at, at + end));
        this.#left -= units;
        at += end;
      }
    }
  }
}

function lineEnds(separator: number) {
  return (chunk: Uint8Array, count: number): { readonly end: number; readonly units: number } => {
    let at = 0;
    for (let units = 0; units < count; units++) {
      const next = chunk.indexOf(separator, at);
      if (next < 0) return { end: chunk.length, units };
      at = next + 1;
    }
    return { end: at, units: count };
  };
}

async function byNumber(
  io: Io,
  parts: Parts,
  data: Uint8Array,
  spec: string,
  elides: boolean,
): Promise<string | null> {
  const match = /^(?:([lr])\/)?(?:(\d+)\/)?(\d+)$/.exec(spec);
  const count = Number(match?.[3]);
  if (!match || !(count > 0)) return `invalid number of chunks: '${spec}'`;
  const pieces: Uint8Array[][] = Array.from({ length: count }, () => []);
  const size = Math.floor(data.length / count);
  const cut = (index: number): number =>
    index >= count
      ? data.length
      : index * size + Math.min(index, match[1] === undefined ? 0 : data.length % count);
  if (match[1] === undefined)
    for (let index = 0; index < count; index++)
      pieces[index]!.push(data.subarray(cut(index), cut(index + 1)));
  else {
    for (let at = 0, line = 0, part = 0; at < data.length; line++) {
      const next = data.indexOf(10, at);
      const end = next < 0 ? data.length : next + 1;
      // A line belongs to the part in which it begins.
      while (match[1] === 'l' && part < count - 1 && at >= cut(part + 1)) part++;
      pieces[match[1] === 'r' ? line % count : part]!.push(data.subarray(at, end));
      at = end;
    }
  }
  if (match[2] !== undefined) {
    for (const piece of pieces[Number(match[2]) - 1] ?? []) await io.bytes(piece);
    return null;
  }
  for (const piece of pieces) {
    if (elides && piece.length === 0) continue;
    if (!(await parts.start())) return parts.failed;
    await parts.write(joined(piece));
  }
  return null;
}

/** As many whole lines as `size` bytes hold; a longer line is cut. */
async function byLineBytes(parts: Parts, data: Uint8Array, size: number): Promise<void> {
  for (let at = 0; at < data.length; ) {
    const most = Math.min(data.length, at + size);
    const last = most === data.length ? most : data.lastIndexOf(10, most - 1) + 1;
    const end = last > at ? last : most;
    if (!(await parts.start())) return;
    await parts.write(data.subarray(at, end));
    at = end;
  }
}

export async function split(io: Io, options: Options): Promise<number> {
  const kinds: Readonly<Record<string, string>> = { b: 'bytes', C: 'bytes', l: 'lines' };
  const kind = options.last('b', 'C', 'l', 'n') ?? 'l';
  const given = options.get(kind) ?? '1000';
  const size = kind === 'n' ? 1 : sizeOf(given);
  if (size === null) return io.fail(`invalid number of ${kinds[kind]}: '${given}'`);
  if (size === 0)
    return io.fail(`invalid number of ${kinds[kind]}: '${given}': Numerical result out of range`);
  if (options.operands.length > 2) return io.usage(`extra operand '${options.operands[2]}'`);
  const file = options.operands[0] ?? '-';
  const chunks = await io.open(file);
  if ('failed' in chunks) {
    const isFolder = chunks.failed === 'Is a directory';
    return io.fail(
      isFolder ? `${file}: ${chunks.failed}` : `cannot open '${file}' for reading: ${chunks.failed}`,
    );
  }
  const parts = new Parts(
    io,
    new Names(options, kind === 'n' ? Number(/\d+$/.exec(given)?.[0] ?? 1) : null),
    options,
  );
  const separator = options.get('t') === '\\0' ? 0 : (options.get('t') ?? '\n').charCodeAt(0);
  if (kind === 'b')
    await parts.stream(chunks, size, (chunk, count) => ({
      end: Math.min(count, chunk.length),
      units: Math.min(count, chunk.length),
    }));
  else if (kind === 'l') await parts.stream(chunks, size, lineEnds(separator));
  else {
    const pieces: Uint8Array[] = [];
    for await (const chunk of chunks) pieces.push(chunk);
    const data = joined(pieces);
    if (kind === 'C') await byLineBytes(parts, data, size);
    else {
      const failed = await byNumber(io, parts, data, given, options.has('e'));
      if (failed !== null) return io.fail(failed);
    }
  }
  if (parts.failed === null) await parts.end();
  return parts.failed === null ? 0 : io.fail(parts.failed, parts.exitCode || 1);
}
