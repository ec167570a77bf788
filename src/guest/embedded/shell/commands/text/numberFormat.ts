export interface Conversion {
  readonly flags: string;
  readonly width: number;
  /** null where none was given. */
  readonly precision: number | null;
  readonly letter: string;
}

/** Digits of `value` with `places` decimals, halves to even as C rounds them; JavaScript rounds them up. */
function fixed(value: number, places: number): string {
  const digits = Math.min(places, 100);
  if (value >= 1e21) return `${BigInt(value)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  const rounded = value.toFixed(digits);
  const exact = value.toFixed(Math.min(100, digits + 30));
  const tail = exact.slice(exact.indexOf('.') + 1 + digits);
  if (!/^50*$/.test(tail)) return rounded;
  const truncated = exact.slice(0, exact.indexOf('.') + (digits > 0 ? 1 + digits : 0));
  const last = Number(truncated.replace('.', '').at(-1));
  return last % 2 === 0 ? truncated : rounded;
}

function exponential(value: number, places: number): string {
  const text = value.toExponential(Math.min(places, 100));
  const [, mantissa = '', sign = '', power = ''] = /^([\d.]+)e([+-])(\d+)$/.exec(text) ?? [];
  return `${mantissa}e${sign}${power.padStart(2, '0')}`;
}

function general(value: number, precision: number, keepsZeros: boolean): string {
  const digits = precision === 0 ? 1 : precision;
  const power = value === 0 ? 0 : Number(value.toExponential(Math.min(digits - 1, 100)).split('e')[1]);
  const text =
    power < -4 || power >= digits
      ? exponential(value, digits - 1)
      : fixed(value, Math.max(0, digits - 1 - power));
  if (keepsZeros || !text.includes('.')) return text;
  return text.replace(/\.?0+(?=e|$)/, '');
}

function padded(sign: string, body: string, { flags, width }: Conversion, zeros: boolean): string {
  const missing = width - sign.length - body.length;
  if (missing <= 0) return sign + body;
  if (flags.includes('-')) return sign + body + ' '.repeat(missing);
  return zeros && flags.includes('0') ? sign + '0'.repeat(missing) + body : ' '.repeat(missing) + sign + body;
}

function signOf(negative: boolean, flags: string): string {
  return negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

/** `%d %i %u %o %x %X` of a 64-bit integer. */
export function formatInteger(value: bigint, conversion: Conversion): string {
  const { letter, flags, precision } = conversion;
  const signed = letter === 'd' || letter === 'i';
  const shown = signed || value >= 0n ? value : BigInt.asUintN(64, value);
  const radix = letter === 'o' ? 8 : /[xX]/.test(letter) ? 16 : 10;
  let digits = (shown < 0n ? -shown : shown).toString(radix);
  if (precision !== null) digits = precision === 0 && value === 0n ? '' : digits.padStart(precision, '0');
  if (flags.includes('#') && shown !== 0n) {
    if (radix === 8 && !digits.startsWith('0')) digits = `0${digits}`;
    if (radix === 16) {
      const all = padded('0x', digits, conversion, precision === null);
      return letter === 'X' ? all.toUpperCase() : all;
    }
  }
  const text = padded(signed ? signOf(shown < 0n, flags) : '', digits, conversion, precision === null);
  return letter === 'X' ? text.toUpperCase() : text;
}

/** `%e %f %g %a` and their capitals. */
export function formatFloat(value: number, conversion: Conversion): string {
  const { letter, flags } = conversion;
  const precision = conversion.precision ?? 6;
  const negative = value < 0 || Object.is(value, -0);
  const size = Math.abs(value);
  const sign = signOf(negative && !Number.isNaN(value), flags);
  const lower = letter.toLowerCase();
  let body: string;
  if (!Number.isFinite(size)) body = Number.isNaN(size) ? 'nan' : 'inf';
  else if (lower === 'f') body = fixed(size, precision);
  else if (lower === 'e') body = exponential(size, precision);
  else body = general(size, precision, flags.includes('#'));
  const text = padded(sign, body, conversion, Number.isFinite(size));
  return /[EGF]/.test(letter) ? text.toUpperCase() : text;
}

/** `%s`, with precision in characters. */
export function formatText(text: string, conversion: Conversion): string {
  const cut = conversion.precision === null ? text : [...text].slice(0, conversion.precision).join('');
  const missing = conversion.width - [...cut].length;
  if (missing <= 0) return cut;
  return conversion.flags.includes('-') ? cut + ' '.repeat(missing) : ' '.repeat(missing) + cut;
}

/** The integer part of a number as 64 bits hold it. */
export function integerOf(value: number): bigint {
  if (Number.isNaN(value)) return -(1n << 63n);
  if (value >= 2 ** 63) return (1n << 63n) - 1n;
  return value <= -(2 ** 63) ? -(1n << 63n) : BigInt(Math.trunc(value));
}
