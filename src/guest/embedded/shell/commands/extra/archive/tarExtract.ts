import { globPattern, hasWildcard } from '../glob.ts';
import { GzipDamage } from './gzipStream.ts';
import type { TarRun } from './tarCommand.ts';
import type { TarEntry } from './tarFormat.ts';
import { longLine, transformer, unsafePrefix } from './tarNames.ts';
import { type TarFault, type TarMember, tarMembers } from './tarRead.ts';

/** Members that the command asks for, and which of its words found nothing. */
class Wanted {
  readonly #patterns: readonly { readonly word: string; readonly pattern: RegExp }[];
  readonly #found = new Set<string>();

  constructor(words: readonly string[], wildcards: boolean) {
    this.#patterns = words.map((word) => {
      const bare = word.replace(/\/+$/, '');
      const glob = wildcards ? bare : bare.replace(/[*?[\\]/g, '\\$&');
      return { word, pattern: globPattern(glob, { crossesSlash: true, below: true }) };
    });
  }

  has(name: string): boolean {
    if (this.#patterns.length === 0) return true;
    const bare = name.replace(/\/+$/, '');
    const hits = this.#patterns.filter(({ pattern }) => pattern.test(bare));
    for (const { word } of hits) this.#found.add(word);
    return hits.length > 0;
  }

  get missing(): string[] {
    return this.#patterns.map(({ word }) => word).filter((word) => !this.#found.has(word));
  }
}

function stripped(name: string, count: number): string {
  const parts = name.split('/');
  return parts.slice(count).join('/');
}

/** `-t` and `-x`. */
export async function readArchive(
  run: TarRun,
  archive: string,
  chunks: AsyncIterable<Uint8Array> | string,
): Promise<number> {
  const { io, options } = run;
  if (typeof chunks === 'string') {
    if (!options.has('z')) return run.fatal(chunks);
    // GNU tar leaves the opening to the gzip that it starts.
    await io.note(`tar (child): ${chunks}\ntar (child): Error is not recoverable: exiting now\n`);
    return run.fatal('Child returned status 2');
  }
  let folder = io.context.cwd;
  for (const next of options.all('C')) {
    folder = io.tools.disk.resolvePath(folder, next);
    if ((await io.stat(folder))?.kind !== 'directory')
      return run.fatal(`${next}: Cannot open: No such file or directory`);
  }
  const top = options.get('one-top-level');
  if (top !== undefined)
    folder = io.tools.disk.resolvePath(folder, top || archive.replace(/\.(tar(\.\w+)?|tgz)$/, ''));
  const { operands } = options;
  const wanted = new Wanted(operands, options.has('wildcards'));
  const faults: TarFault[] = [];
  let seen = 0;
  const extraction = new Extraction(run, folder);
  try {
    for await (const member of tarMembers(chunks, (fault) => faults.push(fault))) {
      for (const fault of faults.splice(0)) await tell(run, fault);
      seen++;
      const { name } = member.entry;
      if (!wanted.has(name) || run.excludes.some((pattern) => pattern.test(name.replace(/\/+$/, ''))))
        continue;
      if (options.has('t')) await extraction.list(member.entry, name, run.verbosity > 0);
      else await extraction.take(member);
      if (io.stopped) break;
    }
  } catch (error) {
    if (!(error instanceof GzipDamage)) throw error;
    if (!error.isWarning) {
      await io.note(`\ngzip: stdin: ${error.message}\n`);
      await io.fail(seen > 0 ? 'Unexpected EOF in archive' : 'Child returned status 1');
      return io.fail('Error is not recoverable: exiting now', 2);
    }
  }
  for (const fault of faults) if (!(await tell(run, fault))) return 2;
  await extraction.finish();
  const { missing } = wanted;
  if (missing.some(hasWildcard) && !options.has('wildcards')) {
    await io.fail('Pattern matching characters used in file names');
    await io.fail('Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning');
  }
  for (const word of missing) await run.error(`${word}: Not found in archive`);
  return run.end();
}

/** False where nothing more can come. */
async function tell(run: TarRun, fault: TarFault): Promise<boolean> {
  if (fault === 'not a tar archive') await run.error('This does not look like a tar archive');
  if (fault === 'skipped') await run.error('Skipping to next header');
  if (fault !== 'unexpected end') return true;
  await run.fatal('Unexpected EOF in archive');
  return false;
}

class Extraction {
  readonly #run: TarRun;
  readonly #folder: string;
  readonly #widths = { owner: 19 };
  readonly #rename: (name: string) => string;
  readonly #strip: number;
  readonly #told = new Set<string>();
  /** Links that could lead out of the folder: made last, so that nothing is written through them. */
  readonly #links: { readonly path: string; readonly safe: string; readonly target: string }[] = [];
  readonly #folders: { readonly path: string; readonly entry: TarEntry }[] = [];

  constructor(run: TarRun, folder: string) {
    this.#run = run;
    this.#folder = folder;
    this.#rename = transformer(run.options.all('transform'));
    this.#strip = Number(run.options.get('strip-components') ?? 0);
  }

