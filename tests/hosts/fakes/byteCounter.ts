import type { TokenCounter, TokenPass } from '../../../src/core/index.ts';

const bytesPerToken = 4;
const newline = 10;

/** A counter for tests: one token for every four bytes, rounded up, so that expectations can be worked out by hand. */
export const byteCounter: TokenCounter = {
  count: async (text) => Math.ceil(new TextEncoder().encode(text).length / bytesPerToken),
  countParts: async (parts) => {
    let bytes = 0;
    return parts.map((part) => {
      const before = Math.ceil(bytes / bytesPerToken);
      bytes += new TextEncoder().encode(part).length;
      return Math.ceil(bytes / bytesPerToken) - before;
    });
  },
  cutToTokens: async (bytes, _encoding, capTokens) => {
    let end = Math.min(bytes.length, capTokens * bytesPerToken);
    while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    return { bytes: end, tokens: Math.ceil(end / bytesPerToken) };
  },
  pass(_encoding, capTokens): TokenPass {
    let bytes = 0;
    let lines = 0;
    let lineStart = 0;
    let fit = { bytes: 0, lines: 0, tokens: 0 };
    let over = false;
    let resolvePrefix: TokenPass['prefix'] extends Promise<infer T> ? (value: T) => void : never = () => {};
    let resolveTotal: (value: number) => void = () => {};
    let rejectAll: (error: Error) => void = () => {};
    const failed = new Promise<never>((_resolve, reject) => (rejectAll = reject));
    failed.catch(() => {});
    const prefix = Promise.race([
      failed,
      new Promise<Awaited<TokenPass['prefix']>>((resolve) => (resolvePrefix = resolve)),
    ]);
    const total = Promise.race([failed, new Promise<number>((resolve) => (resolveTotal = resolve))]);
    prefix.catch(() => {});
    total.catch(() => {});
    const endLine = () => {
      const tokens = Math.ceil(bytes / bytesPerToken);
      if (over) return;
      if (capTokens !== null && tokens > capTokens) {
        over = true;
        resolvePrefix({ ...fit, whole: false });
      } else {
        lines += 1;
        fit = { bytes, lines, tokens };
      }
      lineStart = bytes;
    };
    return {
      push: async (chunk) => {
        for (const byte of chunk) {
          bytes += 1;
          if (byte === newline) endLine();
        }
      },
      end: () => {
        if (bytes > lineStart) endLine();
        resolveTotal(Math.ceil(bytes / bytesPerToken));
        if (!over) resolvePrefix({ ...fit, whole: true });
      },
      prefix,
      total,
      cancel: () => rejectAll(new DOMException('given up', 'AbortError')),
    };
  },
};
