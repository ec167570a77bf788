import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutOldRedraws } from '../../../../src/ui/output/redraws.ts';
import { LOOK_BACK_BYTES } from '../../../../src/ui/output/rowSplit.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const shortened = (text: string) => new TextDecoder().decode(withoutOldRedraws(utf8(text)).bytes);

test('row 17: a line that fits one row, and a long one without redraws, stay as they are', () => {
  const most = `${'x'.repeat(LOOK_BACK_BYTES - 2)}\ry`;
  for (const text of ['', '\n', most, `${most}\n`, 'x'.repeat(20_000), `${'x'.repeat(20_000)}\r\n`]) {
    expect(shortened(text)).toBe(text);
  }
  expect(shortened(`x${most}`)).toBe('\ry');
});

test('row 17: every kept byte is found where it lies now, and lines neither come nor go', () => {
  const part = fc.oneof(
    fc.constantFrom('\r', '\n', '\r\n', 'é', '漢字'),
    fc.integer({ min: 1, max: 5_000 }).map((length) => 'x'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.nat(30_000), (parts, at) => {
      const bytes = utf8(parts.join(''));
      const { bytes: kept, locate } = withoutOldRedraws(bytes);
      const newlines = (of: Uint8Array) => of.filter((byte) => byte === 10).length;
      expect(newlines(kept)).toBe(newlines(bytes));
      if (kept.length > 0) {
        expect(locate([{ start: 0, end: bytes.length }])).toEqual([{ start: 0, end: kept.length }]);
      }
      const [place] = locate([{ start: at, end: at + 1 }]);
      if (place !== undefined && at < bytes.length) expect(kept[place.start]).toBe(bytes[at]);
    }),
  );
});
