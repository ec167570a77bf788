const megabyte = 1024 * 1024;

/** Whole numbers below `bound` that are the same in every run (xorshift32). */
function numbers(seed: number): (bound: number) => number {
  let state = seed | 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

function line(next: (bound: number) => number, count: number): string {
  const time = new Date(1_700_000_000_000 + count * 37).toISOString();
  const level = ['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN'][next(5)];
  const id = next(2 ** 32)
    .toString(16)
    .padStart(8, '0');
  return `${time} ${level} worker-${next(8)} request ${id} GET /items/${next(100_000)} 200 ${next(900)} ms\n`;
}

/** A mebibyte of a server's log. Its lines differ, so it compresses as logs do: about to a third. */
export function logMebibyte(seed: number): Uint8Array<ArrayBuffer> {
  const next = numbers(seed * 7919);
  let text = '';
  for (let count = 0; text.length < megabyte; count++) text += line(next, seed * 20_000 + count);
  return new TextEncoder().encode(text).slice(0, megabyte);
}

/** A mebibyte of one line again and again: IndexedDB compresses it to nothing, so its floor is the lowest there is. */
export function repeatedLineMebibyte(): Uint8Array<ArrayBuffer> {
  const repeated = 'a line of a log that is as long as lines of logs are, more or less, 1234567890\n';
  return new TextEncoder().encode(repeated.repeat(Math.ceil(megabyte / repeated.length))).slice(0, megabyte);
}
