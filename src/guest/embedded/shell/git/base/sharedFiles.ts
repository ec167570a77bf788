import type { FileOps } from '../../../files/index.ts';

/** What all work trees of one repository have in common, by the names below `.git`. */
const shared =
  /^(?:objects|refs(?!\/(?:bisect|worktree|rewritten)\b)|packed-refs|config|info|hooks|shallow|description|worktrees|logs\/refs)(?:\/|$)/;

/** Files of the guest in which a linked work tree's folder below `.git/worktrees` looks like a whole `.git`. */
export function withSharedFolders(files: FileOps, gitDir: string, commonDir: string): FileOps {
  const place = (path: string): string => {
    if (!path.startsWith(`${gitDir}/`)) return path;
    const name = path.slice(gitDir.length + 1);
    return shared.test(name) ? `${commonDir}/${name}` : path;
  };
  return {
    stat: (path) => files.stat(place(path)),
    lstat: (path) => files.lstat(place(path)),
    readFile: (path, offset, length) => files.readFile(place(path), offset, length),
    writeFile: (path, bytes, mode) => files.writeFile(place(path), bytes, mode),
    appendFile: (path, bytes) => files.appendFile(place(path), bytes),
    truncate: (path, size) => files.truncate(place(path), size),
    mkdir: (path, recursive) => files.mkdir(place(path), recursive),
    readdir: (path) => files.readdir(place(path)),
    rm: (path, options) => files.rm(place(path), options),
    rmdir: (path) => files.rmdir(place(path)),
    rename: (from, to) => files.rename(place(from), place(to)),
    copy: (from, to, recursive) => files.copy(place(from), place(to), recursive),
    symlink: (target, path) => files.symlink(target, place(path)),
    link: (existing, path) => files.link(place(existing), place(path)),
    readlink: (path) => files.readlink(place(path)),
    realpath: (path) => files.realpath(place(path)),
    chmod: (path, mode) => files.chmod(place(path), mode),
    utimes: (path, atimeMs, mtimeMs) => files.utimes(place(path), atimeMs, mtimeMs),
  };
}
