import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../../command.ts';
import { fileChunks } from '../../inputs.ts';
import { type Options, optionsOf } from '../getopt.ts';
import { extraCommand, type Io } from '../io.ts';
import { frameBytes, GzipDamage, gunzipped, gzipped, peeked } from './gzipStream.ts';

const spec = [
  'c|stdout|to-stdout',
  'd|decompress|uncompress',
  'f|force',
  'h|help',
  'k|keep',
  'l|list',
  'n|no-name',
  'N|name',
  'q|quiet',
  'r|recursive',
  'S|suffix=',
  't|test',
  'v|verbose',
  'V|version',
  'L|license',
  'a|ascii',
  'rsyncable',
  'synchronous',
  '1|fast',
  ...'2345678',
  '9|best',
];

/** One column of ` 51.4%`. */
function ratio(from: number, to: number): string {
  const percent = from === 0 ? 0 : (100 * (from - to)) / from;
  return `${percent.toFixed(1).padStart(5)}%`;
}

interface Totals {
  compressed: number;
  plain: number;
  rows: number;
  /** Bytes around the deflated data of the file listed last, which a ratio leaves out. */
  frame: number;
}

/** One run of gzip, whose exit code is the worst of its files': 1 for an error, 2 for a warning. */
class GzipRun {
  readonly #io: Io;
  readonly #options: Options;
  readonly #unpacks: boolean;
  readonly #toStdout: boolean;
  readonly #totals: Totals = { compressed: 0, plain: 0, rows: 0, frame: 0 };
  exitCode = 0;

  constructor(io: Io, options: Options) {
    this.#io = io;
    this.#options = options;
    this.#unpacks = io.name !== 'gzip' || options.has('d', 't', 'l');
    this.#toStdout = io.name === 'zcat' || options.has('c');
  }

  async #warn(text: string): Promise<void> {
    if (!this.#options.has('q')) await this.#io.note(`gzip: ${text}\n`);
    if (this.exitCode === 0) this.exitCode = 2;
  }

