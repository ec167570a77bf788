import { afterEach, describe, expect, it } from 'vitest';
import type { DisposableTokenCounter } from '../../../src/tokenizer/index.ts';
import { createInProcessCounter, createTokenCounter } from '../../../src/tokenizer/index.ts';

const made: DisposableTokenCounter[] = [];

function counterInWorker(spawn?: () => Worker): DisposableTokenCounter {
  const counter = createTokenCounter(spawn === undefined ? {} : { spawn });
  made.push(counter);
  return counter;
}

afterEach(() => {
  for (const counter of made.splice(0)) counter.dispose();
});

const text = 'const words = ["one", "two"];\n\n\nfunction say(word: string) { /* naïve 😀 */ }\n'.repeat(
  2000,
);

describe.each(['o200k_base', 'cl100k_base'] as const)('the real worker with %s', (encoding) => {
  it('counts, passes and cuts as the engine does in this thread', async () => {
    const worker = counterInWorker();
    const here = createInProcessCounter();
    const bytes = new TextEncoder().encode(text);
    expect(await worker.count(text, encoding)).toBe(await here.count(text, encoding));
    const parts = [text.slice(0, 1003), text.slice(1003, 1004), '', text.slice(1004)];
    expect(await worker.countParts(parts, encoding)).toEqual(await here.countParts(parts, encoding));
    const passes = [worker, here].map(async (counter) => {
      const pass = counter.pass(encoding, 1000);
      for (let at = 0; at < bytes.length; at += 10_007) await pass.push(bytes.subarray(at, at + 10_007));
      pass.end();
      return { prefix: await pass.prefix, total: await pass.total };
    });
    const [there, local] = await Promise.all(passes);
    expect(there).toEqual(local);
    expect(there?.prefix.whole).toBe(false);
    expect(await worker.cutToTokens(bytes, encoding, 33)).toEqual(
      await here.cutToTokens(bytes, encoding, 33),
    );
  });
});

describe('the life of the real worker', () => {
  it('tells the prefix while the text is still coming', async () => {
    const pass = counterInWorker().pass('o200k_base', 3);
    await pass.push(new TextEncoder().encode('one\ntwo three four five six seven\neight\n'));
    expect(await pass.prefix).toEqual({ bytes: 4, lines: 1, tokens: 2, whole: false });
    pass.end();
    expect(await pass.total).toBe(
      await createInProcessCounter().count('one\ntwo three four five six seven\neight\n', 'o200k_base'),
    );
  });

  it('goes on counting other things after a pass was cancelled', async () => {
    const counter = counterInWorker();
    const pass = counter.pass('o200k_base', 10);
    void pass.push(new Uint8Array(3_000_000).fill(97));
    pass.cancel();
    await expect(pass.prefix).rejects.toHaveProperty('name', 'AbortError');
    await expect(pass.total).rejects.toHaveProperty('name', 'AbortError');
    expect(await counter.count('hello world', 'o200k_base')).toBe(2);
  });

  it('takes 20 MB that are pushed at once', async () => {
    const pass = counterInWorker().pass('o200k_base', null);
    const bytes = new TextEncoder().encode('abcdefg\n'.repeat(2_500_000));
    await pass.push(bytes);
    pass.end();
    expect(await pass.prefix).toMatchObject({ bytes: bytes.length, lines: 2_500_000, whole: true });
  });

  it('rejects with a clear error when the worker breaks, and starts a new one', async () => {
    const broken = URL.createObjectURL(
      new Blob(['throw new Error("broken on purpose")'], { type: 'text/javascript' }),
    );
    let spawned = 0;
    const counter = counterInWorker(() => {
      spawned++;
      if (spawned === 1) return new Worker(broken);
      return new Worker(new URL('../../../src/tokenizer/worker.ts', import.meta.url), { type: 'module' });
    });
    await expect(counter.count('hello world', 'o200k_base')).rejects.toThrow(
      /worker stopped.*broken on purpose/,
    );
    expect(await counter.count('hello world', 'o200k_base')).toBe(2);
    expect(spawned).toBe(2);
    URL.revokeObjectURL(broken);
  });

  it('ends when it is disposed', async () => {
    const counter = counterInWorker();
    const pass = counter.pass('o200k_base', 1);
    counter.dispose();
    await expect(pass.prefix).rejects.toHaveProperty('name', 'AbortError');
    await expect(counter.count('a', 'o200k_base')).rejects.toHaveProperty('name', 'AbortError');
  });
});
