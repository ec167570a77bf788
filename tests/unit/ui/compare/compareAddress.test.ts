import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCompareAddress, parseCompareAddress } from '../../../../src/ui/compare/compareAddress.ts';

const name = fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/));
const side = fc.record({ session: name, profile: name });

test('an address says what is compared, and reads back the same', () => {
  fc.assert(
    fc.property(fc.record({ left: side, right: side }), (address) => {
      const written = formatCompareAddress(address);
      expect(parseCompareAddress(written.replace(/^#\/compare\??/, ''))).toEqual(address);
    }),
  );
});

test('what is no name is nothing', () => {
  const none = { session: null, profile: null };
  expect(parseCompareAddress(`left=../x&right=%3Cb%3E&left-profile=${'a'.repeat(65)}`)).toEqual({
    left: none,
    right: none,
  });
});
