import { expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';

async function answer(guest: Guest, command: string): Promise<readonly [string, string, unknown]> {
  const process = guest.run(command);
  const texts = { stdout: '', stderr: '' };
  for await (const { stream, bytes } of process.output) texts[stream] += new TextDecoder().decode(bytes);
  return [texts.stdout, texts.stderr, await process.exit];
}

const well = { kind: 'exited', code: 0 };

test('a program that comes on demand is fetched when it is first called, once, and runs', async () => {
  // The browser keeps the last 250 requests only, and the sources of the page are more.
  performance.setResourceTimingBufferSize(10_000);
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  try {
    const before = fetches('git');
    expect(await answer(guest, 'echo nothing of it')).toEqual(['nothing of it\n', '', well]);
    expect(fetches('git')).toBe(before);
    const versions = await Promise.all([1, 2, 3].map(() => answer(guest, 'git --version | cut -c 1-11')));
    expect(versions).toEqual([1, 2, 3].map(() => ['git version\n', '', well]));
    expect(await answer(guest, 'git --version | cut -c 1-11')).toEqual(['git version\n', '', well]);
    expect(fetches('git')).toBe(before + 1);
  } finally {
    guest.dispose();
  }
});

test('a bundle that does not load is said in one sentence, and the next call tries again', async () => {
  const missing = new URL('/no/such/script.js', location.href).href;
  const realFetch = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url !== missing) return realFetch(input, init);
    asked.push(url);
    if (asked.length === 1) throw new TypeError('Failed to fetch');
    if (asked.length === 2) return new Response('', { status: 503 });
    return new Response(
      'globalThis.spillwayBundles = { git: { git: async ({ out }) => { await out("here\\n"); return 0; } } };',
    );
  };
  const guest = await bootEmbeddedGuest(
    { seed: 1, clockStartMs: null },
    { assets: { onDemand: { git: missing } } },
  );
  try {
    const failed = (reason: string) => [
      '',
      `git: could not be loaded: the guest's script.js did not load: ${reason}\n`,
      { kind: 'exited', code: 127 },
    ];
    expect(await answer(guest, 'git status')).toEqual(failed('Failed to fetch'));
    expect(await answer(guest, 'git status')).toEqual(failed('503'));
    expect(await answer(guest, 'git status')).toEqual(['here\n', '', well]);
    expect(await answer(guest, 'git status')).toEqual(['here\n', '', well]);
    expect(asked.length).toBe(3);
  } finally {
    globalThis.fetch = realFetch;
    guest.dispose();
  }
});

function fetches(bundle: string): number {
  return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(`/@guest/${bundle}`))
    .length;
}
