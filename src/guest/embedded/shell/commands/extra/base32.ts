import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const base32Spec = ['d|decode', 'i|ignore-garbage', 'w|wrap='];

function encoded(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(held >> (bits - 5)) & 31];
  }
  if (bits > 0) text += letters[(held << (5 - bits)) & 31];
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}

/** Null where a letter is none of base32. */
function decoded(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text.replace(/=+$/, '')) {
    const value = letters.indexOf(letter);
    if (value < 0) return null;
    held = ((held << 5) | value) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
  }
  return Uint8Array.from(bytes);
}

/** GNU `base32`. */
export async function base32(io: Io, options: Options): Promise<number> {
  const wrap = Number(options.get('w') ?? 76);
  const [operand = '-', extra] = options.operands;
  if (extra !== undefined) return io.usage(`extra operand '${extra}'`);
  const bytes = await io.readAll(operand);
  if (!(bytes instanceof Uint8Array)) return io.fail(`${operand}: ${bytes.failed}`);
  if (!options.has('d')) {
    const text = encoded(bytes);
    const lines = wrap > 0 ? (text.match(new RegExp(`.{1,${wrap}}`, 'g')) ?? []) : [text];
    await io.out(wrap > 0 ? lines.map((line) => `${line}\n`).join('') : text);
    return 0;
  }
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .replaceAll('\n', '');
  const result = decoded(options.has('i') ? text.replace(/[^A-Z2-7=]/g, '') : text);
  if (result === null) return io.fail('invalid input');
  await io.bytes(result);
  return 0;
}
