import { inspect } from 'node-inspect-extracted';
import { checkString, invalidArgValue } from '../../nodeErrors/argumentErrors.ts';

/** `util.styleText` of Node 20: always coloured, whatever the stream. */
export function styleText(format: unknown, text: unknown): string {
  checkString(text, 'text');
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
  return `${left}${text}${right}`;
}
