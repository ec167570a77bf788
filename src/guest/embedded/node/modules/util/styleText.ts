import { inspect } from 'node-inspect-extracted';
import { checkString, invalidArgValue } from '../../nodeErrors/argumentErrors.ts';

/** Whether the standard output, or the stream that is named, shows colours; what it may be told is in `options`. */
export interface StyleOptions {
  readonly validateStream?: boolean;
  readonly stream?: { readonly isTTY?: boolean };
}

/**
 * `util.styleText` of Node 20.20: coloured where the stream is a terminal, or where nobody asks. Of a list of formats it
 * never looks at the stream.
 */
export function styleText(format: unknown, text: unknown, options?: StyleOptions): string {
  checkString(text, 'text');
  const { validateStream = true, stream = process.stdout } = options ?? {};
  const names = Array.isArray(format) ? format : [format];
  const colors: Readonly<Record<string, readonly number[] | undefined>> = inspect.colors as unknown as Record<
    string,
    readonly number[]
  >;
  let left = '';
  let right = '';
  for (const name of names) {
    const codes = typeof name === 'string' ? colors[name] : undefined;
    if (!codes) {
      const allowed = Object.keys(colors).map((each) => `'${each}'`);
      throw invalidArgValue('format', name, `must be one of: ${allowed.join(', ')}`);
    }
    left += `\u001b[${codes[0]}m`;
    right = `\u001b[${codes[1]}m${right}`;
  }
  return validateStream && !Array.isArray(format) && stream.isTTY !== true && !process.env.FORCE_COLOR
    ? String(text)
    : `${left}${text}${right}`;
}
