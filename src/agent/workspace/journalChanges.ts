import type { RecordKey } from '../../core/index.ts';
import { type FileChange, type GuestFs, GuestFsError } from '../../guest/index.ts';
import type { JournalChange, JournalEntry, WorkspaceJournal } from '../../store/index.ts';

const chunkBytes = 1024 * 1024;
/** Files up to this size are read together: one trip to the guest each would make a step with many files slow. */
const smallBytes = 16 * 1024;
const batchFiles = 512;

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

/** Reads small files ahead in batches, in the order in which the journal will ask for them. */
class SmallFileReader {
  readonly #reads = new Map<string, Promise<Uint8Array>>();
  #next = 0;

  constructor(
    private readonly fs: GuestFs,
    private readonly files: readonly FileOf<FileChange>[],
  ) {}

  async *read(change: FileOf<FileChange>): AsyncGenerator<Uint8Array> {
    if (!this.#reads.has(change.path)) this.#ahead(change.path);
    const bytes = await (this.#reads.get(change.path) ?? this.fs.read(change.path).catch(emptyWhereGone));
    this.#reads.delete(change.path);
    if (bytes.length > 0) yield bytes;
  }

  #ahead(wanted: string): void {
    while (this.#next < this.files.length) {
      const group = this.files.slice(this.#next, this.#next + batchFiles);
      this.#next += group.length;
      const together = this.fs.readMany?.(
        group.map((file) => file.path),
        smallBytes,
      );
      together?.catch(() => {});
      for (const [index, { path }] of group.entries()) {
        const read = together?.then((found) => found[index] ?? this.fs.read(path)) ?? this.fs.read(path);
        const content = read.catch(emptyWhereGone);
        // A checkpoint that fails at one file never asks for the others.
        content.catch(() => {});
        this.#reads.set(path, content);
      }
      if (this.#reads.has(wanted)) return;
    }
  }
}

/**
 * Turns the guest's changes into a checkpoint. `savedOutputs` names files whose bytes the output store has:
 * each entry is used up by the first checkpoint that reports its file unchanged since it was saved.
 */
export function journalChangesOf(
  fs: GuestFs,
  changes: readonly FileChange[],
  savedOutputs: Map<string, SavedOutputFile>,
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
      (change) => change.kind === 'file' && change.size <= smallBytes && isSaved(change) === null,
    ) as FileOf<FileChange>[],
  );
  return changes.map((change): JournalChange => {
    if (change.kind !== 'file') return change;
    const saved = isSaved(change);
    savedOutputs.delete(change.path);
    const content =
      saved !== null
        ? { output: saved.key }
        : { bytes: change.size <= smallBytes ? small.read(change) : contentOf(fs, change) };
    return { ...change, content };
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