  async list(entry: TarEntry, name: string, isLong: boolean): Promise<void> {
    const { options } = this.#run;
    const form = { numeric: options.has('numeric-owner'), seconds: options.has('full-time') };
    await this.#run.list(isLong ? longLine(entry, name, this.#widths, form) : name);
  }

  async take(member: TarMember): Promise<void> {
    const run = this.#run;
    const { io, options } = run;
    const { entry } = member;
    const renamed = this.#rename(stripped(entry.name, this.#strip));
    if (renamed === '') return;
    const unsafe = options.has('P') ? '' : unsafePrefix(renamed);
    if (unsafe !== '' && !this.#told.has(unsafe)) {
      this.#told.add(unsafe);
      await io.fail(`Removing leading \`${unsafe}' from member names`);
    }
    const safe = renamed.slice(unsafe.length) || '.';
    if (run.verbosity > 0 && options.has('O')) await io.note(`${entry.name}\n`);
    else if (run.verbosity > 0) await this.list(entry, entry.name, run.verbosity > 1);
    if (options.has('O')) {
      if (entry.type === 'file') await io.output.writeAll(member.body);
      return;
    }
    const failed = await this.#write(io.tools.disk.resolvePath(this.#folder, safe), safe, member);
    if (failed !== null) await run.error(`${safe.replace(/\/$/, '')}: ${failed}`);
  }

  async #hardTarget({ link }: TarEntry): Promise<string> {
    const { io, options } = this.#run;
    const renamed = stripped(link, this.#strip);
    const unsafe = options.has('P') ? '' : unsafePrefix(renamed);
    if (unsafe !== '' && !this.#told.has(`link ${unsafe}`)) {
      this.#told.add(`link ${unsafe}`);
      await io.fail(`Removing leading \`${unsafe}' from hard link targets`);
    }
    return io.tools.disk.resolvePath(this.#folder, renamed.slice(unsafe.length));
  }

  async #write(path: string, safe: string, { entry, body }: TarMember): Promise<string | null> {
    const { io, options } = this.#run;
    const { files } = io.tools.disk;
    const there = await io.lstat(path);
    const umask = options.has('p') ? 0 : 0o022;
    if (entry.type === 'directory') {
      if (there?.kind === 'directory' || (await io.stat(path))?.kind === 'directory') {
        this.#folders.push({ path, entry });
        return null;
      }
      if (there) return 'Cannot mkdir: File exists';
      const failed = await io.attempt(files.mkdir(path, true));
      this.#folders.push({ path, entry });
      return failed === null ? null : `Cannot mkdir: ${failed}`;
    }
    const verb = entry.type === 'symlink' ? `Cannot create symlink to '${entry.link}'` : 'Cannot open';
    if (there) {
      if (options.has('skip-old-files')) return null;
      if (options.has('keep-newer-files') && there.mtimeMs >= entry.mtime * 1000) return null;
      if (options.has('k')) return `${verb}: File exists`;
      if (there.kind === 'directory')
        return `${verb}: ${entry.type === 'symlink' ? 'File exists' : 'Is a directory'}`;
      await files.rm(path, { recursive: false, force: true });
    }
    const parent = path.slice(0, path.lastIndexOf('/'));
    const failed = await io.attempt(
      (async () => {
        if (parent !== '' && !(await io.stat(parent))) await files.mkdir(parent, true);
        if (entry.type === 'symlink' && !options.has('P') && unsafePrefix(entry.link) !== '') {
          // An empty file in its place: a member below it fails, as with GNU's tar.
          await files.writeFile(path, new Uint8Array(0), 0);
          this.#links.push({ path, safe, target: entry.link });
        } else if (entry.type === 'symlink') await files.symlink(entry.link, path);
        else if (entry.type === 'hardlink') await files.link(await this.#hardTarget(entry), path);
        else {
          await files.writeFile(path, new Uint8Array(0), entry.mode & 0o7777 & ~umask);
          for await (const chunk of body) await files.appendFile(path, chunk);
          if (!options.has('m')) await files.utimes(path, entry.mtime * 1000, entry.mtime * 1000);
        }
      })(),
    );
    if (failed === null) return null;
    return entry.type === 'hardlink'
      ? `Cannot hard link to '${entry.link}': ${failed}`
      : `${verb}: ${failed}`;
  }

  /** Modes and times of folders come last: what is put into them would change them. */
  async finish(): Promise<void> {
    const { io, options } = this.#run;
    const { files } = io.tools.disk;
    for (const { path, safe, target } of this.#links) {
      const stat = await io.lstat(path);
      // Another member has taken the place.
      if (stat?.kind !== 'file' || stat.size > 0 || (stat.mode & 0o777) !== 0) continue;
      await files.rm(path, { recursive: false, force: true });
      const failed = await io.attempt(files.symlink(target, path));
      if (failed !== null) await this.#run.error(`${safe}: Cannot create symlink to '${target}': ${failed}`);
    }
    for (const { path, entry } of this.#folders.reverse()) {
      await io.attempt(
        io.tools.disk.files.chmod(path, entry.mode & 0o7777 & ~(options.has('p') ? 0 : 0o022)),
      );
      if (!options.has('m'))
        await io.attempt(io.tools.disk.files.utimes(path, entry.mtime * 1000, entry.mtime * 1000));
    }
  }
}
