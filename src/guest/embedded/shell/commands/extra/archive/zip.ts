import { optionsOf } from '../getopt.ts';
import { globPattern } from '../glob.ts';
import type { Io } from '../io.ts';
import { decodeZip, encodeZip, packEntry, percentSaved, type ZipEntry } from './zipFormat.ts';

const spec = [
  ...[
    'r|recurse-paths',
    'q|quiet',
    'v|verbose',
    'j|junk-paths',
    'y|symlinks',
    'm|move',
    'd|delete',
    'u|update',
  ],
  ...[
    'f|freshen',
    '@',
    'x|exclude',
    'i|include',
    'D|no-dir-entries',
    'X|no-extra',
    'T|test',
    'o|latest-time',
  ],
  ...[
    'sf|show-files',
    'e|encrypt',
    'P|password=',
    '0|store',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    'FS|filesync',
  ],
  ...[
    'g|grow',
    'l',
    'S',
    'k',
    'A',
    'z|archive-comment',
    'n|suffixes=',
    'b|temp-path=',
    't|from-date=',
    's|split-size=',
  ],
];

interface Asked {
  readonly has: (...keys: string[]) => boolean;
  readonly archive: string;
  readonly names: readonly string[];
  readonly exclude: readonly RegExp[];
  readonly include: readonly RegExp[];
  readonly level: number;
}

