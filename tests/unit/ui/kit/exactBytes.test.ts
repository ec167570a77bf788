import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesAsText } from '../../../../src/ui/kit/exactBytes.ts';

test('a text that a clipboard takes gives the same bytes back, a byte order mark included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = new TextEncoder().encode(`\ufeff${text.toWellFormed()}`);
      expect(new TextEncoder().encode(bytesAsText(bytes))).toEqual(bytes);
    }),
  );
});

test('bytes that are not text are refused', () => {
  expect(() => bytesAsText(new Uint8Array([0x61, 0xff]))).toThrow('Download them instead');
});
