import type { DirEntry, DrainedChanges, FileChange, FileStat } from '../../port.ts';
import { fieldsOf, isBytes, isCount, isPath, isText, listOf, longestPathUnits } from './untrusted.ts';

/** Paths in one report; a list of holes could claim four thousand times as many. */
const mostPaths = 1_000_000;

function isKind(value: unknown): value is FileStat['kind'] {
  return value === 'file' || value === 'directory' || value === 'symlink' || value === 'device';
}

export function parseBytes(value: unknown): Uint8Array<ArrayBuffer> | null {
  return isBytes(value) ? value : null;
}

export function parseCount(value: unknown): number | null {
  return isCount(value) ? value : null;
}

/** Contents of as many files as were asked for: views of one buffer, null for a file that was not read. */
export function parseFiles(value: unknown, asked: number): readonly (Uint8Array | null)[] | null {
  const fields = fieldsOf(value);
  const { sizes, bytes } = fields ?? {};
  if (!Array.isArray(sizes) || sizes.length !== asked || !isBytes(bytes)) return null;
  const found: (Uint8Array | null)[] = [];
  let at = 0;
  for (const size of sizes as readonly unknown[]) {
    if (size === -1) found.push(null);
    else if (isCount(size) && at + size <= bytes.length) {
      found.push(bytes.subarray(at, at + size));
      at += size;
    } else return null;
  }
  return found;
}

export function parseStat(value: unknown): FileStat | null {
  const fields = fieldsOf(value);
  if (!fields || !isKind(fields.kind) || !isCount(fields.size) || !isCount(fields.mode)) return null;
  if (typeof fields.mtimeMs !== 'number') return null;
  return { kind: fields.kind, size: fields.size, mode: fields.mode, mtimeMs: fields.mtimeMs };
}

export function parseEntries(value: unknown): readonly DirEntry[] | null {
  return listOf(value, (fields) => {
    const { name, kind } = fields;
    // What walks a tree by such names would leave it, or never end.
    if (!isText(name, longestPathUnits) || /^\.{0,2}$|\//.test(name)) return null;
    return isKind(kind) ? { name, kind } : null;
  });
}

export interface ParsedWalk {
  readonly entries: readonly {
    readonly path: string;
    readonly kind: FileStat['kind'];
    readonly size: number;
    readonly mtimeMs: number;
  }[];
  readonly complete: boolean;
}

export function parseWalk(value: unknown): ParsedWalk | null {
  const fields = fieldsOf(value);
  const entries = listOf(fields?.entries, ({ path, kind, size, mtimeMs }) =>
    isPath(path) && isKind(kind) && isCount(size) && typeof mtimeMs === 'number'
      ? { path, kind, size, mtimeMs }
      : null,
  );
  return entries && typeof fields?.complete === 'boolean' ? { entries, complete: fields.complete } : null;
}

/** Changes of the guest with small files' contents, if they are what was asked for with `largestBytes`. */
export function parseDrained(value: unknown, largestBytes: number): DrainedChanges | null {
  const { changes: text, contained, bytes } = fieldsOf(value) ?? {};
  if (typeof text !== 'string' || !isCount(contained) || !isBytes(bytes)) return null;
  const changes = parseChanges(text);
  if (changes === null) return null;
  const contents = new Map<string, Uint8Array>();
  let at = 0;
  for (const change of changes) {
    if (contents.size === contained) break;
    if (change.kind !== 'file' || change.size > largestBytes) continue;
    if (at + change.size > bytes.length) return null;
    contents.set(change.path, bytes.subarray(at, at + change.size));
    at += change.size;
  }
  return contents.size === contained ? { changes, contents } : null;
}

function parseChanges(text: string): readonly FileChange[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return listOf(value, ({ path, kind, mode, mtimeMs, size, target }): FileChange | null => {
    if (!isPath(path)) return null;
    if (kind === 'removed') return { path, kind };
    if (kind === 'directory') return isCount(mode) ? { path, kind, mode } : null;
    if (kind === 'symlink') return isText(target, longestPathUnits) ? { path, kind, target } : null;
    if (kind !== 'file' || !isCount(mode) || !isCount(size) || typeof mtimeMs !== 'number') return null;
    return { path, kind, mode, mtimeMs, size };
  });
}

/** Paths of a watch report; an empty list where the message is none. */
export function parseChangedPaths(data: unknown): readonly string[] {
  const fields = fieldsOf(data);
  if (fields?.type !== 'changed' || !Array.isArray(fields.paths) || fields.paths.length > mostPaths)
    return [];
  return fields.paths.filter(isPath);
}
