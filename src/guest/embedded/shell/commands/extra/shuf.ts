import { type Options, sizeOf } from './getopt.ts';
import type { Io } from './io.ts';

export const shufSpec = [
  'e|echo',
  'i|input-range=',
  'n|head-count=',
  'o|output=',
  'r|repeat',
  'z|zero-terminated',
  'random-source=',
];

interface Deck {
  readonly size: number;
  readonly card: (index: number) => string;
}

async function deckOf(io: Io, options: Options, end: string): Promise<Deck | number> {
  const range = options.get('i');
  const { operands } = options;
  if (range !== undefined && options.has('e')) return io.usage('cannot combine -e and -i options');
  if (options.all('i').length > 1) return io.fail('multiple -i options specified');
  if (range !== undefined) {
    const match = /^(\d+)-(\d+)$/.exec(range);
    const [low, high] = [Number(match?.[1]), Number(match?.[2])];
    if (!match || high < low - 1) return io.fail(`invalid input range: '${range}'`);
    if (operands.length > 0) return io.usage(`extra operand '${operands[0]}'`);
    return { size: high - low + 1, card: (index) => String(low + index) };
  }
  if (options.has('e')) return { size: operands.length, card: (index) => operands[index]! };
  if (operands.length > 1) return io.usage(`extra operand '${operands[1]}'`);
  const file = operands[0] ?? '-';
  const text = await io.readText(file);
  if (typeof text !== 'string')
    return io.fail(
      text.failed === 'Is a directory' ? `read error: ${text.failed}` : `${file}: ${text.failed}`,
    );
  const lines = text === '' ? [] : (text.endsWith(end) ? text.slice(0, -1) : text).split(end);
  return { size: lines.length, card: (index) => lines[index]! };
}

/** GNU `shuf`; its order comes from the guest's seeded random. A huge range costs only what is printed of it. */
export async function shuf(io: Io, options: Options): Promise<number> {
  const end = options.has('z') ? '\0' : '\n';
  let count = Number.POSITIVE_INFINITY;
  for (const given of options.all('n')) {
    const wanted = sizeOf(given);
    if (wanted === null) return io.fail(`invalid line count: '${given}'`);
    count = Math.min(count, wanted);
  }
  const deck = await deckOf(io, options, end);
  if (typeof deck === 'number') return deck;
  const repeats = options.has('r');
  if (repeats && count > 0 && deck.size === 0) return io.fail('no lines to repeat');
  const target = options.get('o');
  const written: string[] = [];
  const moved = new Map<number, number>();
  const total = repeats ? count : Math.min(count, deck.size);
  let batch: string[] = [];
  for (let index = 0; index < total; index++) {
    let at = io.random(deck.size);
    if (!repeats) {
      at = index + io.random(deck.size - index);
      const chosen = moved.get(at) ?? at;
      moved.set(at, moved.get(index) ?? index);
      moved.delete(index);
      at = chosen;
    }
    batch.push(deck.card(at) + end);
    if (batch.length < 1000) continue;
    if (target === undefined && !(await io.out(batch.join('')))) return 0;
    if (target !== undefined) written.push(...batch);
    batch = [];
  }
  written.push(...batch);
  if (target === undefined) await io.out(batch.join(''));
  else await io.tools.disk.writeFile(io.path(target), written.join(''));
  return 0;
}
