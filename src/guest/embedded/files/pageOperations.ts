import type { FileChange } from '../../port.ts';
import { CallArguments } from './arguments.ts';
import type { ChangeTracker } from './changes.ts';
import type { ChunkedBytes } from './chunkedBytes.ts';
import { concatenated } from './concatenated.ts';
import { fileOperations, type Operation } from './fileServer.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import type { SyncFiles } from './ops.ts';
import { posixError } from './posixErrors.ts';
import type { Spools } from './spools.ts';
import { walkFiles } from './walk.ts';

export interface PageServices {
  readonly files: MemoryFiles;
  readonly spools: Spools;
  readonly tracker: ChangeTracker;
  /** Starts or stops the reports of changed paths. */
  readonly watch: (on: boolean) => void;
}

/** What the page may ask beyond `FileOps`: parents made on the way, walking, spools, the journal's needs. */
export function pageOperations(services: PageServices): Map<string, Operation> {
  const { files, spools, tracker } = services;
  const table = treeOperations(files, (work) => tracker.unreported(work));
  table.set('walk', (args) => walkFiles(files, args.path(0), args.count(1), args.texts(2)));
  table.set('watch', (args) => services.watch(args.flag(0)));
  table.set('drainChanges', (args) => drainedChanges(files, tracker, args.count(0)));
  table.set('spooledBytes', (args) => spools.sizeOf(args.count(0)));
  table.set('dropSpool', (args) => spools.drop(args.count(0)));
  table.set('adoptSpool', (args) => {
    const path = args.path(1);
    makeParents(files, path);
    const content = spools.take(args.count(0), args.count(2));
    if (!content) return false;
    files.placeContent(path, content);
    return true;
  });
  return table;
}

/**
 * Those of them that any files can do. `unreported` does work at a path of which the page knows already, so that it is
 * no change.
 */
export function treeOperations(
  files: SyncFiles,
  unreported: (work: () => void, path: string) => void,
): Map<string, Operation> {
  const table = new Map<string, Operation>(fileOperations(files));
  table.set('put', (args) => {
    makeParents(files, args.path(0));
    files.writeFile(args.path(0), args.bytes(1));
  });
  table.set('readFiles', (args) => readFiles(files, args.texts(0), args.count(1)));
  table.set('restore', (args) => unreported(() => restore(files, args), args.path(0)));
  table.set('restoreMany', (args) => restoreMany(files, args, unreported));
  table.set('restoreBytes', (args) =>
    unreported(() => files.appendFile(args.path(0), args.bytes(1)), args.path(0)),
  );
  table.set('restoreFacts', (args) => unreported(() => restoreFacts(files, args), args.path(0)));
  return table;
}

/** So many bytes one answer holds at most, whatever is asked. */
const largestAnswer = 16 * 1024 * 1024;

/** An answer to `drainChanges`. */
interface DrainAnswer {
  readonly changes: string;
  readonly contained: number;
  readonly bytes: Uint8Array;
}

/** Changes without contents: on a real disk those may have changed between the look and the reading. */
export function changesAlone(changes: readonly FileChange[]): DrainAnswer {
  return { changes: JSON.stringify(changes), contained: 0, bytes: new Uint8Array(0) };
}

/**
 * Changes as one text, which crosses a port in a third of the time that as many objects take; with what the first
 * `contained` files up to `largestBytes` among them hold, one after the other.
 */
function drainedChanges(files: MemoryFiles, tracker: ChangeTracker, largestBytes: number): DrainAnswer {
  const contents: ChunkedBytes[] = [];
  let total = 0;
  let isFull = false;
  const changes = tracker.drain(files, (content) => {
    if (isFull || content.size > largestBytes) return;
    isFull = total + content.size > largestAnswer;
    if (isFull) return;
    contents.push(content);
    total += content.size;
  });
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const content of contents) {
    content.copyTo(bytes, at);
    at += content.size;
  }
  return { changes: JSON.stringify(changes), contained: contents.length, bytes };
}

/** What several small files hold, one after the other; a length of -1 is one that is none or too large to be small. */
function readFiles(files: SyncFiles, paths: readonly string[], largestBytes: number) {
  const found: Uint8Array[] = [];
  let total = 0;
  const sizes = paths.map((path) => {
    const size = sizeOfFile(files, path);
    if (size === null || size > largestBytes || total + size > largestAnswer) return -1;
    total += size;
    found.push(files.readFile(path));
    return size;
  });
  return { sizes, bytes: concatenated(found, total) };
}

function sizeOfFile(files: SyncFiles, path: string): number | null {
  try {
    const { kind, size } = files.lstat(path);
    return kind === 'file' ? size : null;
  } catch {
    return null;
  }
}

export function makeParents(files: SyncFiles, path: string): void {
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (parent !== '') files.mkdir(parent, true);
}

/** Makes what `[path, kind, mode or target]` says, whatever is there now. Content and times follow. */
function restore(files: SyncFiles, args: CallArguments): void {
  const path = args.path(0);
  const kind = args.text(1);
  if (kind === 'directory') {
    const isThere = kindAt(files, path) === 'directory';
    if (!isThere) files.rm(path, { recursive: true, force: true });
    files.mkdir(path, true);
    files.chmod(path, args.count(2));
    return;
  }
  files.rm(path, { recursive: true, force: true });
  if (kind === 'removed') return;
  makeParents(files, path);
  if (kind === 'symlink') files.symlink(args.text(2), path);
  else if (kind === 'file') files.writeFile(path, new Uint8Array(0), args.count(2));
  else throw posixError('EINVAL', 'restore', path);
}

function restoreFacts(files: SyncFiles, args: CallArguments): void {
  files.chmod(args.path(0), args.count(1));
  files.utimes(args.path(0), args.time(2), args.time(2));
}

/**
 * What a text says of many paths: a row `[path, kind, mode or target]` for each, of a file `[path, kind, mode, mtime,
 * bytes]`, and what the files hold lies one after the other in the second argument.
 */
function restoreMany(
  files: SyncFiles,
  args: CallArguments,
  unreported: (work: () => void, path: string) => void,
): void {
  const rows: unknown = JSON.parse(args.text(0));
  const contents = args.bytes(1);
  if (!Array.isArray(rows)) throw posixError('EINVAL', 'restoreMany', '');
  let at = 0;
  for (const row of rows) {
    const entry = new CallArguments('restoreMany', Array.isArray(row) ? row : []);
    const path = entry.path(0);
    unreported(() => {
      restore(files, entry);
      if (entry.text(1) !== 'file') return;
      const end = at + entry.count(4);
      if (end > contents.length) throw posixError('EINVAL', 'restoreMany', path);
      if (end > at) files.writeFile(path, contents.slice(at, end));
      at = end;
      restoreFacts(files, new CallArguments('restoreMany', [path, entry.count(2), entry.time(3)]));
    }, path);
  }
}

function kindAt(files: SyncFiles, path: string): string | null {
  try {
    return files.lstat(path).kind;
  } catch {
    return null;
  }
}
