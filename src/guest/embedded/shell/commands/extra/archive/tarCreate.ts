import { fileChunks } from '../../inputs.ts';
import type { TarRun } from './tarCommand.ts';
import { blockBytes, encodeHeader, type TarEntry, type TarFormat } from './tarFormat.ts';
import { longLine, modeWith, transformer, unsafePrefix } from './tarNames.ts';

const formats: Readonly<Record<string, TarFormat>> = {
  gnu: 'gnu',
  oldgnu: 'gnu',
  pax: 'pax',
  posix: 'pax',
  ustar: 'ustar',
  v7: 'v7',
};

/** Names to pack, each with the folder that `-C` had made the current one. */
async function namesOf(run: TarRun): Promise<{ readonly name: string; readonly folder: string }[]> {
  const { io, options } = run;
  const names: { name: string; folder: string }[] = [];
  let folder = io.context.cwd;
  for (const [key, value] of options.list) {
    if (key === 'C') folder = io.tools.disk.resolvePath(folder, value);
    else if (key === '') names.push({ name: value, folder });
    else if (key === 'T') {
      const text = await io.readText(value);
      if (typeof text !== 'string') await run.error(`${value}: Cannot open: ${text.failed}`);
      else {
        const separator = options.has('null') ? '\0' : '\n';
        for (const line of text.split(separator)) if (line !== '') names.push({ name: line, folder });
      }
    }
  }
  return names;
}

/** Headers and bodies of everything the command names; with `newest`, only of what is newer than there. */
export async function* addMembers(
  run: TarRun,
  archivePath: string,
  newest: ReadonlyMap<string, number> | null,
): AsyncGenerator<Uint8Array> {
  const { io, options } = run;
  const format = options.has('posix')
    ? 'pax'
    : (formats[options.get('format') ?? options.get('H') ?? 'gnu'] ?? 'gnu');
  const rename = transformer(options.all('transform'));
  const widths = { owner: 19 };
  const told = new Set<string>();
  const mtimeText = options.get('mtime');
  const mtime =
    mtimeText === undefined
      ? null
      : Date.parse(
          mtimeText
            .replace(/^@(\d+)$/, (_all, seconds: string) => new Date(Number(seconds) * 1000).toISOString())
            .replace(/^(\d{4}-\d\d-\d\d) (\S+)$/, '$1T$2Z'),
        );
  const accountOf = (option: string): { readonly name: string; readonly id: number } => {
    const [name = '', id] = (options.get(option) ?? 'user:1000').split(/:\+?/);
    if (/^\d+$/.test(name))
      return { name: options.has('numeric-owner') || name !== '0' ? '' : 'root', id: Number(name) };
    return { name: options.has('numeric-owner') ? '' : name, id: Number(id ?? (name === 'root' ? 0 : 1000)) };
  };
  const owner = accountOf('owner');
  const group = accountOf('group');

  async function* add(name: string, path: string): AsyncGenerator<Uint8Array> {
    if (io.stopped) return;
    const shown = name.replace(/\/+$/, '') || '/';
    if (run.excludes.some((pattern) => pattern.test(shown))) return;
    const stat = options.has('h') ? await io.stat(path) : await io.lstat(path);
    if (!stat) {
      await run.error(`${shown}: Cannot stat: No such file or directory`);
      return;
    }
    if (path === archivePath) {
      await io.fail(`${shown}: file is the archive; not dumped`);
      return;
    }
    const isFolder = stat.kind === 'directory';
    const inside = rename(isFolder ? `${shown === '/' ? '' : shown}/` : shown);
    const unsafe = options.has('P') ? '' : unsafePrefix(inside);
    if (unsafe !== '' && !told.has(unsafe)) {
      told.add(unsafe);
      await io.fail(`Removing leading \`${unsafe}' from member names`);
    }
    const entry: TarEntry = {
      name: inside.slice(unsafe.length) || './',
      type: isFolder ? 'directory' : stat.kind === 'symlink' ? 'symlink' : 'file',
      mode: modeWith(options.get('mode'), stat.kind === 'symlink' ? 0o777 : stat.mode & 0o7777, isFolder),
      uid: owner.id,
      gid: group.id,
      owner: owner.name,
      group: group.name,
      size: stat.kind === 'file' ? stat.size : 0,
      mtime:
        mtime === null
          ? format === 'pax'
            ? stat.mtimeMs / 1000
            : Math.floor(stat.mtimeMs / 1000)
          : mtime / 1000,
      link: stat.kind === 'symlink' ? await io.tools.disk.readlink(path) : '',
    };
    const isOld = newest !== null && (newest.get(entry.name) ?? -1) >= Math.floor(entry.mtime);
    if (!isOld || isFolder) {
      if (run.verbosity > 1)
        await run.list(longLine(entry, inside, widths, { numeric: false, seconds: false }));
      else if (run.verbosity > 0) await run.list(inside);
      yield encodeHeader(entry, format);
      if (entry.size > 0) yield* body(path, entry.size);
    }
    if (!isFolder || options.has('no-recursion')) return;
    for (const child of await io.tools.disk.readdir(path))
      yield* add(`${shown === '/' ? '' : shown}/${child}`, `${path === '/' ? '' : path}/${child}`);
  }

  /** As many bytes as the header says, whatever happens to the file meanwhile. */
  async function* body(path: string, size: number): AsyncGenerator<Uint8Array> {
    let left = size;
    for await (const chunk of fileChunks(io.tools, path)) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (part.length > 0) yield part;
      if (left === 0) break;
    }
    const missing = left + ((blockBytes - (size % blockBytes)) % blockBytes);
    if (missing > 0) yield new Uint8Array(missing);
  }

  for (const { name, folder } of await namesOf(run)) {
    const path = io.tools.disk.resolvePath(folder, name);
    yield* add(name, path);
    if (options.has('remove-files')) await io.tools.disk.files.rm(path, { recursive: true, force: true });
  }
}
