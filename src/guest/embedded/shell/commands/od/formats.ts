/** How one kind of value is shown. */
export interface Format {
  /** Bytes of one value. */
  readonly size: number;
  /** Columns of the longest value. */
  readonly width: number;
  readonly show: (view: DataView, at: number) => string;
  /** Characters shown at the end of the line, as `z` asks. */
  readonly showsText: boolean;
}

const named: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};
const controlNames =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  );

/** A byte as `od -c` and `hexdump -c` name it: itself, a C escape, or three octal digits. */
export function characterText(byte: number): string {
  if (named[byte]) return named[byte];
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0');
}

function nameText(byte: number): string {
  const low = byte & 0x7f;
  return low === 0x7f ? 'del' : (controlNames[low] ?? String.fromCharCode(low));
}

const letterSizes: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8, F: 4, D: 8 };

/** The formats that one `-t` asks for: `x1z`, `d4`, `cx1`; null where it is none. */
export function formatsOf(type: string, isLittleEndian: boolean): Format[] | null {
  const formats: Format[] = [];
  let rest = type;
  while (rest !== '') {
    const match = /^([acdfoux])(\d+|[CSILFD])?(z?)/.exec(rest);
    if (!match) return null;
    const [whole, letter = '', sizeText, z] = match;
    rest = rest.slice(whole.length);
    const showsText = z === 'z';
    if (letter === 'a' || letter === 'c') {
      const text = letter === 'a' ? nameText : characterText;
      formats.push({ size: 1, width: 3, show: (view, at) => text(view.getUint8(at)), showsText });
      continue;
    }
    const size = sizeText ? (letterSizes[sizeText] ?? Number(sizeText)) : letter === 'f' ? 8 : 4;
    if (![1, 2, 4, 8].includes(size) || (letter === 'f' && size < 4)) return null;
    formats.push(letter === 'f' ? floatFormat(size, showsText) : integerFormat(letter, size, showsText));
  }
  return formats;

  function floatFormat(size: number, showsText: boolean): Format {
    const show = (view: DataView, at: number): string =>
      size === 4
        ? floatText(view.getFloat32(at, isLittleEndian), 6, Math.fround)
        : floatText(view.getFloat64(at, isLittleEndian), 15, (value) => value);
    return { size, width: size === 4 ? 15 : 24, show, showsText };
  }

  function integerFormat(letter: string, size: number, showsText: boolean): Format {
    const radix = letter === 'x' ? 16 : letter === 'o' ? 8 : 10;
    const bits = BigInt(size * 8);
    const most = letter === 'd' ? `-${1n << (bits - 1n)}` : ((1n << bits) - 1n).toString(radix);
    const width = most.length;
    const read = readers[`${letter === 'd' ? 'signed' : 'unsigned'}${size}`]!;
    const show = (view: DataView, at: number): string => {
      const text = read(view, at, isLittleEndian).toString(radix);
      return radix === 10 ? text : text.padStart(width, '0');
    };
    return { size, width, show, showsText };
  }
}

const readers: Readonly<Record<string, (view: DataView, at: number, isLittle: boolean) => number | bigint>> =
  {
    signed1: (view, at) => view.getInt8(at),
    signed2: (view, at, isLittle) => view.getInt16(at, isLittle),
    signed4: (view, at, isLittle) => view.getInt32(at, isLittle),
    signed8: (view, at, isLittle) => view.getBigInt64(at, isLittle),
    unsigned1: (view, at) => view.getUint8(at),
    unsigned2: (view, at, isLittle) => view.getUint16(at, isLittle),
    unsigned4: (view, at, isLittle) => view.getUint32(at, isLittle),
    unsigned8: (view, at, isLittle) => view.getBigUint64(at, isLittle),
  };

/** As `%g` of C prints it, with the fewest digits, but at least `digits` of them, from which it can be read back. */
function floatText(value: number, digits: number, rounded: (value: number) => number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  let precision = Math.abs(value) < (digits === 6 ? 2 ** -126 : 2 ** -1022) ? 1 : digits;
  while (rounded(Number(withDigits(value, precision))) !== value) precision++;
  const text = withDigits(value, precision);
  const [mantissa = '', exponentText = ''] = text.split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= precision) {
    const sign = exponent < 0 ? '-' : '+';
    return `${withoutZeros(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  return withoutZeros(Number(text).toFixed(precision - 1 - exponent));
}

/** So many digits of a number; what lies in the middle goes to the even one, as in C and not as in JavaScript. */
function withDigits(value: number, digits: number): string {
  const exact = value.toExponential(100);
  const [, kept = '', rest = '', exponent = ''] =
    new RegExp(`^(-?\\d\\.?\\d{${digits - 1}})(\\d*)(e.*)$`).exec(exact) ?? [];
  return /^50*$/.test(rest) && /[02468]\.?$/.test(kept)
    ? kept.replace(/\.$/, '') + exponent
    : value.toExponential(digits - 1);
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
