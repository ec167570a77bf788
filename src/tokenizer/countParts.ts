import type { TokenEngine } from './engine.ts';

/**
 * Tokens of the joined parts, each given to the part in which its first character begins; the sum is what `countText`
 * says of the joined text. A character whose two surrogates lie in two parts belongs to the first of them.
 */
export function countParts(engine: TokenEngine, parts: readonly string[]): readonly number[] {
  const counts = new Array<number>(parts.length).fill(0);
  const { bytes, ends } = joinedBytes(parts);
  const last = parts.length - 1;
  let part = 0;
  /** Parts are left behind as the text goes on, and never come back. */
  const goTo = (byte: number) => {
    while (part < last && byte >= ends[part]!) part++;
  };
  for (let at = 0; at < bytes.length; ) {
    const pieceEnd = engine.scanner.next(bytes, at, bytes.length);
    goTo(at);
    // Nearly every piece lies in one part, and then its tokens need not be known one by one.
    if (part === last || pieceEnd <= ends[part]!) counts[part]! += engine.countPiece(bytes, at, pieceEnd);
    else {
      let from = at;
      for (const token of engine.encodePiece(bytes, at, pieceEnd)) {
        goTo(characterStart(bytes, from));
        counts[part]! += 1;
        from += engine.table.lengthOf(token);
      }
    }
    at = pieceEnd;
  }
  return counts;
}

/** Where the character begins that the byte at `at` belongs to: a token may begin inside one. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && (bytes[start]! & 0xc0) === 0x80) start--;
  return start;
}

/** The parts end to end as UTF-8, and where each ends. */
function joinedBytes(parts: readonly string[]): { readonly bytes: Uint8Array; readonly ends: Uint32Array } {
  const text = parts.join('');
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(text.length * 3);
  const ends = new Uint32Array(parts.length);
  let units = 0;
  let taken = 0;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    units += part.length;
    const end = isInsidePair(text, units) ? units + 1 : units;
    if (end > taken) {
      at += encoder.encodeInto(text.slice(taken, end), bytes.subarray(at)).written;
      taken = end;
    }
    ends[index] = at;
  }
  return { bytes: bytes.subarray(0, at), ends };
}

function isInsidePair(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return false;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
