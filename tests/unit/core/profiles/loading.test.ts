import { beforeEach, expect, test, vi } from 'vitest';

/** The registry as a page has it when it opens: the default profile alone. */
async function freshCore() {
  vi.resetModules();
  return import('../../../../src/core/index.ts');
}

let core: Awaited<ReturnType<typeof freshCore>>;
beforeEach(async () => {
  core = await freshCore();
});

test('the default profile is there from the start, and another that was not loaded is never mistaken for it', () => {
  expect(core.profileOf(core.defaultProfileRef()).id).toBe('claude-code');
  const before = 'The profile pi was not loaded before it was used.';
  expect(() => core.profileOf({ id: 'pi' })).toThrow(before);
  expect(() => core.profileById('pi')).toThrow(before);
});

test('an id that no build knows is no reason to load, and is answered by the default', async () => {
  await core.loadProfilesOf(['claude-code', 'from-the-future']);
  expect(core.profileById('from-the-future')).toBe(null);
  expect(core.profileOf({ id: 'from-the-future' }).id).toBe('claude-code');
  expect(() => core.profileById('pi')).toThrow();
});

test('a profile that is named is there when loading has ended, with every other', async () => {
  await core.loadProfilesOf(['claude-code', 'pi']);
  expect(core.profileNames.map(({ id }) => core.profileById(id)?.id)).toEqual(
    core.profileNames.map(({ id }) => id),
  );
});
