import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStarts } from '../../../../../src/guest/embedded/files/fileStarts.ts';
import { createScratchFiles } from '../../../../../src/guest/embedded/files/index.ts';

test('small files come one behind the other; what is too large, no file or not there is left to be opened by itself', () => {
  const placeOf = new Map([
    ['/a', 0],
    ['/b', 1],
    ['/c', 2],
    ['/link', 1],
    ['/folder/../a', 0],
  ]);
  const name = fc.constantFrom('/a', '/b', '/c', '/folder', '/pipe', '/link', '/missing', '/folder/../a');
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 12 }), { minLength: 3, maxLength: 3 }),
      fc.array(name, { maxLength: 10 }),
      fc.integer({ min: 0, max: 12 }),
      (contents, paths, most) => {
        const files = createScratchFiles();
        for (const [at, bytes] of contents.entries()) files.writeFile(['/a', '/b', '/c'][at]!, bytes.slice());
        files.mkdir('/folder', false);
        files.mkfifo('/pipe', 0o644);
        files.symlink('/b', '/link');
        const expected = paths.map((path) => {
          const at = placeOf.get(path);
          const bytes = at === undefined ? null : contents[at]!;
          return bytes === null || bytes.length > most ? null : [...bytes];
        });
        const { sizes, bytes } = readStarts(files, paths, most);
        let offset = 0;
        const found = sizes.map((size) => {
          if (size < 0) return null;
          offset += size;
          return [...bytes.subarray(offset - size, offset)];
        });
        expect([found, offset]).toEqual([expected, bytes.length]);
      },
    ),
  );
});

test('an answer has its own limit: what does not fit is left to be opened by itself', () => {
  const files = createScratchFiles();
  for (const name of ['/a', '/b', '/c']) files.writeFile(name, new Uint8Array(3 << 19));
  expect(readStarts(files, ['/a', '/b', '/c', '/missing'], 2 << 20).sizes).toEqual([
    3 << 19,
    3 << 19,
    -1,
    -1,
  ]);
});
