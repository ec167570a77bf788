import { fileChunks } from '../../inputs.ts';
import { type Options, optionsOf } from '../getopt.ts';
import { globPattern } from '../glob.ts';
import type { Io } from '../io.ts';
import { gunzipped, gzipped, peeked } from './gzipStream.ts';
import { addMembers } from './tarCreate.ts';
import { readArchive } from './tarExtract.ts';
import { blockBytes, encodeHeader } from './tarFormat.ts';
import { tarMembers } from './tarRead.ts';

const operations = 'cxtruAd';
const spec = [
  ...[
    'c|create',
    'x|extract|get',
    't|list',
    'r|append',
    'u|update',
    'A|catenate|concatenate',
    'd|diff|compare',
  ],
  ...['delete', 'f|file=', 'C|directory=', 'z|gzip|gunzip|ungzip', 'j|bzip2', 'J|xz', 'zstd', 'Z|compress'],
  ...[
    'a|auto-compress',
    'v|verbose',
    'O|to-stdout',
    'k|keep-old-files',
    'skip-old-files',
    'keep-newer-files',
  ],
  ...['overwrite', 'm|touch', 'p|preserve-permissions|same-permissions', 'no-same-permissions'],
  ...['same-owner', 'o|no-same-owner', 'h|dereference', 'exclude=', 'X|exclude-from=', 'exclude-vcs'],
  ...['strip-components=', 'T|files-from=', 'null', 'no-recursion', 'recursion', 'wildcards', 'no-wildcards'],
  ...[
    'anchored',
    'no-anchored',
    'transform|xform=',
    'P|absolute-names',
    'owner=',
    'group=',
    'mode=',
    'mtime=',
  ],
  ...[
    'numeric-owner',
    'sort=',
    'format=',
    'H=',
    'V|label=',
    'one-top-level=?',
    'b|blocking-factor=',
    'full-time',
  ],
  ...[
    'totals',
    'w|interactive',
    'W|verify',
    'S|sparse',
    'U|unlink-first',
    'B|read-full-records',
    'i|ignore-zeros',
  ],
  ...[
    'l|check-links',
    'n|seek',
    's|preserve-order',
    'I|use-compress-program=',
    'remove-files',
    'force-local',
  ],
  ...[
    'ignore-failed-read',
    'warning=',
    'checkpoint=?',
    'no-auto-compress',
    'version',
    'help',
    'show-transformed-names',
  ],
  ...['exclude-caches', 'posix', 'old-archive', 'newer=', 'N=', 'hard-dereference', 'utc', 'quoting-style='],
];

/** `tar czf x.tgz`: letters without a dash take their values in turn from the words behind them. */
function modernArgs(args: readonly string[]): string[] {
  const [first = '', ...rest] = args;
  if (first === '' || first.startsWith('-')) return [...args];
  const modern: string[] = [];
  for (const letter of first) {
    modern.push(`-${letter}`);
    if ('fCbTXVHINK'.includes(letter) && rest.length > 0) modern.push(rest.shift()!);
  }
  return [...modern, ...rest];
}

/** What one run of tar shares between its parts. */
export class TarRun {
  readonly io: Io;
  readonly options: Options;
  readonly excludes: readonly RegExp[];
  /** Where names are listed: on standard output, unless that is the archive. */
  readonly namesToStderr: boolean;
  readonly verbosity: number;
  #failed = false;

  constructor(io: Io, options: Options, excludes: readonly RegExp[], namesToStderr: boolean) {
    this.io = io;
    this.options = options;
    this.excludes = excludes;
    this.namesToStderr = namesToStderr;
    this.verbosity = options.all('v').length;
  }

  async list(line: string): Promise<void> {
    if (this.namesToStderr) await this.io.note(`${line}\n`);
    else await this.io.out(`${line}\n`);
  }

  /** A mistake after which tar goes on. */
  async error(text: string): Promise<void> {
    this.#failed = true;
    await this.io.fail(text);
  }

