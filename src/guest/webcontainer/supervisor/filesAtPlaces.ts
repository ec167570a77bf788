import type { SyncFiles } from '../../embedded/files/index.ts';

/** The same files, where paths of earlier guests are taken for those of now; a link is made to where its target is. */
export function atPlacesNow(files: SyncFiles, placeNow: (path: string) => string): SyncFiles {
  return {
    stat: (path) => files.stat(placeNow(path)),
    lstat: (path) => files.lstat(placeNow(path)),
    readFile: (path, offset, length) => files.readFile(placeNow(path), offset, length),
    writeFile: (path, bytes, mode) => files.writeFile(placeNow(path), bytes, mode),
    appendFile: (path, bytes, mode) => files.appendFile(placeNow(path), bytes, mode),
    truncate: (path, size) => files.truncate(placeNow(path), size),
    mkdir: (path, recursive, mode) => files.mkdir(placeNow(path), recursive, mode),
    readdir: (path) => files.readdir(placeNow(path)),
    rm: (path, options) => files.rm(placeNow(path), options),
    rmdir: (path) => files.rmdir(placeNow(path)),
    rename: (from, to) => files.rename(placeNow(from), placeNow(to)),
    copy: (from, to, recursive) => files.copy(placeNow(from), placeNow(to), recursive),
    symlink: (target, path) => files.symlink(placeNow(target), placeNow(path)),
    link: (existing, path) => files.link(placeNow(existing), placeNow(path)),
    readlink: (path) => files.readlink(placeNow(path)),
    realpath: (path) => files.realpath(placeNow(path)),
    chmod: (path, mode) => files.chmod(placeNow(path), mode),
    utimes: (path, atimeMs, mtimeMs) => files.utimes(placeNow(path), atimeMs, mtimeMs),
  };
}
