import { normalize } from '../loader/modulePaths.ts';
import { checkBoolean, checkFunction } from '../nodeErrors/argumentErrors.ts';
import { optionsOf } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { accessModeFrom } from './fsConstants.ts';
import { asking, copyError, fsError } from './fsErrors.ts';

/** A path as errors show it and where it leads. */
interface Place {
  readonly given: string;
  readonly path: string;
}

interface CopyOptions {
  readonly accepts: ((from: string, to: string) => unknown) | undefined;
  readonly follows: boolean;
  readonly force: boolean;
  readonly failing: boolean;
  readonly recursive: boolean;
  readonly keepsTimes: boolean;
  /** Relative targets of links stay as they are. */
  readonly verbatim: boolean;
}

/** `cp`, blocking. */
export function createCopyCall(base: FsBase) {
  const { files } = base;

  function optionsFrom(options: unknown): CopyOptions {
    const given = optionsOf(options);
    const flag = (name: string): boolean => {
      const value = given[name] ?? name === 'force';
      checkBoolean(value, `options.${name}`);
      return value;
    };
    const flags = {
      follows: flag('dereference'),
      failing: flag('errorOnExist'),
      force: flag('force'),
      keepsTimes: flag('preserveTimestamps'),
      recursive: flag('recursive'),
      verbatim: flag('verbatimSymlinks'),
    };
    accessModeFrom(given.mode);
    if (given.filter !== undefined) checkFunction(given.filter, 'options.filter');
    return { ...flags, accepts: given.filter as CopyOptions['accepts'] };
  }

  function statOf(place: Place, follows: boolean) {
    try {
      return follows ? files.stat(place.path) : files.lstat(place.path);
    } catch {
      return null;
    }
  }

  function cp(src: unknown, dest: unknown, options?: unknown): void {
    const copying = optionsFrom(options);
    const [from, to] = [base.place(src, 'src'), base.place(dest, 'dest')];
    const kind = checkEnds(from, to, copying);
    if (copying.accepts && !copying.accepts(from.given, to.given)) return;
    if (kind === 'directory' && !copying.recursive) {
      const reason = `${from.given} is a directory (not copied)`;
      throw copyError('ERR_FS_EISDIR', {
        code: 'EISDIR',
        syscall: 'cp',
        reason,
        path: from.given,
        errno: 22,
      });
    }
    const parent = normalize(to.path).replace(/\/[^/]*$/, '');
    asking({ syscall: 'cp', path: from.given, dest: to.given }, () => {
      if (parent !== '') files.mkdir(parent, true, 0o777);
      copyEntry(from, to, copying);
    });
  }

  /** What speaks against the two as source and target. Answers what the source is. */
  function checkEnds(from: Place, to: Place, { follows }: CopyOptions): string {
    const source = statOf(from, follows);
    if (!source) {
      throw fsError({ code: 'ENOENT', syscall: follows ? 'stat' : 'lstat', path: from.given });
    }
    const target = statOf(to, follows);
    const fault = (name: string, code: 'EINVAL' | 'EISDIR' | 'ENOTDIR', reason: string): Error =>
      copyError(name, { code, syscall: 'cp', reason, path: to.given });
    if (target) {
      if (target.ino === source.ino)
        throw fault('ERR_FS_CP_EINVAL', 'EINVAL', 'src and dest cannot be the same');
      if (source.kind === 'directory' && target.kind !== 'directory') {
        const reason = `cannot overwrite non-directory ${to.given} with directory ${from.given}`;
        throw fault('ERR_FS_CP_DIR_TO_NON_DIR', 'EISDIR', reason);
      }
      if (source.kind !== 'directory' && target.kind === 'directory') {
        const reason = `cannot overwrite directory ${to.given} with non-directory ${from.given}`;
        throw fault('ERR_FS_CP_NON_DIR_TO_DIR', 'ENOTDIR', reason);
      }
    }
    if (source.kind === 'directory' && isWithin(from.path, to.path)) {
      const reason = `cannot copy ${from.given} to a subdirectory of self ${to.given}`;
      throw fault('ERR_FS_CP_EINVAL', 'EINVAL', reason);
    }
    return source.kind;
  }

  function copyEntry(from: Place, to: Place, options: CopyOptions): void {
    const source = statOf(from, options.follows);
    if (!source) return;
    const isThere = statOf(to, false) !== null;
    if (source.kind === 'directory') copyDirectory(from, to, source.mode, isThere, options);
    else if (source.kind === 'symlink') copyLink(from, to, isThere, options);
    else copyFile(from, to, isThere, options);
  }

  function copyDirectory(from: Place, to: Place, mode: number, isThere: boolean, options: CopyOptions): void {
    if (!isThere) files.mkdir(to.path, true, 0o777);
    for (const { name } of files.readdir(from.path)) {
      const [source, target] = [below(from, name), below(to, name)];
      if (options.accepts && !options.accepts(source.given, target.given)) continue;
      checkEnds(source, target, options);
      copyEntry(source, target, options);
    }
    if (!isThere) files.chmod(to.path, mode & 0o7777);
  }

  function copyFile(from: Place, to: Place, isThere: boolean, options: CopyOptions): void {
    if (isThere && !options.force) {
      if (!options.failing) return;
      const reason = `${to.given} already exists`;
      throw copyError('ERR_FS_CP_EEXIST', { code: 'EEXIST', syscall: 'cp', reason, path: to.given });
    }
    asking({ syscall: 'cp', path: from.given, dest: to.given }, () => {
      if (isThere) files.unlink(to.path);
      files.copyFile(from.path, to.path, false);
      if (!options.keepsTimes) return;
      const { atimeMs, mtimeMs } = files.stat(from.path);
      files.utimes(to.path, atimeMs, mtimeMs);
    });
  }

  /** A relative target is made absolute, so that the copy leads where the original does. */
  function copyLink(from: Place, to: Place, isThere: boolean, { verbatim }: CopyOptions): void {
    const leadsTo = (link: Place, text: string) =>
      text.startsWith('/') ? text : normalize(`${link.path.replace(/\/[^/]*$/, '')}/${text}`);
    const text = files.readlink(from.path);
    const target = verbatim ? text : leadsTo(from, text);
    if (isThere) {
      if (statOf(to, false)?.kind !== 'symlink')
        throw fsError({ code: 'EEXIST', syscall: 'symlink', path: target, dest: to.given });
      const old = leadsTo(to, files.readlink(to.path));
      checkLinks(to, leadsTo(from, text), old, files.kindOf(from.path) === 'directory');
      files.unlink(to.path);
    }
    files.symlink(target, to.path);
  }

  function checkLinks(to: Place, target: string, old: string, isDirectory: boolean): void {
    if (isWithin(target, old)) {
      const reason = `cannot copy ${target} to a subdirectory of self ${old}`;
      throw copyError('ERR_FS_CP_EINVAL', { code: 'EINVAL', syscall: 'cp', reason, path: to.given });
    }
    if (!isDirectory || !isWithin(old, target)) return;
    const reason = `cannot overwrite ${old} with ${target}`;
    const facts = { code: 'EINVAL', syscall: 'cp', reason, path: to.given } as const;
    throw copyError('ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', facts);
  }

  return cp;
}

/** Whether `path` is `directory` or lies in it; both absolute. */
function isWithin(directory: string, path: string): boolean {
  return `${normalize(path)}/`.startsWith(`${normalize(directory)}/`);
}

function below({ given, path }: Place, name: string): Place {
  return { given: `${given.replace(/\/+$/, '')}/${name}`, path: `${path}/${name}` };
}
