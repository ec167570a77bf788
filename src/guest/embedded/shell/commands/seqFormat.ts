function decimalsOf(text: string): number {
  return /\.(\d*)/.exec(text)?.[1]?.length ?? 0;
}

interface SeqWords {
  readonly first: string;
  readonly step: string;
  readonly last: string;
  readonly equalWidth: boolean;
  /** A printf format with one `%` directive of e, f or g. */
  readonly format: string | null;
}

/** How `seq` prints each number: with the most decimals that FIRST and STEP show, padded for `-w`. */
export function seqFormatter(words: SeqWords): ((value: number) => string) | { readonly error: string } {
  if (words.format !== null) return byFormat(words.format);
  const decimals = Math.max(decimalsOf(words.first), decimalsOf(words.step));
  if (!words.equalWidth) return decimals === 0 ? String : (value) => value.toFixed(decimals);
  const width = Math.max(...[words.first, words.last].map((text) => Number(text).toFixed(decimals).length));
  return (value) => {
    const text = Math.abs(value).toFixed(decimals);
    return value < 0 ? `-${text.padStart(width - 1, '0')}` : text.padStart(width, '0');
  };
}

function byFormat(format: string): ((value: number) => string) | { readonly error: string } {
  const match = /^((?:[^%]|%%)*)%([-+ 0#]*)(\d*)(?:\.(\d+))?([efgaEFG])((?:[^%]|%%)*)$/s.exec(format);
  if (!match) return { error: `format '${format}' has no % directive` };
  const [, before = '', flags = '', widthText = '', precisionText, kind = 'g', after = ''] = match;
  const precision = precisionText === undefined ? 6 : Number(precisionText);
  const width = Number(widthText);
  return (value) => {
    let digits: string;
    if (kind === 'f' || kind === 'F') digits = Math.abs(value).toFixed(precision);
    else if (kind === 'e' || kind === 'E') {
      digits = Math.abs(value)
        .toExponential(precision)
        .replace(/e([-+])(\d)$/, 'e$10$2');
    } else digits = String(Number(Math.abs(value).toPrecision(precision || 1)));
    const sign = value < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
    let text = sign + digits;
    if (flags.includes('-')) text = text.padEnd(width);
    else if (flags.includes('0')) text = sign + digits.padStart(width - sign.length, '0');
    else text = text.padStart(width);
    return before.replaceAll('%%', '%') + text + after.replaceAll('%%', '%');
  };
}
