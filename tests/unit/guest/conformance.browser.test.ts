import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestConformance } from '../../../src/guest/conformance/index.ts';
import { bootEmbeddedGuest, type Guest } from '../../../src/guest/index.ts';

let guest: Guest;

beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});

afterAll(() => guest.dispose());

for (const { title, run } of guestConformance) {
  test(`embedded guest: ${title}`, async () => {
    await expect(run(guest)).resolves.toBeUndefined();
  });
}
