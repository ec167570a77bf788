import type { RecordKey } from '../../core/index.ts';
import { type FileChange, type GuestFs, GuestFsError } from '../../guest/index.ts';
import type { JournalChange, JournalEntry, WorkspaceJournal } from '../../store/index.ts';

const chunkBytes = 1024 * 1024;
/** Files up to this size are read together: one trip to the guest each would make a step with many files slow. */
export const smallBytes = 16 * 1024;
const batchFiles = 4096;
/** Where a guest reads one at a time (a WebContainer): more that wait for each other would come to its limit of time. */
const batchOfSingles = 512;
const batchBytes = 8 * 1024 * 1024;

type FileOf<T> = Extract<T, { kind: 'file' }>;

/** A saved output that lies in the guest as a file: the journal refers to it instead of storing it again. */
export interface SavedOutputFile {
  readonly key: RecordKey;
  readonly bytes: number;
  readonly mtimeMs: number;
}

/**
 * A file that was removed or replaced since it was reported is empty here, and the next checkpoint says what became of
 * it. Any other failure, a guest that dies above all, fails the checkpoint: nothing may be kept as empty that was not.
 */
function emptyWhereGone(error: unknown): Uint8Array {
  if (error instanceof GuestFsError && /^(ENOENT|ENOTDIR|EISDIR|ELOOP)$/.test(error.code))
    return new Uint8Array();
  throw error;
}

/** A file that is gone or changing while it is read ends early; the next checkpoint has its new state. */
async function* contentOf(fs: GuestFs, change: FileOf<FileChange>): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < change.size; ) {
    const bytes = await fs.read(change.path, { offset, length: chunkBytes }).catch(emptyWhereGone);
    if (bytes.length === 0) return;
    offset += bytes.length;
    yield bytes;
  }
}

/** Files that are read together. */
interface Batch {
  readonly files: readonly FileOf<FileChange>[];
  contents: Promise<readonly Uint8Array[]> | null;
}

/**
 * Reads small files ahead in batches, in the order in which the journal will ask for them. What is at hand is given at
 * once: of thousands of files a promise for each took longer than their reading.
 */
class SmallFileReader {
  readonly #fs: GuestFs;
  readonly #batches: Batch[] = [];
  readonly #atHand = new Map<string, Uint8Array>();

  constructor(fs: GuestFs, files: readonly FileOf<FileChange>[]) {
    this.#fs = fs;
    const mostFiles = fs.readMany ? batchFiles : batchOfSingles;
    let batch: FileOf<FileChange>[] = [];
    let bytes = 0;
    for (const file of files) {
      if (batch.length === mostFiles || bytes + file.size > batchBytes) {
        this.#batches.push({ files: batch, contents: null });
        batch = [];
        bytes = 0;
      }
      batch.push(file);
      bytes += file.size;
    }
    if (batch.length > 0) this.#batches.push({ files: batch, contents: null });
  }

  read(path: string): Uint8Array | Promise<Uint8Array> {
    const bytes = this.#atHand.get(path);
    this.#atHand.delete(path);
    return bytes ?? this.#readAhead(path);
  }

  async #readAhead(path: string): Promise<Uint8Array> {
    for (let batch = this.#batches.shift(); batch !== undefined; batch = this.#batches.shift()) {
      const coming = this.#contentsOf(batch);
      // The next one is read while this one is stored.
      const [next] = this.#batches;
      if (next) this.#contentsOf(next);
      for (const [index, bytes] of (await coming).entries())
        this.#atHand.set(batch.files[index]!.path, bytes);
      const bytes = this.#atHand.get(path);
      if (bytes === undefined) continue;
      this.#atHand.delete(path);
      return bytes;
    }
    return this.#fs.read(path).catch(emptyWhereGone);
  }

  #contentsOf(batch: Batch): Promise<readonly Uint8Array[]> {
    batch.contents ??= this.#readTogether(batch.files.map((file) => file.path));
    // A checkpoint that fails at one file never asks for the others.
    batch.contents.catch(() => {});
    return batch.contents;
  }

  async #readTogether(paths: readonly string[]): Promise<readonly Uint8Array[]> {
    const found = await this.#fs.readMany?.(paths, smallBytes).catch((error: unknown) => {
      emptyWhereGone(error);
      return null;
    });
    return Promise.all(
      paths.map((path, index) => found?.[index] ?? this.#fs.read(path).catch(emptyWhereGone)),
    );
  }
}

/**
 * Turns the guest's changes into a checkpoint. `savedOutputs` names files whose bytes the output store has:
 * each entry is used up by the first checkpoint that reports its file unchanged since it was saved. `contents` is what
 * came along with the changes; other files are read from `fs`.
 */
export function journalChangesOf(
  fs: GuestFs,
  changes: readonly FileChange[],
  savedOutputs: Map<string, SavedOutputFile>,
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): readonly JournalChange[] {
  const isSaved = (change: FileOf<FileChange>): SavedOutputFile | null => {
    const saved = savedOutputs.get(change.path);
    return saved !== undefined && saved.bytes === change.size && saved.mtimeMs === change.mtimeMs
      ? saved
      : null;
  };
  const small = new SmallFileReader(
    fs,
    changes.filter(
      (change) =>
        change.kind === 'file' &&
        change.size <= smallBytes &&
        !contents.has(change.path) &&
        isSaved(change) === null,
    ) as FileOf<FileChange>[],
  );
  return changes.map((change): JournalChange => {
    if (change.kind !== 'file') return change;
    const saved = isSaved(change);
    savedOutputs.delete(change.path);
    const { path, kind, mode, mtimeMs, size } = change;
    const withContent = (content: FileOf<JournalChange>['content']): JournalChange => ({
      path,
      kind,
      mode,
      mtimeMs,
      size,
      content,
    });
    if (saved !== null) return withContent({ output: saved.key });
    const cameAlong = contents.get(path);
    if (cameAlong !== undefined) return withContent({ whole: () => cameAlong });
    return withContent(
      size <= smallBytes ? { whole: () => small.read(path) } : { bytes: contentOf(fs, change) },
    );
  });
}

/** The journalled tree in the form in which a guest takes it back. */
export async function* treeForRestore(
  journal: WorkspaceJournal,
  tree: readonly JournalEntry[],
): AsyncGenerator<{ readonly change: FileChange; readonly bytes: AsyncIterable<Uint8Array> | null }> {
  for (const entry of tree) {
    if (entry.kind !== 'file') {
      yield { change: entry, bytes: null };
      continue;
    }
    const { path, kind, mode, mtimeMs, size } = entry;
    yield { change: { path, kind, mode, mtimeMs, size }, bytes: journal.content(entry) };
  }
}
