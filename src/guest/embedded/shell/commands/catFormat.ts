const newline = 10;

/** One byte as `cat -v` shows it: `^A`, `M-^A`, `^?`. */
function visible(byte: number): string {
  if (byte >= 128) return `M-${byte === 255 ? '^?' : visible(byte - 128)}`;
  if (byte === 127) return '^?';
  return byte < 32 ? `^${String.fromCharCode(byte + 64)}` : String.fromCharCode(byte);
}

/** Formats chunk after chunk as `cat` with these option letters does; null where nothing is to change. */
export function catFormatter(given: ReadonlySet<string>): ((chunk: Uint8Array) => Uint8Array) | null {
  const ends = given.has('A') || given.has('E') || given.has('e');
  const tabs = given.has('A') || given.has('T') || given.has('t');
  const nonPrinting = given.has('A') || given.has('v') || given.has('e') || given.has('t');
  const nonBlank = given.has('b');
  const numbers = given.has('n') || nonBlank;
  const squeeze = given.has('s');
  if (!ends && !tabs && !nonPrinting && !numbers && !squeeze) return null;

  let line = 0;
  let atStart = true;
  let blanks = 0;
  return (chunk) => {
    const out: number[] = [];
    const put = (text: string): void => {
      for (let index = 0; index < text.length; index++) out.push(text.charCodeAt(index));
    };
    for (const byte of chunk) {
      if (atStart) {
        blanks = byte === newline ? blanks + 1 : 0;
        if (squeeze && blanks > 1) continue;
        if (numbers && !(nonBlank && byte === newline)) put(`${String(++line).padStart(6)}\t`);
      }
      atStart = byte === newline;
      if (byte === newline) put(ends ? '$\n' : '\n');
      else if (byte === 9) put(tabs ? '^I' : '\t');
      else if (nonPrinting) put(visible(byte));
      else out.push(byte);
    }
    return Uint8Array.from(out);
  };
}
