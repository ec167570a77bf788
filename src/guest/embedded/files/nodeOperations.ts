import type { FileStat } from '../../port.ts';
import type { BlockingOperation } from './blockingPort.ts';
import type { ChangeLog } from './changeLog.ts';
import { fileOperations } from './fileServer.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import { inodeOf, type Node, statOf } from './nodes.ts';
import { OpenFiles } from './openFiles.ts';
import { posixError } from './posixErrors.ts';

/** What `fs.stat` of Node has beyond `FileStat`. Times in epoch ms. */
export interface NodeStat extends FileStat {
  readonly atimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  readonly ino: number;
  readonly nlink: number;
}

/** What a `node` worker may ask: the operations of a shell, open files, and Node's own forms of some. */
export function nodeFileOperations(options: {
  readonly files: MemoryFiles;
  readonly log: ChangeLog;
  readonly randomByte: () => number;
}): Map<string, BlockingOperation> {
  const { files, log } = options;
  const open = new OpenFiles(files, options.randomByte);
  const table = new Map<string, BlockingOperation>(fileOperations(files));
  table.set('nodeStat', (args) => nodeStat(files.nodeAt(args.path(0), true, 'stat')));
  table.set('nodeLstat', (args) => nodeStat(files.nodeAt(args.path(0), false, 'lstat')));
  table.set('kindOf', (args) => files.kindOf(args.path(0)));
  table.set('appendFile', (args) => files.appendFile(args.path(0), args.bytes(1), args.optionalCount(2)));
  table.set('open', (args) => open.open(args.path(0), args.count(1), args.count(2)));
  table.set('close', (args) => open.close(args.count(0)));
  table.set('read', (args) => open.read(args.count(0), args.count(1), args.optionalCount(2) ?? null));
  table.set('write', (args) => open.write(args.count(0), args.bytes(1), args.optionalCount(2) ?? null));
  table.set('fstat', (args) => nodeStat(open.nodeOf(args.count(0))));
  table.set('ftruncate', (args) => open.truncate(args.count(0), args.count(1)));
  table.set('fchmod', (args) => {
    const mode = args.count(1) & 0o7777;
    open.changeFacts(args.count(0), (node) => {
      node.mode = mode;
    });
  });
  table.set('futimes', (args) => {
    const [atimeMs, mtimeMs] = [args.time(1), args.time(2)];
    open.changeFacts(args.count(0), (node) => Object.assign(node, { atimeMs, mtimeMs }));
  });
  table.set('nodeMkdir', (args) => {
    const [path, recursive, mode] = [args.path(0), args.flag(1), args.count(2)];
    const first = recursive ? firstMissing(files, path) : null;
    files.mkdir(path, recursive, mode & 0o7777);
    return first;
  });
  table.set('unlink', (args) => {
    const path = args.path(0);
    // Linux says EISDIR, and so does Node there.
    if (files.nodeAt(path, false, 'unlink').kind === 'directory') throw posixError('EISDIR', 'unlink', path);
    files.rm(path, { recursive: false, force: false });
  });
  table.set('copyFile', (args) => {
    const [from, to, exclusive] = [args.path(0), args.path(1), args.flag(2)];
    const source = files.nodeAt(from, true, 'copyfile');
    if (source.kind === 'directory') throw posixError('EISDIR', 'copyfile', from, to);
    if (exclusive && files.kindOf(to) !== null) throw posixError('EEXIST', 'copyfile', from, to);
    files.copy(files.realpath(from), to, false);
  });
  table.set('changesBelow', (args) => log.below(args.path(0), args.count(1)));
  return table;
}

function nodeStat(node: Node): NodeStat {
  const { atimeMs, mtimeMs } = node;
  const nlink = node.kind === 'file' ? node.links : node.kind === 'directory' ? 2 : 1;
  return {
    ...statOf(node),
    atimeMs,
    ctimeMs: mtimeMs,
    birthtimeMs: mtimeMs,
    ino: inodeOf(node),
    nlink,
  };
}

/** The topmost part of `path` that is not there yet; null where all is. */
function firstMissing(files: MemoryFiles, path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '');
  let at = '';
  for (const part of parts) {
    at += `/${part}`;
    if (files.kindOf(at) === null) return at;
  }
  return null;
}
