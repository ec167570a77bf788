import { expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../src/core/index.ts';
import { chunkHash } from '../../../src/store/chunkHash.ts';

const sizes = [0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 1024 * 1024];
const bytesOf = (size: number) => new Uint8Array(size).map((_, index) => index * 7);

test('a chunk has the same name whether the browser hashes it or we do', async () => {
  for (const size of sizes) expect(await chunkHash(bytesOf(size))).toBe(sha256Hex(bytesOf(size)));
});

test('without the browser’s own hash the names are the same', async () => {
  vi.stubGlobal('crypto', {});
  try {
    for (const size of sizes) expect(await chunkHash(bytesOf(size))).toBe(sha256Hex(bytesOf(size)));
  } finally {
    vi.unstubAllGlobals();
  }
});
