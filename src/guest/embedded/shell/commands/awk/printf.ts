import { textOfByte } from '../text/bytesText.ts';
import { formatFloat, formatInteger, formatText, integerOf } from '../text/numberFormat.ts';
import { AwkRunError } from './operators.ts';
import { toNumber, toText, type Value } from './values.ts';

/** `sprintf`. Too few values are a fault. */
export function sprintf(
  format: string,
  values: readonly Value[],
  conversionFormat: string,
  caller = 'sprintf',
): string {
  let next = 0;
  const take = (): Value => {
    if (next >= values.length)
      throw new AwkRunError(`run time error: not enough arguments passed to ${caller}("${format}")`);
    return values[next++];
  };
  return format.replace(
    /%([-+ #0']*)(\*|\d*)(?:\.(\*|\d*))?(?:hh|ll|[hlLqjzt])?([a-zA-Z%])|%/g,
    (whole, flags: string | undefined, width: string, precision: string | undefined, letter: string) => {
      if (flags === undefined || letter === '%') return '%';
      let sign = flags;
      let columns = width === '*' ? Math.trunc(toNumber(take())) : Number(width);
      if (columns < 0) {
        sign += '-';
        columns = -columns;
      }
      const digits =
        precision === undefined ? null : precision === '*' ? Math.trunc(toNumber(take())) : Number(precision);
      const conversion = {
        flags: sign,
        width: columns,
        precision: digits !== null && digits < 0 ? null : digits,
        letter,
      };
      switch (letter) {
        case 'd':
        case 'i': {
          const value = toNumber(take());
          if (!Number.isFinite(value)) return formatFloat(value, { ...conversion, letter: 'f' });
          return formatInteger(BigInt(Math.trunc(value)), { ...conversion, letter: 'd' });
        }
        case 'o':
        case 'x':
        case 'X':
        case 'u':
          return formatInteger(integerOf(toNumber(take())), conversion);
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
          return formatFloat(toNumber(take()), conversion);
        case 'c': {
          const value = take();
          const isNumber =
            typeof value === 'number' || (typeof value === 'object' && value.asNumber !== null);
          const text = isNumber
            ? characterOf(toNumber(value))
            : String.fromCodePoint(toText(value, conversionFormat).codePointAt(0) ?? 0).replace('\0', '');
          return formatText(text, { ...conversion, precision: null });
        }
        case 's':
          return formatText(toText(take(), conversionFormat), conversion);
        default:
          return whole;
      }
    },
  );
}

function characterOf(code: number): string {
  const whole = Math.trunc(code);
  if (whole < 0x80 || whole > 0x10ffff) return String.fromCharCode(whole & 0xff);
  return whole < 0x100 ? textOfByte(whole) : String.fromCodePoint(whole);
}
