import { bootEmbeddedGuest } from '../../src/guest/index.ts';
import { type SeededRecord, seededRecord } from './record.ts';

/** What a fresh guest of this seed makes of the commands. */
async function recordOf(seed: number, clockStartMs: number): Promise<SeededRecord> {
  const guest = await bootEmbeddedGuest({ seed, clockStartMs });
  try {
    return await seededRecord(guest);
  } finally {
    guest.dispose();
  }
}

Object.assign(globalThis, { recordOf });