  async end(): Promise<number> {
    if (!this.#failed) return 0;
    return this.io.fail('Exiting with failure status due to previous errors', 2);
  }

  async fatal(text: string): Promise<number> {
    await this.io.fail(text);
    return this.io.fail('Error is not recoverable: exiting now', 2);
  }
}

function usage(io: Io, text: string, exitCode = 2): Promise<number> {
  return io.fail(`${text}\nTry 'tar --help' or 'tar --usage' for more information.`, exitCode);
}

export async function tar(io: Io, args: readonly string[]): Promise<number> {
  const options = optionsOf(modernArgs(args), spec);
  if ('error' in options) return usage(io, options.error, 64);
  if (options.has('version')) {
    await io.out('tar (GNU tar) 1.34\n');
    return 0;
  }
  if (options.has('help')) {
    await io.out(
      'Usage: tar [OPTION...] [FILE]...\ntar -cf archive.tar foo bar  # Create archive.tar from files foo and bar.\ntar -tvf archive.tar         # List all files in archive.tar verbosely.\ntar -xf archive.tar          # Extract all files from archive.tar.\n',
    );
    return 0;
  }
  const asked = [
    ...new Set(options.list.map(([key]) => key).filter((key) => operations.includes(key) && key !== '')),
  ];
  if (options.has('delete')) asked.push('delete');
  const [operation] = asked;
  if (operation === undefined)
    return usage(io, "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options");
  if (asked.length > 1)
    return usage(io, "You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option");
  if (operation === 'd')
    return io.fail('--compare is not in this guest; extract to a folder and use diff -r', 2);
  if (operation === 'delete')
    return io.fail('--delete is not in this guest; extract, remove and pack again', 2);
  const archive = options.get('f') ?? '-';
  const packer = packerOf(options, archive, operation === 'c' && options.has('a'));
  if (packer !== null && packer !== 'gzip')
    return io.fail(`${packer} is not in this guest; use gzip (-z) or no compression`, 2);
  const excludes = await excludesOf(io, options);
  if (typeof excludes === 'string') return io.fail(excludes, 2);
  const run = new TarRun(io, options, excludes, operation === 'c' && archive === '-');
  if (operation === 'x' || operation === 't')
    return readArchive(run, archive, await unpacked(io, archive, packer));
  const hasMembers = options.operands.length > 0 || options.has('T');
  if (operation === 'c' && !hasMembers) return usage(io, 'Cowardly refusing to create an empty archive');
  if (operation === 'c')
    return write(run, archive, packer === 'gzip', addMembers(run, io.path(archive), null));
  if (packer !== null) return usage(io, 'Cannot update compressed archives');
  return append(run, archive, operation);
}

type Packer = 'gzip' | 'bzip2' | 'xz' | 'zstd' | 'compress';

function packerOf(options: Options, archive: string, bySuffix: boolean): Packer | null {
  const program = options.get('I');
  if (options.has('z') || program === 'gzip' || program?.startsWith('gzip ') || program === 'pigz')
    return 'gzip';
  if (options.has('j') || program === 'bzip2') return 'bzip2';
  if (options.has('J') || program === 'xz') return 'xz';
  if (options.has('zstd') || program === 'zstd') return 'zstd';
  if (options.has('Z')) return 'compress';
  if (!bySuffix) return null;
  if (/\.(gz|tgz|taz)$/.test(archive)) return 'gzip';
  if (/\.(bz2|tbz2?|tz2)$/.test(archive)) return 'bzip2';
  if (/\.(xz|txz)$/.test(archive)) return 'xz';
  return /\.(zst|tzst)$/.test(archive) ? 'zstd' : null;
}

async function excludesOf(io: Io, options: Options): Promise<RegExp[] | string> {
  const globs = options.all('exclude');
  for (const file of options.all('X')) {
    const text = await io.readText(file);
    if (typeof text !== 'string') return `${file}: Cannot open: ${text.failed}`;
    globs.push(...text.split('\n').filter(Boolean));
  }
  if (options.has('exclude-vcs'))
    globs.push('.git', '.gitignore', '.gitattributes', '.gitmodules', '.svn', '.hg', 'CVS');
  const anywhere = !options.has('anchored');
  return globs.map((glob) =>
    globPattern(glob.replace(/\/$/, ''), { crossesSlash: true, anywhere, below: true }),
  );
}

/** The archive without its packing, whatever the options say of it; or why it cannot be read. */
async function unpacked(
  io: Io,
  archive: string,
  packer: Packer | null,
): Promise<AsyncIterable<Uint8Array> | string> {
  const input = await io.open(archive);
  if ('failed' in input) return `${archive}: Cannot open: ${input.failed}`;
  const { start, chunks } = await peeked(input);
  const magic = Array.from(start.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (packer === 'gzip' || magic.startsWith('1f8b')) return gunzipped(chunks);
  if (magic.startsWith('425a68')) return 'This archive is packed with bzip2, which is not in this guest';
  if (magic === 'fd377a58') return 'This archive is packed with xz, which is not in this guest';
  if (magic === '28b52ffd') return 'This archive is packed with zstd, which is not in this guest';
  return chunks;
}

const recordBytes = 20 * blockBytes;

/** Two empty blocks, and zeros up to a whole record. */
async function* ended(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    yield chunk;
  }
  const end = size + 2 * blockBytes;
  yield new Uint8Array(Math.ceil(end / recordBytes) * recordBytes - size);
}

async function write(
  run: TarRun,
  archive: string,
  packs: boolean,
  members: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { io } = run;
  const whole = ended(members);
  const chunks = packs ? gzipped(whole, { level: 6, file: null }) : whole;
  if (archive === '-') {
    await io.output.writeAll(chunks);
    return run.end();
  }
  const path = io.path(archive);
  const failed = await io.attempt(io.tools.disk.writeFile(path, new Uint8Array(0)));
  if (failed !== null) return run.fatal(`${archive}: Cannot open: ${failed}`);
  for await (const chunk of chunks) {
    await io.tools.disk.appendFile(path, chunk);
    if (io.stopped) break;
  }
  return run.end();
}

/** `-r`, `-u` and `-A`: what was there, then more. */
async function append(run: TarRun, archive: string, operation: string): Promise<number> {
  const { io, options } = run;
  const path = io.path(archive);
  const newest = new Map<string, number>();
  async function* merged(): AsyncGenerator<Uint8Array> {
    const sources = [path, ...(operation === 'A' ? options.operands.map((each) => io.path(each)) : [])];
    for (const source of sources) {
      if (!(await io.stat(source))) continue;
      for await (const { entry, body } of tarMembers(fileChunks(io.tools, source), () => {})) {
        newest.set(entry.name, entry.mtime);
        yield encodeHeader(entry, 'gnu');
        yield* body;
        yield new Uint8Array((blockBytes - (entry.size % blockBytes)) % blockBytes);
      }
    }
    if (operation !== 'A') yield* addMembers(run, path, operation === 'u' ? newest : null);
  }
  // The archive is read while the new one grows beside it.
  const beside = `${archive}.${io.random(1e9).toString(36)}`;
  const exitCode = await write(run, beside, false, merged());
  await io.tools.disk.files.rename(io.path(beside), path);
  return exitCode;
}
