import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Entry, Tree } from '../base/objects.ts';
import { byPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';

/** What a file looked like when its hash was taken; equal facts spare the next look at its bytes. */
export interface SeenFile {
  readonly mtimeMs: number;
  readonly size: number;
}

export interface IndexEntry extends Entry {
  readonly path: string;
  /** 0; in a conflict 1 is the common ancestor, 2 ours, 3 theirs. */
  readonly stage: 0 | 1 | 2 | 3;
  readonly seen: SeenFile | null;
  /** `git add -N`: known, with no contents yet. */
  readonly intentToAdd?: boolean;
}

const headBytes = 12;
const fixedBytes = 62;

/** The staging area: `.git/index`, version 2. */
export class GitIndex {
  /** Its own time of writing: files that changed at that moment or later must be looked at. */
  writtenMs = 0;
  readonly #entries = new Map<string, IndexEntry>();

  static async read(repo: Repo): Promise<GitIndex> {
    const index = new GitIndex();
    const path = `${repo.gitDir}/index`;
    try {
      const [bytes, stat] = await Promise.all([repo.files.readFile(path), repo.files.stat(path)]);
      index.#parse(bytes);
      index.writtenMs = stat.mtimeMs;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    return index;
  }

  async write(repo: Repo): Promise<void> {
    await repo.files.writeFile(`${repo.gitDir}/index`, this.#bytes());
  }

  /** All stages, in order. */
  get entries(): readonly IndexEntry[] {
    return [...this.#entries.values()].sort((a, b) => byPath(a.path, b.path) || a.stage - b.stage);
  }

  /** What is staged, without conflicts. */
  get tree(): Tree {
    return new Map(this.entries.filter(({ stage }) => stage === 0).map((entry) => [entry.path, entry]));
  }

  get(path: string, stage: IndexEntry['stage'] = 0): IndexEntry | undefined {
    return this.#entries.get(`${stage}${path}`);
  }

  /** Whether anything is staged there, conflict or not. */
  has(path: string): boolean {
    return ([0, 1, 2, 3] as const).some((stage) => this.get(path, stage) !== undefined);
  }

  get conflicts(): readonly string[] {
    return [...new Set(this.entries.filter(({ stage }) => stage > 0).map(({ path }) => path))];
  }

  set(entry: IndexEntry): void {
    if (entry.stage === 0) this.remove(entry.path);
    this.#entries.set(`${entry.stage}${entry.path}`, entry);
  }

  remove(path: string): void {
    for (const stage of [0, 1, 2, 3]) this.#entries.delete(`${stage}${path}`);
  }

  /** Makes the index hold exactly `tree`; what stays the same keeps what was seen of it. */
  reset(tree: Tree): void {
    const before = new Map(this.#entries);
    this.#entries.clear();
    for (const [path, { oid, mode }] of tree) {
      const old = before.get(`0${path}`);
      const seen = old?.oid === oid && old.mode === mode ? old.seen : null;
      this.#entries.set(`0${path}`, { path, stage: 0, oid, mode, seen });
    }
  }

  #parse(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const version = view.getUint32(4);
    const count = view.getUint32(8);
    if (version !== 2 && version !== 3)
      throw new Error(`the index has version ${version}, which is not known here`);
    const decoder = new TextDecoder();
    let at = headBytes;
    for (let index = 0; index < count; index++) {
      const flags = view.getUint16(at + 60);
      const isExtended = version === 3 && (flags & 0x4000) !== 0;
      const start = at + fixedBytes + (isExtended ? 2 : 0);
      const end = bytes.indexOf(0, start);
      const path = decoder.decode(bytes.subarray(start, end));
      const stage = ((flags >> 12) & 3) as IndexEntry['stage'];
      const mtimeMs = view.getUint32(at + 8) * 1000 + view.getUint32(at + 12) / 1e6;
      const size = view.getUint32(at + 36);
      const entry: IndexEntry = {
        path,
        stage,
        oid: bytesToHex(bytes.subarray(at + 40, at + 60)),
        mode: view
          .getUint32(at + 24)
          .toString(8)
          .padStart(6, '0'),
        seen: mtimeMs === 0 ? null : { mtimeMs, size },
        ...(isExtended && (view.getUint16(at + 62) & 0x2000) !== 0 ? { intentToAdd: true } : {}),
      };
      this.#entries.set(`${stage}${path}`, entry);
      const length = start - at + (end - start);
      at += (length + 8) & ~7;
    }
  }

  #bytes(): Uint8Array {
    const encoder = new TextEncoder();
    const { entries } = this;
    const isExtended = entries.some(({ intentToAdd }) => intentToAdd);
    const names = entries.map(({ path }) => encoder.encode(path));
    const sizeOf = (entry: IndexEntry, name: Uint8Array) =>
      (fixedBytes + (entry.intentToAdd ? 2 : 0) + name.length + 8) & ~7;
    const total = entries.reduce((sum, entry, index) => sum + sizeOf(entry, names[index]!), headBytes);
    const bytes = new Uint8Array(total + 20);
    const view = new DataView(bytes.buffer);
    bytes.set(encoder.encode('DIRC'));
    view.setUint32(4, isExtended ? 3 : 2);
    view.setUint32(8, entries.length);
    let at = headBytes;
    entries.forEach((entry, index) => {
      const name = names[index]!;
      const { mtimeMs, size } = entry.seen ?? { mtimeMs: 0, size: 0 };
      const seconds = Math.floor(mtimeMs / 1000);
      const nanoseconds = Math.round((mtimeMs - seconds * 1000) * 1e6);
      for (const offset of [0, 8]) {
        view.setUint32(at + offset, seconds);
        view.setUint32(at + offset + 4, nanoseconds);
      }
      view.setUint32(at + 24, Number.parseInt(entry.mode, 8));
      view.setUint32(at + 36, size);
      for (let byte = 0; byte < 20; byte++) {
        bytes[at + 40 + byte] = Number.parseInt(entry.oid.slice(byte * 2, byte * 2 + 2), 16);
      }
      const extended = entry.intentToAdd ? 0x4000 : 0;
      view.setUint16(at + 60, (entry.stage << 12) | extended | Math.min(name.length, 0xfff));
      if (entry.intentToAdd) view.setUint16(at + 62, 0x2000);
      bytes.set(name, at + fixedBytes + (entry.intentToAdd ? 2 : 0));
      at += sizeOf(entry, name);
    });
    bytes.set(sha1(bytes.subarray(0, total)), total);
    return bytes;
  }
}