/** `-x` and `-i` take the words up to the next option or `@`, attached or not. */
function asked(args: readonly string[]): Asked | { readonly error: string } {
  const lists = { x: [] as string[], i: [] as string[] };
  const plain: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    const list = /^-(x|i)(.*)$/.exec(arg) ?? /^--(ex|in)clude=?(.*)$/.exec(arg);
    if (!list) {
      // Two letters that are one option.
      plain.push(arg === '-sf' ? '--show-files' : arg === '-FS' ? '--filesync' : arg);
      continue;
    }
    const target = list[1]!.endsWith('x') ? lists.x : lists.i;
    if (list[2] !== '') target.push(list[2]!);
    else while (index + 1 < args.length && !/^-.|^@$/.test(args[index + 1]!)) target.push(args[++index]!);
    if (args[index + 1] === '@') index++;
  }
  const options = optionsOf(plain, spec);
  if ('error' in options) {
    const letter = /'(.)'$/.exec(options.error)?.[1];
    return { error: letter ? `short option '${letter}' not supported` : options.error };
  }
  const [archive = '', ...names] = options.operands;
  const patterns = (globs: readonly string[]): RegExp[] =>
    globs.map((glob) => globPattern(glob.replace(/^\.\//, ''), { crossesSlash: true }));
  return {
    has: (...keys) => options.has(...keys),
    archive: archive === '-' || /\.[^/]*$/.test(archive.replace(/^\.+/, '')) ? archive : `${archive}.zip`,
    names,
    exclude: patterns(lists.x),
    include: patterns(lists.i),
    level: Number(options.last(...'0123456789') ?? 6),
  };
}

interface Found {
  readonly path: string;
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'symlink';
  readonly mode: number;
  readonly mtimeMs: number;
  readonly isStdin?: true;
}

/** Zip says its errors where its progress goes, after an empty line. */
async function zipError(io: Io, text: string, exitCode: number): Promise<number> {
  await io.out(`\nzip error: ${text}\n`);
  return exitCode;
}

export async function zip(io: Io, args: readonly string[]): Promise<number> {
  const options = asked(args);
  if ('error' in options) return zipError(io, `Invalid command arguments (${options.error})`, 16);
  const { archive, has } = options;
  if (archive === '' || archive === '.zip') return zipError(io, 'Nothing to do! ()', 12);
  if (has('e', 'P')) return zipError(io, 'Invalid command arguments (no encryption in this guest)', 16);
  const path = io.path(archive);
  const oldBytes = archive === '-' ? null : await io.tools.disk.readFileBuffer(path).catch(() => null);
  const old = oldBytes ? decodeZip(oldBytes) : [];
  if (!old) return zipError(io, `Zip file structure invalid (${archive})`, 3);
  if (has('sf')) return showFiles(io, old);
  if (has('T') && options.names.length === 0) {
    await io.out(`test of ${archive} OK\n`);
    return 0;
  }
  if (has('d')) return remove(io, options, old, oldBytes !== null);
  const found: Found[] = [];
  const names = [...options.names];
  if (has('@')) {
    const text = await io.readText('-');
    if (typeof text === 'string') names.push(...text.split('\n').filter(Boolean));
  }
  for (const name of names) {
    if (name === '-') {
      found.push({ path: '', name, kind: 'file', mode: 0o600, mtimeMs: Date.now(), isStdin: true });
      continue;
    }
    if (!(await find(io, options, name, path, found)))
      await io.out(`\tzip warning: name not matched: ${name}\n`);
  }
  return store(io, options, old, found);
}

async function showFiles(io: Io, old: readonly ZipEntry[]): Promise<number> {
  const total = old.reduce((sum, entry) => sum + entry.size, 0);
  await io.out(`Archive contains:\n${old.map((entry) => `  ${entry.name}\n`).join('')}`);
  await io.out(`Total ${old.length} entries (${total} bytes)\n`);
  return 0;
}

async function remove(io: Io, options: Asked, old: readonly ZipEntry[], exists: boolean): Promise<number> {
  if (!exists) return zipError(io, `Nothing to do! (${options.archive})`, 12);
  const patterns = options.names.map((name) => globPattern(name, { crossesSlash: true }));
  const kept = old.filter((entry) => !patterns.some((pattern) => pattern.test(entry.name)));
  for (const [index, pattern] of patterns.entries())
    if (!old.some((entry) => pattern.test(entry.name)))
      await io.out(`\tzip warning: name not matched: ${options.names[index]}\n`);
  if (kept.length === old.length) return zipError(io, `Nothing to do! (${options.archive})`, 12);
  for (const entry of old)
    if (!kept.includes(entry) && !options.has('q')) await io.out(`deleting: ${entry.name}\n`);
  if (kept.length > 0) await io.tools.disk.writeFile(io.path(options.archive), encodeZip(kept));
  else {
    await io.out('\tzip warning: zip file empty\n');
    await io.tools.disk.files.rm(io.path(options.archive), { recursive: false, force: true });
  }
  return 0;
}

/** False where nothing is there. */
async function find(
  io: Io,
  options: Asked,
  operand: string,
  archivePath: string,
  found: Found[],
): Promise<boolean> {
  const { has } = options;
  const path = io.path(operand);
  const stat = has('y') ? await io.lstat(path) : await io.stat(path);
  if (!stat) return false;
  const shown = operand.replace(/^(\.?\/+)+/, '').replace(/\/+$/, '');
  const isFolder = stat.kind === 'directory';
  const inside = `${has('j') ? shown.slice(shown.lastIndexOf('/') + 1) : shown}${isFolder ? '/' : ''}`;
  const hidden = options.exclude.some((pattern) => pattern.test(inside));
  const asked = options.include.length === 0 || options.include.some((pattern) => pattern.test(inside));
  const wanted = !hidden && asked && shown !== '.' && shown !== '' && !(isFolder && has('j', 'D'));
  if (wanted && path !== archivePath) {
    const kind = isFolder ? 'directory' : stat.kind === 'symlink' ? 'symlink' : 'file';
    found.push({
      path,
      name: inside,
      kind,
      mode: stat.kind === 'symlink' ? 0o777 : stat.mode,
      mtimeMs: stat.mtimeMs,
    });
  }
  if (isFolder && has('r')) {
    const base = operand.replace(/\/+$/, '');
    for (const child of await io.tools.disk.readdir(path))
      await find(io, options, `${base}/${child}`, archivePath, found);
  }
  return true;
}

async function store(
  io: Io,
  options: Asked,
  old: readonly ZipEntry[],
  found: readonly Found[],
): Promise<number> {
  const { has, archive } = options;
  const entries = new Map(old.map((entry) => [entry.name, entry]));
  const say = (text: string): Promise<unknown> =>
    has('q') ? Promise.resolve() : archive === '-' ? io.note(text) : io.out(text);
  let changed = 0;
  for (const each of found) {
    const before = entries.get(each.name);
    const isNewer = !before || Math.floor(each.mtimeMs / 1000) > before.mtime;
    if ((has('f') && !before) || (has('f', 'u') && !isNewer)) continue;
    let data: Uint8Array = new Uint8Array(0);
    if (each.isStdin) {
      const input = await io.readAll('-');
      if (input instanceof Uint8Array) data = input;
    } else if (each.kind === 'symlink')
      data = new TextEncoder().encode(await io.tools.disk.readlink(each.path));
    else if (each.kind === 'file') data = await io.tools.disk.readFileBuffer(each.path);
    const entry = packEntry(each, data, each.kind === 'symlink' ? 0 : options.level);
    entries.set(each.name, entry);
    changed++;
    const how =
      entry.method === 0 ? 'stored 0%' : `deflated ${percentSaved(entry.size, entry.packed.length)}%`;
    await say(`${before ? (has('f') ? 'freshening' : 'updating') : '  adding'}: ${each.name} (${how})\n`);
    if (io.stopped) return 1;
  }
  if (changed === 0) {
    if (has('u', 'f') && old.length > 0) return 12;
    return zipError(io, `Nothing to do! (${archive})`, 12);
  }
  const bytes = encodeZip([...entries.values()]);
  if (archive === '-') await io.bytes(bytes);
  else {
    const failed = await io.attempt(io.tools.disk.writeFile(io.path(archive), bytes));
    if (failed !== null) {
      await io.note(`zip I/O error: ${failed}\n`);
      return zipError(io, `Could not create output file (${archive})`, 15);
    }
  }
  if (has('T')) await io.out(`test of ${archive} OK\n`);
  if (has('m'))
    for (const { path } of found)
      if (path !== '') await io.tools.disk.files.rm(path, { recursive: true, force: true });
  return 0;
}
