import type { BufferEncoding, FileContent, FsStat } from 'just-bash/browser';
import type { FileStat } from '../../../port.ts';
import { bytesFromLatin1, bytesFromText } from './bytes.ts';

/** What just-bash and the guest call the same things: contents and facts of files, each in the other's form. */

export type Encoding = { readonly encoding?: BufferEncoding | null } | BufferEncoding | undefined;
export function encodingOf(options: Encoding): BufferEncoding {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  return encoding ?? 'utf8';
}

export function toBytes(content: FileContent, options: Encoding): Uint8Array {
  if (typeof content !== 'string') return content;
  const encoding = encodingOf(options);
  return encoding === 'binary' || encoding === 'latin1' ? bytesFromLatin1(content) : bytesFromText(content);
}

export function statFor(path: string, stat: FileStat): FsStat & { readonly pipe?: number } {
  return {
    // Devices read and write like files; just-bash knows no third kind.
    isFile: stat.kind === 'file' || (stat.kind === 'device' && stat.pipe === undefined),
    isDirectory: stat.kind === 'directory',
    isSymbolicLink: stat.kind === 'symlink',
    mode: stat.mode,
    size: stat.size,
    mtime: new Date(stat.mtimeMs),
    // Some commands (`split`) refuse to replace a file that they cannot tell from others.
    identity: path,
    ...(stat.pipe === undefined ? {} : { pipe: stat.pipe }),
  };
}

/** `stat` of what a worker answers by itself, as the guest would give it. */
export function localStat(stat: FsStat, isDevice: boolean): FileStat {
  const kind = isDevice ? 'device' : stat.isDirectory ? 'directory' : 'file';
  return { kind, size: stat.size, mode: stat.mode, mtimeMs: stat.mtime.getTime() };
}
