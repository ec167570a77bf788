import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import { afterBytes, firstBytes } from '../pieces.ts';
import { type Options, optionsOf, sizeOf } from './getopt.ts';
import { extraCommand, type Io } from './io.ts';

const cmpSpec = ['b|print-bytes', 'i|ignore-initial=', 'l|verbose', 'n|bytes=', 's|quiet|silent'];

function usage(io: Io, text: string): Promise<number> {
  return io.fail(`${text}\ncmp: Try 'cmp --help' for more information.`, 2);
}

/** `M-^A` and the like, as `cat -v` writes a byte. */
function visible(byte: number): string {
  const low = byte & 127;
  const text = low < 32 ? `^${String.fromCharCode(low + 64)}` : low === 127 ? '^?' : String.fromCharCode(low);
  return byte > 127 ? `M-${text}` : text;
}

/** Both streams side by side, in pieces of equal length; `null` is the end of one. */
async function* pairs(
  a: AsyncIterable<Uint8Array>,
  b: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly [Uint8Array | null, Uint8Array | null]> {
  const readers = [a[Symbol.asyncIterator](), b[Symbol.asyncIterator]()] as const;
  const held: [Uint8Array, Uint8Array] = [new Uint8Array(0), new Uint8Array(0)];
  try {
    for (;;) {
      const ended = [false, false];
      for (const side of [0, 1] as const) {
        while (held[side].length === 0 && !ended[side]) {
          const next = await readers[side].next();
          if (next.done) ended[side] = true;
          else held[side] = next.value;
        }
      }
      if (ended[0] || ended[1]) {
        yield [ended[0] ? null : held[0], ended[1] ? null : held[1]];
        return;
      }
      const length = Math.min(held[0].length, held[1].length);
      yield [held[0].subarray(0, length), held[1].subarray(0, length)];
      held[0] = held[0].subarray(length);
      held[1] = held[1].subarray(length);
    }
  } finally {
    for (const reader of readers) await reader.return?.();
  }
}

async function cmp(io: Io, options: Options): Promise<number> {
  const [left, right = '-', ...skips] = options.operands;
  if (left === undefined) return usage(io, "missing operand after 'cmp'");
  if (options.has('s') && options.has('l')) return usage(io, 'options -l and -s are incompatible');
  if (skips.length > 2) {
    if (sizeOf(skips[0]!) === null) return usage(io, `invalid --ignore-initial value '${skips[0]}'`);
    return usage(io, `extra operand '${skips[2]}'`);
  }
  const given = options.get('i')?.split(':') ?? skips;
  const [skipLeft = '0', skipRight = options.has('i') ? skipLeft : '0'] = given;
  const [before, beforeRight] = [sizeOf(skipLeft), sizeOf(skipRight)];
  if (before === null || beforeRight === null)
    return usage(io, `invalid --ignore-initial value '${given.join(':')}'`);
  const most = options.has('n') ? sizeOf(options.get('n') ?? '') : undefined;
  if (most === null) return usage(io, `invalid --bytes value '${options.get('n')}'`);
  if (
    left === right &&
    before === beforeRight &&
    left !== '-' &&
    (await io.stat(io.path(left)))?.kind === 'file'
  )
    return 0;
  const sides: AsyncIterable<Uint8Array>[] = [];
  for (const [operand, skip] of [
    [left, before],
    [right, beforeRight],
  ] as const) {
    const input = await io.open(operand);
    if ('failed' in input) {
      if (options.has('s') && input.failed !== 'Is a directory') return 2;
      return io.fail(`${operand}: ${input.failed}`, 2);
    }
    const chunks = skip > 0 ? afterBytes(input, skip) : input;
    sides.push(most === undefined ? chunks : firstBytes(chunks, most));
  }
  return compare(io, options, [left, right], sides as [AsyncIterable<Uint8Array>, AsyncIterable<Uint8Array>]);
}

async function compare(
  io: Io,
  options: Options,
  names: readonly [string, string],
  sides: readonly [AsyncIterable<Uint8Array>, AsyncIterable<Uint8Array>],
): Promise<number> {
  const [listing, silent, showBytes] = [options.has('l'), options.has('s'), options.has('b')];
  let offset = 0;
  let line = 1;
  let different = false;
  let lastWasNewline = false;
  const sizes = await Promise.all(names.map((name) => io.stat(io.path(name))));
  const known = Math.min(...sizes.map((stat) => (stat?.kind === 'file' ? stat.size : 2 ** 53)));
  const width = listing ? (known === 2 ** 53 ? 19 : String(known).length) : 0;
  const octal = (byte: number): string => byte.toString(8).padStart(3);
  for await (const [a, b] of pairs(sides[0], sides[1])) {
    if (a === null || b === null) {
      if (a === null && b === null) break;
      if (silent) return 1;
      const shorter = names[a === null ? 0 : 1];
      const inLine = listing ? '' : lastWasNewline ? `, line ${line - 1}` : `, in line ${line}`;
      return io.fail(
        `EOF on ${shorter} ${offset === 0 ? 'which is empty' : `after byte ${offset}${inLine}`}`,
      );
    }
    const rows: string[] = [];
    for (let at = 0; at < a.length; at++) {
      const [x, y] = [a[at]!, b[at]!];
      if (x !== y) {
        if (silent) return 1;
        const place = offset + at + 1;
        if (!listing) {
          const what = showBytes ? ` is ${octal(x)} ${visible(x)} ${octal(y)} ${visible(y)}` : '';
          await io.out(`${names.join(' ')} differ: byte ${place}, line ${line}${what}\n`);
          return 1;
        }
        different = true;
        const shown = showBytes
          ? `${octal(x)} ${visible(x).padEnd(4)} ${octal(y)} ${visible(y)}`
          : `${octal(x)} ${octal(y)}`;
        rows.push(`${String(place).padStart(width)} ${shown}\n`);
      }
      if (x === 10) line++;
    }
    lastWasNewline = a[a.length - 1] === 10;
    offset += a.length;
    if (!(await io.out(rows.join('')))) return 1;
  }
  return different ? 1 : 0;
}

/** GNU `cmp`, whose hint about wrong options begins with its name. */
export function cmpCommand(tools: CommandTools): Command {
  return extraCommand(tools, 'cmp', async (io, args) => {
    const options = optionsOf(args, cmpSpec);
    return 'error' in options ? usage(io, options.error) : cmp(io, options);
  });
}
