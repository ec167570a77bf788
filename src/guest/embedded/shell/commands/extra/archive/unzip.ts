import { type Options, optionsOf } from '../getopt.ts';
import { globPattern } from '../glob.ts';
import type { Io } from '../io.ts';
import { modeText } from './tarNames.ts';
import { decodeZip, isSymlink, percentSaved, unpackEntry, type ZipEntry } from './zipFormat.ts';

const spec = [...'lvtpcqonufjaCLXKUZ12zTMBD', 'd=', 'x', '+'];

interface Request {
  readonly options: Options;
  readonly archive: string;
  readonly names: readonly string[];
  readonly excluded: readonly string[];
  readonly folder: string;
}

/** Options come first; after the archive only `-x LIST` and `-d DIR` are options. */
function requestOf(args: readonly string[]): Request | { readonly error: string } {
  const options = optionsOf(args, spec);
  if ('error' in options) return options;
  const [archive = '', ...rest] = options.operands;
  const names: string[] = [];
  const excluded: string[] = [];
  let folder = options.get('d') ?? '';
  let list = names;
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index]!;
    if (word === '-x') list = excluded;
    else if (/^-d./.test(word)) folder = word.slice(2);
    else if (word === '-d') {
      const value = rest[++index];
      if (value === undefined) return { error: 'must specify directory to which to extract with -d option' };
      folder = value;
    } else list.push(word);
  }
  return { options, archive, names, excluded, folder };
}

const missingDirectory = `  End-of-central-directory signature not found.  Either this file is not
  a zipfile, or it constitutes one disk of a multi-part archive.  In the
  latter case the central directory and zipfile comment will be found on
  the last disk(s) of this archive.
`;

export async function unzip(io: Io, args: readonly string[]): Promise<number> {
  if (args.length === 0) {
    await io.out(
      'UnZip 6.00 of 20 April 2009, by Debian. Original by Info-ZIP.\n\nUsage: unzip [-Z] [-opts[modifiers]] file[.zip] [list] [-x xlist] [-d exdir]\n',
    );
    return 0;
  }
  const request = requestOf(args);
  if ('error' in request) {
    await io.note(
      `error:  ${request.error.replace(/^option requires an argument -- 'd'$/, 'must specify directory to which to extract with -d option')}\n`,
    );
    return 10;
  }
  const { options, archive } = request;
  const isInfo = io.name === 'zipinfo' || options.has('Z');
  const tries = [archive, `${archive}.zip`, `${archive}.ZIP`];
  let name = '';
  for (const each of tries) if (name === '' && (await io.stat(io.path(each)))?.kind === 'file') name = each;
  const quiet = options.all('q').length;
  if (name === '') {
    await io.note(`${io.name}:  cannot find or open ${archive}, ${archive}.zip or ${archive}.ZIP.\n`);
    return 9;
  }
  const entries = decodeZip(await io.tools.disk.readFileBuffer(io.path(name)));
  const lists = options.has('l', 'v');
  const brief = isInfo ? options.has('1', '2') : options.has('p') || (lists ? quiet > 1 : quiet > 0);
  if (!brief) await io.out(`Archive:  ${name}\n`);
  if (!entries) {
    if (brief && !options.has('p')) await io.note(`[${name}]\n`);
    await io.note(missingDirectory);
    await io.note(
      `unzip:  cannot find zipfile directory in one of ${name} or\n        ${name}.zip, and cannot find ${name}.ZIP, period.\n`,
    );
    return 9;
  }
  const form = { crossesSlash: true, ignoreCase: options.has('C') };
  const patterns = request.names.map((each) => globPattern(each, form));
  const hidden = request.excluded.map((each) => globPattern(each, form));
  const isWanted = (entry: ZipEntry): boolean =>
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(entry.name))) &&
    !hidden.some((pattern) => pattern.test(entry.name));
  const wanted = entries.filter(isWanted);
  let exitCode: number;
  if (isInfo) exitCode = await info(io, wanted, request, name);
  else if (lists) exitCode = await list(io, wanted, options.has('v'), quiet);
  else if (options.has('t')) exitCode = await test(io, wanted, name, quiet);
  else exitCode = await new Extractor(io, request, quiet).all(wanted);
  for (const [index, pattern] of patterns.entries()) {
    if (entries.some((entry) => pattern.test(entry.name))) continue;
    await io.note(`caution: filename not matched:  ${request.names[index]}\n`);
    exitCode = Math.max(exitCode, 11);
  }
  return exitCode;
}

