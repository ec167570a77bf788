import { textOfByte } from './text/bytesText.ts';

const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/**
 * Escapes of `echo -e` and `printf` as lossless text: `\xe2\x9c\x93` are three bytes, `\u2713` is a character.
 * `zeroOctal`: an octal needs a leading zero (`echo`), which may be followed by three digits; `also`: it
 * may have one (`%b`).
 */
export function withoutEscapes(
  text: string,
  options: {
    readonly zeroOctal: boolean | 'also';
    readonly stops: boolean;
    readonly quotes: boolean;
  },
): { readonly text: string; readonly stopped: boolean } {
  if (!text.includes('\\')) return { text, stopped: false };
  let out = '';
  let stopped = false;
  const pattern =
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(0[0-7]{0,3}|[1-7][0-7]{0,2})|([\s\S]))|[^\\]+|\\/g;
  for (const [whole, hex, short, long, octal, letter] of text.matchAll(pattern)) {
    if (hex !== undefined) out += textOfByte(Number.parseInt(hex, 16));
    else if (short !== undefined || long !== undefined)
      out += String.fromCodePoint(Math.min(Number.parseInt(short ?? long ?? '0', 16), 0x10ffff));
    else if (octal !== undefined) {
      if (options.zeroOctal === true && !octal.startsWith('0')) out += whole;
      else {
        // In a format `\0101` is `\010` and a `1`; after `echo -e` and `%b` it is one byte.
        const digits = options.zeroOctal && octal.startsWith('0') ? octal : octal.slice(0, 3);
        out += textOfByte(Number.parseInt(digits, 8) & 0xff) + octal.slice(digits.length);
      }
    } else if (letter === 'c' && options.stops) {
      stopped = true;
      break;
    } else if (letter !== undefined && controls[letter] !== undefined) out += controls[letter];
    else if (letter !== undefined && options.quotes && /['"?]/.test(letter)) out += letter;
    else out += whole;
  }
  return { text: out, stopped };
}
