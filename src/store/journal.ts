import type { Backend, StoredEntry } from './backend.ts';
import { chunkHash } from './chunkHash.ts';
import { sessionKey } from './keys.ts';
import { chunkBytes } from './outputStore.ts';
import { PackWriter } from './packWriter.ts';
import type { JournalChange, JournalEntry, OutputStore, WorkspaceJournal } from './port.ts';

/** One transaction holds at most this much, since a larger one blocks the page while it is cloned. */
const maxBytesPerTransaction = 8 * 1024 * 1024;

/** Files up to this size share a pack with others of their checkpoint. */
const smallBytes = 16 * 1024;
/** A restore reads packs in the order of paths and keeps so many at hand. */
const packsKept = 8;

type FileEntry = Extract<JournalEntry, { kind: 'file' }>;

/**
 * A session's workspace as numbered checkpoints. Contents are written first, the checkpoint that names them
 * last: a cut in between leaves unused chunks, never a checkpoint without contents.
 */
export function createJournal(backend: Backend, sessionId: string, outputs: OutputStore): WorkspaceJournal {
  let lastSeq: number | null = null;
  let knownChunks: Set<string> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  /** The one used last is the last. */
  const packsAtHand = new Map<string, Promise<Uint8Array>>();

  async function newestSeq(): Promise<number> {
    if (lastSeq === null) {
      const newest = (await backend.keys(sessionKey('journal', sessionId))).at(-1)?.at(-1);
      lastSeq = typeof newest === 'number' ? newest : 0;
    }
    return lastSeq;
  }

  async function storedChunks(): Promise<Set<string>> {
    knownChunks ??= new Set(
      (await backend.keys(sessionKey('chunk', sessionId))).map((key) => String(key.at(-1))),
    );
    return knownChunks;
  }

  async function commit(changes: readonly JournalChange[]): Promise<number> {
    const seq = await newestSeq();
    if (changes.length === 0) return seq;
    const known = await storedChunks();
    const batch: StoredEntry[] = [];
    let batchBytes = 0;
    const flush = async () => {
      if (batch.length > 0) await backend.put(batch);
      batch.length = 0;
      batchBytes = 0;
    };
    const entries: JournalEntry[] = [];
    const added = new Set<string>();
    const packs = new PackWriter(`pack-${seq + 1}`);
    for (const change of changes) {
      if (change.kind !== 'file') {
        entries.push(change);
        continue;
      }
      const { content, size } = change;
      if ('output' in content) {
        entries.push(fileEntry(change, content));
        continue;
      }
      if ('whole' in content || size <= smallBytes) {
        const small = 'whole' in content ? content.whole() : whole(content.bytes);
        const { bytes, full } = packs.add(small instanceof Uint8Array ? small : await small);
        entries.push(fileEntry(change, bytes));
        if (full === null) continue;
        batch.push([sessionKey('chunk', sessionId, full.name), full.bytes]);
        await flush();
        continue;
      }
      const chunks: string[] = [];
      for await (const chunk of rechunk(content.bytes)) {
        const hash = await chunkHash(chunk);
        chunks.push(hash);
        if (known.has(hash) || added.has(hash)) continue;
        added.add(hash);
        batch.push([sessionKey('chunk', sessionId, hash), chunk]);
        batchBytes += chunk.length;
        if (batchBytes >= maxBytesPerTransaction) await flush();
      }
      entries.push(fileEntry(change, { chunks }));
    }
    const rest = packs.take();
    if (rest) batch.push([sessionKey('chunk', sessionId, rest.name), rest.bytes]);
    batch.push([sessionKey('journal', sessionId, seq + 1), JSON.stringify(entries)]);
    await flush();
    for (const hash of added) known.add(hash);
    lastSeq = seq + 1;
    return lastSeq;
  }

  async function tree(seq?: number): Promise<readonly JournalEntry[]> {
    const deltas = await backend.range(
      sessionKey('journal', sessionId),
      seq === undefined ? {} : { from: 1, to: seq },
    );
    const paths = new Map<string, JournalEntry>();
    for (const [, delta] of deltas) for (const entry of entriesOf(delta)) applyTo(paths, entry);
    return [...paths.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async function* content(entry: FileEntry): AsyncGenerator<Uint8Array> {
    if ('output' in entry.content) {
      yield* outputs.stream(entry.content.output);
      return;
    }
    if ('pack' in entry.content) {
      const { pack, start, bytes } = entry.content;
      if (bytes > 0) yield (await packOf(pack)).slice(start, start + bytes);
      return;
    }
    for (const hash of entry.content.chunks) {
      const chunk = await backend.get(sessionKey('chunk', sessionId, hash));
      if (chunk instanceof Uint8Array) yield chunk;
    }
  }

  async function packOf(name: string): Promise<Uint8Array> {
    let pack = packsAtHand.get(name);
    packsAtHand.delete(name);
    pack ??= backend
      .get(sessionKey('chunk', sessionId, name))
      .then((value) => (value instanceof Uint8Array ? value : new Uint8Array(0)));
    packsAtHand.set(name, pack);
    const [oldest] = packsAtHand.keys();
    if (packsAtHand.size > packsKept && oldest !== undefined) packsAtHand.delete(oldest);
    return pack;
  }

  return {
    commit(changes) {
      const run = queue.then(() => commit(changes));
      queue = run.catch(() => undefined);
      return run;
    },
    tree,
    content,
  };
}

/** Named one by one: spreading thousands of changes took as long as storing them. */
function fileEntry(
  { path, kind, mode, mtimeMs, size }: Extract<JournalChange, { kind: 'file' }>,
  content: FileEntry['content'],
): FileEntry {
  return { path, kind, mode, mtimeMs, size, content };
}

/** A checkpoint is stored as one text, which takes a tenth of the time of thousands of objects; once it was a list. */
function entriesOf(delta: unknown): readonly JournalEntry[] {
  return typeof delta === 'string' ? JSON.parse(delta) : (delta as readonly JournalEntry[]);
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const bytes of source) parts.push(bytes);
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A path that stops being a directory takes what was below it along. */
function applyTo(paths: Map<string, JournalEntry>, entry: JournalEntry): void {
  const wasDirectory = paths.get(entry.path)?.kind === 'directory';
  if (entry.kind === 'removed' || (wasDirectory && entry.kind !== 'directory')) {
    for (const path of paths.keys()) if (path.startsWith(`${entry.path}/`)) paths.delete(path);
  }
  if (entry.kind === 'removed') paths.delete(entry.path);
  else paths.set(entry.path, entry);
}

/**
 * Chunks of exactly 1 MiB (the last may be shorter), whatever the sizes that come in. The buffer begins small:
 * most files are, and a MiB for each of thousands takes longer than all the rest.
 */
async function* rechunk(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk = new Uint8Array(0);
  let filled = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      if (filled === chunk.length) {
        const larger = new Uint8Array(Math.min(chunkBytes, filled + Math.max(filled, bytes.length - at)));
        larger.set(chunk);
        chunk = larger;
      }
      const taken = Math.min(bytes.length - at, chunk.length - filled);
      chunk.set(bytes.subarray(at, at + taken), filled);
      at += taken;
      filled += taken;
      if (filled === chunkBytes) {
        yield chunk;
        chunk = new Uint8Array(0);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.slice(0, filled);
}
