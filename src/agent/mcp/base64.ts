import { fileKind } from '../../core/index.ts';

/** A shorter run costs a model little, and may be anything. */
const minRunChars = 1_024;
/** Lines of this length and more are taken for lines of one run, as mail and PEM break them. */
const minLineChars = 60;
const startChars = 64;

/** A run of base64 in a text that holds a file: its first bytes are those of a known format. */
export interface Base64Run {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** The bytes, or null where the text is no base64. */
export function decodeBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text.replace(/[\r\n]+/g, ''));
    // Not `Uint8Array.from`, which goes over the text as over any list: 50 MB took it 16 s.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

function isBase64Char(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 47
  );
}

/**
 * Files that stand in a text as base64, in order. Linear in the text. Long runs of letters that are no file (a hash, a
 * test's filling) are left alone: only what decodes to a known format counts.
 */
export function filesInText(text: string): readonly Base64Run[] {
  const runs: Base64Run[] = [];
  for (let at = 0; at < text.length; ) {
    if (!isBase64Char(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const end = runEnd(text, at);
    if (end - at >= minRunChars) {
      const start = decodeBase64(
        text
          .slice(at, at + startChars)
          .replace(/[^A-Za-z0-9+/]/g, '')
          .slice(0, 48),
      );
      const bytes = start !== null && fileKind(start) !== 'binary' ? decodeBase64(text.slice(at, end)) : null;
      if (bytes !== null) runs.push({ start: at, end, bytes });
    }
    at = end;
  }
  return runs;
}

function runEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const lineStart = at;
    while (at < text.length && isBase64Char(text.charCodeAt(at))) at += 1;
    const next = text.startsWith('\r\n', at) ? at + 2 : text[at] === '\n' ? at + 1 : at;
    const goesOn = next > at && at - lineStart >= minLineChars && isBase64Char(text.charCodeAt(next));
    if (!goesOn) break;
    at = next;
  }
  while (at < text.length && text[at] === '=' && at < from + (at - from) + 2 && text[at - 2] !== '=') at += 1;
  return at;
}
