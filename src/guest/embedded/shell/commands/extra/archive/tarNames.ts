import { modeFrom } from '../mode.ts';
import type { TarEntry } from './tarFormat.ts';

/** `s/regexp/replacement/flags` of `--transform`, with the groups of a basic regular expression. */
export function transformer(expressions: readonly string[]): (name: string) => string {
  const steps = expressions
    .flatMap((each) => each.split(';'))
    .map((expression) => {
      const mark = expression[1] ?? '/';
      const [, from = '', to = '', flags = ''] = expression.split(mark);
      const source = flags.includes('x')
        ? from
        : from.replace(/\\?[(){}|+?]/g, (each) => (each.length > 1 ? each.slice(1) : `\\${each}`));
      const replacement = to
        .replace(/\$/g, '$$$$')
        .replace(/\\(\d)/g, '$$$1')
        .replace(/(^|[^\\])&/g, '$1$$&');
      return {
        pattern: new RegExp(source, (flags.includes('g') ? 'g' : '') + (flags.includes('i') ? 'i' : '')),
        replacement,
      };
    });
  return (name) => steps.reduce((text, { pattern, replacement }) => text.replace(pattern, replacement), name);
}

const kinds = { file: '-', directory: 'd', symlink: 'l', hardlink: 'h', other: '?' } as const;

export function modeText(mode: number): string {
  const triples = [6, 3, 0].map((shift) => {
    const bits = (mode >> shift) & 7;
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`;
  });
  return triples.join('');
}

/** One line of `tar -tv`. `widths.owner` grows with what was listed before, as GNU's column does. */
export function longLine(
  entry: TarEntry,
  name: string,
  widths: { owner: number },
  options: { readonly numeric: boolean; readonly seconds: boolean },
): string {
  const byName = !options.numeric;
  const owner = `${(byName && entry.owner) || entry.uid}/${(byName && entry.group) || entry.gid}`;
  const size = String(entry.size);
  widths.owner = Math.max(widths.owner, owner.length + 1 + size.length);
  const time = new Date(entry.mtime * 1000).toISOString();
  const when = `${time.slice(0, 10)} ${time.slice(11, options.seconds ? 19 : 16)}`;
  const link =
    entry.type === 'symlink'
      ? ` -> ${entry.link}`
      : entry.type === 'hardlink'
        ? ` link to ${entry.link}`
        : '';
  const columns = `${kinds[entry.type]}${modeText(entry.mode)} ${owner}${size.padStart(widths.owner - owner.length)}`;
  return `${columns} ${when} ${name}${link}`;
}

export function modeWith(option: string | undefined, mode: number, isFolder: boolean): number {
  return option === undefined ? mode : (modeFrom(option, mode, isFolder) ?? mode);
}

/** What stands in front of a name that must not be in an archive: slashes, and steps upward. */
export function unsafePrefix(name: string): string {
  const climbing = /^(?:.*\/)?\.\.(?:\/|$)/.exec(name)?.[0] ?? '';
  return climbing + (/^\/+/.exec(name.slice(climbing.length))?.[0] ?? '');
}