function timeOf(entry: ZipEntry): string {
  const text = new Date(entry.mtime * 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

function totals(entries: readonly ZipEntry[]): {
  readonly size: number;
  readonly packed: number;
  readonly count: string;
} {
  const sum = (of: (entry: ZipEntry) => number): number =>
    entries.reduce((total, entry) => total + of(entry), 0);
  return {
    size: sum((entry) => entry.size),
    packed: sum((entry) => entry.packed.length),
    count: `${entries.length} file${entries.length === 1 ? '' : 's'}`,
  };
}

async function list(io: Io, entries: readonly ZipEntry[], verbose: boolean, quiet: number): Promise<number> {
  const { size, packed, count } = totals(entries);
  const percent = (entry: { readonly size: number }, bytes: number): string =>
    `${String(percentSaved(entry.size, bytes)).padStart(3)}%`;
  if (quiet < 2)
    await io.out(
      verbose
        ? ' Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n'
        : '  Length      Date    Time    Name\n---------  ---------- -----   ----\n',
    );
  for (const entry of entries) {
    const columns = `${String(entry.size).padStart(8)}  ${entry.method === 8 ? 'Defl:N' : 'Stored'}${String(entry.packed.length).padStart(9)}`;
    const crc = entry.crc.toString(16).padStart(8, '0');
    await io.out(
      verbose
        ? `${columns} ${percent(entry, entry.packed.length)} ${timeOf(entry)} ${crc}  ${entry.name}\n`
        : `${String(entry.size).padStart(9)}  ${timeOf(entry)}   ${entry.name}\n`,
    );
  }
  if (quiet > 1) return 0;
  await io.out(
    verbose
      ? `--------          -------  ---                            -------\n${String(size).padStart(8)}         ${String(packed).padStart(8)} ${percent({ size }, packed)}                            ${count}\n`
      : `---------                     -------\n${String(size).padStart(9)}                     ${count}\n`,
  );
  return 0;
}

async function info(io: Io, entries: readonly ZipEntry[], request: Request, name: string): Promise<number> {
  if (request.options.has('1', '2')) {
    await io.out(entries.map((entry) => `${entry.name}\n`).join(''));
    return 0;
  }
  const { size, packed } = totals(entries);
  const bytes = (await io.stat(io.path(name)))?.size ?? 0;
  await io.out(`Zip file size: ${bytes} bytes, number of entries: ${entries.length}\n`);
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  for (const entry of entries) {
    const date = new Date(entry.mtime * 1000).toISOString();
    const when = `${date.slice(2, 4)}-${months[Number(date.slice(5, 7)) - 1]}-${date.slice(8, 10)} ${date.slice(11, 16)}`;
    const kind = entry.name.endsWith('/') ? 'd' : isSymlink(entry) ? 'l' : '-';
    const flags = `${entry.isText ? 't' : 'b'}x ${entry.method === 8 ? 'defN' : 'stor'}`;
    await io.out(
      `${kind}${modeText(entry.mode)}  3.0 unx ${String(entry.size).padStart(8)} ${flags} ${when} ${entry.name}\n`,
    );
  }
  const ratio = size === 0 ? 0 : ((size - packed) * 100) / size;
  await io.out(
    `${entries.length} file${entries.length === 1 ? '' : 's'}, ${size} bytes uncompressed, ${packed} bytes compressed:  ${ratio.toFixed(1)}%\n`,
  );
  return 0;
}

async function test(io: Io, entries: readonly ZipEntry[], name: string, quiet: number): Promise<number> {
  let bad = 0;
  for (const entry of entries) {
    const data = unpackEntry(entry);
    if (typeof data === 'string') bad++;
    const line = `    testing: ${entry.name.padEnd(22)}  ${typeof data === 'string' ? data : ' OK'}\n`;
    if (quiet === 0) await io.out(line);
  }
  if (quiet > 1) return bad > 0 ? 2 : 0;
  const what =
    bad > 0
      ? `At least one error was detected in ${name}.\n`
      : `No errors detected in compressed data of ${name}.\n`;
  await io.out(what);
  return bad > 0 ? 2 : 0;
}

class Extractor {
  readonly #io: Io;
  readonly #request: Request;
  readonly #quiet: number;
  #exitCode = 0;
  #refusesAll = false;
  readonly #links: { readonly path: string; readonly shown: string; readonly target: string }[] = [];

  constructor(io: Io, request: Request, quiet: number) {
    this.#io = io;
    this.#request = request;
    this.#quiet = quiet;
  }

  async all(entries: readonly ZipEntry[]): Promise<number> {
    for (const entry of entries) {
      await this.#one(entry);
      if (this.#io.stopped) break;
    }
    const { files } = this.#io.tools.disk;
    if (this.#links.length > 0 && this.#quiet === 0)
      await this.#io.out('finishing deferred symbolic links:\n');
    for (const { path, shown, target } of this.#links) {
      await files.rm(path, { recursive: false, force: true });
      await files.symlink(target, path);
      if (this.#quiet === 0) await this.#io.out(`  ${shown.padEnd(22)} -> ${target}\n`);
    }
    return this.#exitCode;
  }

  async #one(entry: ZipEntry): Promise<void> {
    const io = this.#io;
    const { options, folder } = this.#request;
    const isFolder = entry.name.endsWith('/');
    const data = unpackEntry(entry);
    if (options.has('p', 'c')) {
      if (isFolder && options.has('p')) return;
      if (options.has('c') && this.#quiet === 0)
        await io.out(`${this.#verb(entry)}: ${entry.name.padEnd(22)}  \n`);
      if (typeof data === 'string') await this.#damaged(entry.name, data);
      else await io.bytes(data);
      if (options.has('c') && this.#quiet === 0) await io.out('\n');
      return;
    }
    const safe = entry.name
      .split('/')
      .filter((part, index, all) => part !== '..' && (part !== '' || index === all.length - 1))
      .join('/');
    const inside = options.has('j') ? safe.slice(safe.lastIndexOf('/') + 1) : safe;
    if (inside === '') return;
    const base = folder.replace(/\/+$/, '') || (folder === '' ? '' : '/');
    const shown = (base === '' ? '' : `${base}/`) + inside;
    const path = io.path(shown);
    const { files } = io.tools.disk;
    if (isFolder) {
      if ((await io.stat(path))?.kind === 'directory') return;
      await files.mkdir(path, true);
      if (this.#quiet === 0) await io.out(`   creating: ${shown}\n`);
      if (entry.mode > 0) await files.chmod(path, entry.mode & 0o777);
      return;
    }
    if (!(await this.#mayWrite(path, shown, entry))) return;
    const word = isSymlink(entry) ? '    linking' : this.#verb(entry);
    const target = isSymlink(entry) && typeof data !== 'string' ? new TextDecoder().decode(data) : null;
    if (this.#quiet === 0)
      await io.out(`${word}: ${shown.padEnd(22)}  ${target === null ? '' : `-> ${target} `}\n`);
    if (typeof data === 'string') return this.#damaged(shown, data);
    const failed = await io.attempt(
      (async () => {
        const parent = path.slice(0, path.lastIndexOf('/')) || '/';
        if (!(await io.stat(parent))) await files.mkdir(parent, true);
        await files.rm(path, { recursive: false, force: true });
        await files.writeFile(path, data, entry.mode > 0 ? entry.mode & 0o777 : 0o644);
        await files.utimes(path, entry.mtime * 1000, entry.mtime * 1000);
      })(),
    );
    if (failed !== null) {
      await io.note(`error:  cannot create ${shown}\n        ${failed}\n`);
      this.#exitCode = Math.max(this.#exitCode, 50);
    } else if (target !== null) this.#links.push({ path, shown, target });
  }

  #verb(entry: ZipEntry): string {
    return entry.method === 8 ? '  inflating' : ' extracting';
  }

  async #damaged(name: string, reason: string): Promise<void> {
    await this.#io.note(`error:  ${name}: ${reason}\n`);
    this.#exitCode = Math.max(this.#exitCode, 2);
  }

  /** Nobody is there to answer unzip's question: as at the end of its input, the answer is to keep all. */
  async #mayWrite(path: string, shown: string, entry: ZipEntry): Promise<boolean> {
    const { options } = this.#request;
    const there = await this.#io.lstat(path);
    if (options.has('u', 'f') && there && Math.floor(there.mtimeMs / 1000) >= entry.mtime) return false;
    if (!there) return !options.has('f');
    if (options.has('o')) return true;
    if (options.has('n') || this.#refusesAll) return false;
    await this.#io.note(
      `replace ${shown}? [y]es, [n]o, [A]ll, [N]one, [r]ename:  NULL\n(EOF or read error, treating as "[N]one" ...)\n`,
    );
    this.#refusesAll = true;
    this.#exitCode = Math.max(this.#exitCode, 1);
    return false;
  }
}
