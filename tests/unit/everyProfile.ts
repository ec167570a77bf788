import { expect } from 'vitest';

/** Rooms that know no profile: their tests, the most of all, do not wait for fifteen of them. */
const withoutProfiles = /\/tests\/unit\/(guest|tokenizer|store|models)\//;

// The page loads profiles when a session names them; tests look at any of them.
if (!withoutProfiles.test(expect.getState().testPath ?? '')) {
  const { loadProfiles } = await import('../../src/core/index.ts');
  await loadProfiles();
}
