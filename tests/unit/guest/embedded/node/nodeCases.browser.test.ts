import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';
import { cases } from './node-cases.json';
import { caseResult, type NodeCase, whatCounts } from './nodeCases.ts';
import { cases as recorded } from './recorded-cases.json';

let guest: Guest;
beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});
afterAll(() => guest.dispose());

test.each([...cases, ...recorded] as unknown as readonly NodeCase[])(
  'node answers as Node 20: $name',
  async (nodeCase) => {
    const { directory, ...result } = await caseResult(guest, nodeCase);
    expect(whatCounts(result)).toEqual(whatCounts(nodeCase, directory));
  },
);