  async #error(text: string): Promise<void> {
    await this.#io.note(`gzip: ${text}\n`);
    this.exitCode = 1;
  }

  async all(): Promise<number> {
    const { operands } = this.#options;
    for (const operand of operands.length > 0 ? operands : ['-']) await this.#one(operand);
    if (this.#options.has('l') && this.#totals.rows > 1 && !this.#options.has('q'))
      await this.#row(this.#totals.compressed, this.#totals.plain, '(totals)');
    return this.exitCode;
  }

  async #row(compressed: number, plain: number, name: string): Promise<void> {
    const columns = `${String(compressed).padStart(19)} ${String(plain).padStart(19)}`;
    await this.#io.out(`${columns} ${ratio(plain, compressed - this.#totals.frame)} ${name}\n`);
  }

  async #one(operand: string): Promise<void> {
    const io = this.#io;
    const options = this.#options;
    if (operand === '-') {
      const input = await io.open('-');
      if ('failed' in input) return;
      if (options.has('l')) return this.#list(input, 'stdout');
      await this.#pump(this.#changed(input, null), 'stdin');
      return;
    }
    const suffix = options.get('S') ?? '.gz';
    let name = operand;
    const keepsFile = this.#toStdout || options.has('t', 'l', 'f');
    if (!keepsFile && (await io.lstat(io.path(operand)))?.kind === 'symlink')
      return this.#error(`${operand}: Too many levels of symbolic links`);
    let stat = await io.stat(io.path(name));
    if (!stat && this.#unpacks && !name.endsWith(suffix)) {
      name += suffix;
      stat = await io.stat(io.path(name));
    }
    if (!stat) return this.#error(`${name}: No such file or directory`);
    if (stat.kind === 'directory') {
      if (!options.has('r')) return this.#warn(`${name} is a directory -- ignored`);
      for (const entry of await io.tools.disk.readdir(io.path(name)))
        await this.#one(`${name.replace(/\/$/, '')}/${entry}`);
      return;
    }
    const chunks = fileChunks(io.tools, io.path(name));
    const ending = [suffix, '.gz', '.tgz', '.taz', '-gz', '.z', '.Z'].find((each) => name.endsWith(each));
    if (options.has('l')) return this.#list(chunks, ending ? name.slice(0, -ending.length) : name);
    if (options.has('t')) {
      if ((await this.#pump(this.#changed(chunks, null), name)) && options.has('v'))
        await io.note(`${name}:\t OK\n`);
      return;
    }
    if (this.#toStdout) {
      await this.#pump(this.#changed(chunks, { name, mtimeMs: stat.mtimeMs }), name);
      return;
    }
    if (this.#unpacks && !ending) return this.#warn(`${name}: unknown suffix -- ignored`);
    if (!this.#unpacks && ending && !options.has('f')) {
      if (!options.has('q')) await io.note(`gzip: ${name} already has ${ending} suffix -- unchanged\n`);
      return;
    }
    const isTar = ending === '.tgz' || ending === '.taz';
    const target = this.#unpacks ? name.slice(0, -ending!.length) + (isTar ? '.tar' : '') : name + suffix;
    if ((await io.stat(io.path(target))) && !options.has('f'))
      return this.#warn(`${target} already exists;\tnot overwritten`);
    await this.#replace(name, target, stat, chunks);
  }

  async #replace(
    name: string,
    target: string,
    stat: { readonly mode: number; readonly mtimeMs: number; readonly size: number },
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const io = this.#io;
    const { files } = io.tools.disk;
    const path = io.path(target);
    const failed = await io.attempt(files.writeFile(path, new Uint8Array(0), stat.mode));
    if (failed !== null) return this.#error(`${target}: ${failed}`);
    let size = 0;
    const put = async (bytes: Uint8Array): Promise<boolean> => {
      size += bytes.length;
      await files.appendFile(path, bytes);
      return !io.stopped;
    };
    if (!(await this.#pump(this.#changed(chunks, { name, mtimeMs: stat.mtimeMs }), name, put))) {
      await files.rm(path, { recursive: false, force: true });
      return;
    }
    await files.utimes(path, stat.mtimeMs, stat.mtimeMs);
    const start = await io.tools.disk.readRange(this.#unpacks ? io.path(name) : path, 0, 1024);
    if (!this.#options.has('k')) await files.rm(io.path(name), { recursive: false, force: true });
    if (!this.#options.has('v')) return;
    const [plain, packed] = this.#unpacks ? [size, stat.size] : [stat.size, size];
    const body = packed - frameBytes(start);
    const verb = this.#options.has('k') ? 'created' : 'replaced with';
    await io.note(`${name}:\t${ratio(plain, body)} -- ${verb} ${target}\n`);
  }

  #changed(
    chunks: AsyncIterable<Uint8Array>,
    file: { readonly name: string; readonly mtimeMs: number } | null,
  ): AsyncIterable<Uint8Array> {
    if (this.#unpacks) return this.#options.has('f') && this.#toStdout ? asItIs(chunks) : gunzipped(chunks);
    const level = Number(this.#options.last(...'123456789') ?? 6);
    const base = file && { ...file, name: file.name.slice(file.name.lastIndexOf('/') + 1) };
    return gzipped(chunks, { level, file: this.#options.has('n') ? null : base });
  }

  /** True where all of it went through. */
  async #pump(
    chunks: AsyncIterable<Uint8Array>,
    name: string,
    put: (bytes: Uint8Array) => Promise<boolean> = (bytes) => this.#io.bytes(bytes),
  ): Promise<boolean> {
    try {
      for await (const chunk of chunks) {
        if (!this.#options.has('t') && !(await put(chunk))) break;
      }
      return true;
    } catch (error) {
      if (!(error instanceof GzipDamage)) throw error;
      await this.#io.note(`\ngzip: ${name}: ${error.message}\n`);
      if (!error.isWarning) this.exitCode = 1;
      else if (this.exitCode === 0) this.exitCode = 2;
      return error.isWarning;
    }
  }

  async #list(chunks: AsyncIterable<Uint8Array>, name: string): Promise<void> {
    let compressed = 0;
    let frame = 0;
    let tail: Uint8Array = new Uint8Array(0);
    for await (const chunk of chunks) {
      if (compressed === 0) frame = frameBytes(chunk);
      compressed += chunk.length;
      tail = Uint8Array.from([...tail, ...chunk.subarray(-4)]).slice(-4);
    }
    const plain = new DataView(Uint8Array.from([...tail, 0, 0, 0, 0]).buffer).getUint32(0, true);
    if (this.#totals.rows++ === 0 && !this.#options.has('q'))
      await this.#io.out('         compressed        uncompressed  ratio uncompressed_name\n');
    this.#totals.compressed += compressed;
    this.#totals.plain += plain;
    this.#totals.frame = frame;
    await this.#row(compressed, plain, name);
  }
}

/** With `-cdf` what is not packed is passed on. */
async function* asItIs(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { start, chunks } = await peeked(input);
  yield* start[0] === 31 && start[1] === 139 ? gunzipped(chunks) : chunks;
}

async function gzip(io: Io, args: readonly string[]): Promise<number> {
  const options = optionsOf(args, spec);
  if ('error' in options) {
    await io.note(`gzip: ${options.error}\nTry \`gzip --help' for more information.\n`);
    return 1;
  }
  if (options.has('V')) {
    await io.out(`${io.name === 'gzip' ? 'gzip' : `${io.name} (gzip)`} 1.12\n`);
    return 0;
  }
  if (options.has('h')) {
    await io.out(
      `Usage: ${io.name} [OPTION]... [FILE]...\nCompress or uncompress FILEs (by default, compress FILES in-place).\n`,
    );
    return 0;
  }
  return new GzipRun(io, options).all();
}

export function gzipCommands(tools: CommandTools): Command[] {
  return ['gzip', 'gunzip', 'zcat'].map((name) => extraCommand(tools, name, gzip));
}
