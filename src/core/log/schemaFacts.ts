import * as v from 'valibot';
import { count, encoding, strings, time } from './schemaValues.ts';

/** What a tool knows of its result beyond its output. */

const cut = v.variant('kind', [
  v.object({ kind: v.picklist(['none', 'window', 'partial', 'range-over-cap']) }),
  v.object({
    kind: v.literal('long-line'),
    shownUnits: count,
    lineUnits: v.nullable(count),
    nextByte: count,
  }),
]);
const page = v.object({
  path: v.string(),
  askedOffset: v.nullable(v.number()),
  askedLimit: v.nullable(v.number()),
  firstLine: count,
  lastLine: count,
  totalLines: count,
  rangeTokens: v.nullable(count),
  capTokens: count,
  encoding,
  cut,
});
export const path = v.string();
const listing = { found: count, shown: count, complete: v.boolean() };
export const facts = v.variant('kind', [
  v.object({ kind: v.literal('read-page'), page }),
  v.object({ kind: v.literal('read-stub'), path, content: v.string(), bytes: count, sha256: v.string() }),
  v.object({ kind: v.literal('read-empty'), path }),
  v.object({ kind: v.literal('read-past-end'), path, askedOffset: v.number(), totalLines: count }),
  v.object({ kind: v.literal('read-missing'), path, near: strings }),
  v.object({ kind: v.literal('read-directory'), path }),
  v.object({
    kind: v.literal('grep'),
    mode: v.picklist(['content', 'files_with_matches', 'count']),
    matches: count,
    files: count,
    omittedLines: count,
    windowedLines: count,
    skippedFolders: strings,
    complete: v.boolean(),
  }),
  v.object({ kind: v.literal('glob'), ...listing }),
  v.object({ kind: v.literal('ls'), path, ...listing }),
  v.object({ kind: v.literal('written'), path, bytes: count, created: v.boolean() }),
  v.object({ kind: v.literal('edited'), path, replacements: count }),
  v.object({ kind: v.literal('edit-refused'), path, occurrences: count }),
  v.object({
    kind: v.literal('tail'),
    path,
    shownLines: count,
    fileBytes: count,
    isWhole: v.boolean(),
  }),
  v.object({
    kind: v.literal('job'),
    job: v.object({ id: v.string(), command: v.string(), logPath: v.string() }),
    isHeard: v.boolean(),
    moved: v.nullable(v.object({ by: v.picklist(['timeout', 'user']), afterMs: time })),
  }),
  v.object({
    kind: v.literal('todo'),
    items: v.array(v.object({ text: v.string(), status: v.picklist(['pending', 'in-progress', 'done']) })),
  }),
  v.object({
    kind: v.literal('mcp'),
    server: v.string(),
    tool: v.string(),
    parts: v.array(
      v.variant('kind', [
        v.object({ kind: v.literal('text'), bytes: count }),
        v.object({ kind: v.literal('link'), uri: v.string() }),
        v.object({
          kind: v.literal('file'),
          source: v.picklist(['image', 'audio', 'resource', 'text']),
          mimeType: v.string(),
          bytes: count,
          path: v.nullable(path),
          size: v.nullable(v.object({ width: count, height: count })),
        }),
      ]),
    ),
  }),
]);
