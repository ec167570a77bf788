import type { OutputText, ToolRecord } from '../../../contract/index.ts';
import { readableFromStart, sliceWindowed } from '../../../pieces/index.ts';
import { type JsonNode, scanJson } from './scanJson.ts';

/** A result that is one JSON text. */
export interface JsonText {
  readonly root: JsonNode;
  /** What `root` was read from: the whole text, or its beginning where it is larger than the windows. */
  readonly text: string;
  /** Every character was checked. Otherwise only the beginning was, and that the last bracket fits the first. */
  readonly checked: boolean;
}

/**
 * The output as JSON, null where it is not. It is where stdout alone wrote it, nothing was lost, the cleaner changed no
 * byte, it begins with `{` or `[` and parses. A text larger than the windows is judged by its two ends: the head
 * window must be the beginning of a JSON text and the last character must close what the first opened.
 */
export function jsonOf(record: ToolRecord, { merged, stderr }: OutputText): JsonText | null {
  const changed = merged.utf8Bytes !== record.output.totalBytes;
  if (changed || stderr.units > 0 || record.output.loss !== null) return null;
  if (!/^\s*[[{]/.test(merged.head.slice(0, 200))) return null;
  const readable = readableFromStart(merged);
  const checked = readable === merged.units;
  if (!checked && !closes(merged.head, merged.tail)) return null;
  const text = sliceWindowed(merged, 0, readable);
  const root = scanJson(text, checked);
  return root === null ? null : { root, text, checked };
}

function closes(head: string, tail: string): boolean {
  const last = tail.trimEnd().at(-1);
  return head.trimStart().startsWith('{') ? last === '}' : last === ']';
}
