import { createTokenCounter } from '../../src/tokenizer/index.ts';
import type { BenchRow } from './benchRow.ts';

const MB = 1_000_000;
const CAP_TOKENS = 25_000;
const CHUNK_BYTES = 1024 * 1024;
const ROUNDS = 3;
const ENCODING = 'o200k_base';

/**
 * The page of a read: the largest prefix of whole lines under 25,000 tokens, and the exact total, through the
 * counter's worker with its table loaded, beside one `countTokens` of gpt-tokenizer over the same text.
 */
export async function tokenizerBench(): Promise<BenchRow[]> {
  const counter = createTokenCounter();
  try {
    const startedAt = performance.now();
    await counter.count('a first word', ENCODING);
    const loadMs = performance.now() - startedAt;

    const text = sourceText(10 * MB);
    const bytes = new TextEncoder().encode(text);
    const { countTokens, clearMergeCache } = await import('gpt-tokenizer/encoding/o200k_base');
    const pass = () => timedPass(counter, bytes);
    const first = await pass();
    const rounds: { passMs: number; prefixMs: number; gptMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { passMs, prefixMs, total } = await pass();
      clearMergeCache();
      const gptStartedAt = performance.now();
      const gptTotal = countTokens(text, { disallowedSpecial: new Set() });
      rounds.push({ passMs, prefixMs, gptMs: performance.now() - gptStartedAt });
      if (gptTotal !== total) throw new Error(`totals differ: ${total} here, ${gptTotal} by gpt-tokenizer`);
    }
    // The median of the ratios, each taken within one round: both sides then had the same machine.
    rounds.sort((a, b) => a.passMs / a.gptMs - b.passMs / b.gptMs);
    const median = rounds[Math.floor(ROUNDS / 2)];
    if (median === undefined) throw new Error('no round was run');
    const rows: BenchRow[] = [
      { name: 'tokenizer, worker and o200k table loaded', value: Math.round(loadMs), unit: 'ms' },
      {
        name: 'read page of 10 MB of TypeScript, text and exact total',
        value: Math.round(median.passMs),
        unit: 'ms',
        ratio: median.passMs / median.gptMs,
        against: 'one countTokens of gpt-tokenizer over the same text',
        target: '<= 0.4 ×',
      },
      {
        name: 'the page text alone, in the first pass of the worker',
        value: Math.round(first.prefixMs),
        unit: 'ms',
        target: '<= 100 ms',
      },
      {
        name: 'the page text alone, warm',
        value: Math.round(median.prefixMs),
        unit: 'ms',
        target: '<= 100 ms',
      },
    ];
    for (const [name, hostile] of hostileTexts(10 * MB)) {
      const { passMs } = await timedPass(counter, hostile);
      rows.push({ name: `10 MB of ${name}`, value: Math.round(passMs), unit: 'ms', target: '<= 3000 ms' });
    }
    return rows;
  } finally {
    counter.dispose();
  }
}

async function timedPass(counter: ReturnType<typeof createTokenCounter>, bytes: Uint8Array) {
  const startedAt = performance.now();
  const pass = counter.pass(ENCODING, CAP_TOKENS);
  let prefixMs = Number.NaN;
  const known = pass.prefix.then(() => {
    prefixMs = performance.now() - startedAt;
  });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    await pass.push(bytes.subarray(at, at + CHUNK_BYTES));
  pass.end();
  const total = await pass.total;
  await known;
  return { passMs: performance.now() - startedAt, prefixMs, total };
}

/**
 * Text that looks like TypeScript: lines of common shapes over 5,000 invented words, a few of them frequent
 * and most rare, so that names repeat about as often as in real code.
 */
function sourceText(size: number): string {
  const random = generator();
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const syllables =
    'a con de er fi get in ka le mo name ob par read sto to un val wi ex ing path ker ion sub ty'.split(' ');
  const words = Array.from({ length: 5000 }, () => {
    const length = 1 + Math.floor(random() * 4);
    return Array.from({ length }, () => pick(syllables)).join('');
  });
  const word = () => words[Math.floor(random() ** 3 * words.length)] ?? '';
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const name = () => (random() < 0.5 ? word() : word() + capital(word()));
  const types = [
    'string',
    'number',
    'boolean',
    'Uint8Array',
    'readonly string[]',
    'Promise<void>',
    'unknown',
  ];
  const lines = [
    () =>
      `export function ${name()}(${name()}: ${pick(types)}, ${name()}?: ${capital(name())}): ${pick(types)} {`,
    () =>
      `  const ${name()} = ${name()}.${name()}(${Math.floor(random() * 100_000)}, '${word()} ${word()}');`,
    () => `  if (${name()} === undefined || ${name()}.length > ${Math.floor(random() * 500)}) return null;`,
    () =>
      `    // The ${word()} of a ${word()} is kept until the ${word()} ends, see #${Math.floor(random() * 9000)}.`,
    () => `  readonly ${name()}: ${pick(types)};`,
    () => `import { ${name()}, type ${capital(name())} } from './${name()}.ts';`,
    () => '}',
    () => '',
  ];
  let text = '';
  while (text.length < size) text += `${lines[Math.floor(random() * lines.length)]?.()}\n`;
  return text;
}

function* hostileTexts(size: number): Generator<[string, Uint8Array]> {
  yield ['one letter', new Uint8Array(size).fill(0x61)];
  yield ['newlines', new Uint8Array(size).fill(0x0a)];
  yield ['U+FFFD', new TextEncoder().encode('\ufffd'.repeat(size / 3))];
  yield ['bytes that are no UTF-8 (FF)', new Uint8Array(size).fill(0xff)];
  const alphabet = new TextEncoder().encode(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  );
  const random = generator();
  yield [
    'base64 on one line',
    Uint8Array.from({ length: size }, () => alphabet[Math.floor(random() * 64)] ?? 0),
  ];
  yield ['spaces', new Uint8Array(size).fill(0x20)];
  yield ['equals signs', new Uint8Array(size).fill(0x3d)];
}

/** The same numbers in [0, 1) at each run (xorshift32). */
function generator(): () => number {
  let state = 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}
