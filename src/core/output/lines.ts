import { scanPlain } from './scan.ts';

const NEWLINE = 0x0a;
const WATCH_NOTHING = { esc: false, nul: false, redraws: false };

/** Number of LF bytes in `bytes[from, to)`. */
export function countNewlines(bytes: Uint8Array, from = 0, to = bytes.length): number {
  const found = scanPlain(bytes, from, to, WATCH_NOTHING);
  return found < 0 ? ~found : found;
}

/** Lines as `wc -l` counts them, plus one for a last line without a newline. A CR is no line end. */
export function countLines(bytes: Uint8Array): number {
  return countNewlines(bytes) + (bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE ? 1 : 0);
}

/** The same count over a text. */
export function countTextLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines + (text.length > 0 && !text.endsWith('\n') ? 1 : 0);
}

export interface LineCounter {
  push(bytes: Uint8Array): void;
  /** Lines so far: newlines plus an unterminated last line. */
  lines(): number;
}

/** `countLines` over bytes that arrive in chunks. */
export function createLineCounter(): LineCounter {
  let newlines = 0;
  let lastByte = NEWLINE;
  return {
    push(bytes) {
      if (bytes.length === 0) return;
      newlines += countNewlines(bytes);
      lastByte = bytes[bytes.length - 1]!;
    },
    lines: () => newlines + (lastByte === NEWLINE ? 0 : 1),
  };
}
