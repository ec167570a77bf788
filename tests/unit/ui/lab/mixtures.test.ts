import { describe, expect, test } from 'vitest';
import { type ProfileRef, profileById, profileRef } from '../../../../src/core/index.ts';
import { KeptMixtures } from '../../../../src/ui/lab/mixtures.svelte.ts';

/** A store that keeps values as the real one does: by structured clone. */
function memoryStore(stored: unknown = undefined) {
  let value = stored;
  return {
    value: () => value,
    getSetting: async () => structuredClone(value),
    setSetting: async (_name: string, next: unknown) => {
      value = structuredClone(next);
    },
  };
}

function named(name: string, bash: number, id = 'claude-code'): ProfileRef {
  const profile = profileById(id);
  if (profile === null) throw new Error(`no profile ${id}`);
  const inlineLimit = { ...profile.limits.inlineLimit, bash };
  return { ...profileRef(profile, {}, { inlineLimit }), name };
}

const namesOf = (kept: KeptMixtures) => kept.list.map(({ name }) => name);

describe('the mixtures of this device', () => {
  test('are there again at the next visit, sorted by name', async () => {
    const store = memoryStore();
    const first = new KeptMixtures(store);
    await Promise.all([first.keep(named('Wide', 60_000)), first.keep(named('Narrow', 500, 'cline'))]);
    const again = new KeptMixtures(store);
    await again.keep(named('Other', 1_000));
    expect(namesOf(again)).toEqual(['Narrow', 'Other', 'Wide']);
    expect(again.list[0]?.ref).toEqual(named('Narrow', 500, 'cline'));
    expect(store.value()).toEqual([
      'cline;in.bash=500;name=Narrow',
      'claude-code;in.bash=1000;name=Other',
      'claude-code;in.bash=60000;name=Wide',
    ]);
  });

  test('have one of a name; a later one takes its place', async () => {
    const kept = new KeptMixtures(memoryStore());
    await kept.keep(named('Mine', 1));
    await kept.keep(named('Mine', 2));
    expect(kept.list.map(({ code }) => code)).toEqual(['claude-code;in.bash=2;name=Mine']);
    expect(kept.has(named('Mine', 1))).toBe(false);
    await kept.forget(named('Mine', 2));
    expect(kept.list).toEqual([]);
  });

  test('are refused without a name', () => {
    const { name: _none, ...unnamed } = named('x', 1);
    expect(() => new KeptMixtures(memoryStore()).keep(unnamed)).toThrow(TypeError);
  });

  test.each([
    ['nothing', undefined],
    ['no list', { a: 1 }],
    ['what is no mixture', [1, null, 'nobody;name=x', 'claude-code', 'claude-code;name=', 'x'.repeat(5_000)]],
  ])('hold nothing where %s was stored', async (_what, stored) => {
    const kept = new KeptMixtures(memoryStore(stored));
    await kept.keep(named('Mine', 5));
    expect(namesOf(kept)).toEqual(['Mine']);
  });

  test('say where they could not be stored, and take the next change all the same', async () => {
    let fails = true;
    const kept = new KeptMixtures({
      getSetting: async () => null,
      setSetting: async () => {
        if (fails) throw new Error('disk full');
      },
    });
    await expect(kept.keep(named('Mine', 5))).rejects.toThrow('disk full');
    fails = false;
    await kept.keep(named('Other', 5));
    expect(namesOf(kept)).toEqual(['Mine', 'Other']);
  });
});
