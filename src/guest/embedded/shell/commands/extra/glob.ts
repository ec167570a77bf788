interface GlobOptions {
  /** `*`, `?` and `[…]` match a slash too. */
  readonly crossesSlash: boolean;
  /** Not the whole text has to match: a run of whole parts between slashes will do. */
  readonly anywhere?: boolean;
  /** What lies below a match matches as well. */
  readonly below?: boolean;
  readonly ignoreCase?: boolean;
}

/** The regular expression of a shell pattern as `fnmatch` reads it. */
export function globPattern(glob: string, options: GlobOptions): RegExp {
  const any = options.crossesSlash ? '[\\s\\S]' : '[^/]';
  let source = '';
  for (let at = 0; at < glob.length; at++) {
    const letter = glob[at]!;
    if (letter === '*') {
      if (!options.crossesSlash && glob[at + 1] === '*') {
        source += '[\\s\\S]*';
        at++;
      } else source += `${any}*`;
    } else if (letter === '?') source += any;
    else if (letter === '[') {
      const end = glob.indexOf(
        ']',
        at + (/^\[[!^]?\]/.test(glob.slice(at)) ? (/^\[[!^]/.test(glob.slice(at)) ? 3 : 2) : 1),
      );
      if (end < 0) source += '\\[';
      else {
        const body = glob
          .slice(at + 1, end)
          .replace(/^[!^]/, '')
          .replace(/[\\\]^]/g, '\\$&');
        source += `[${/^[!^]/.test(glob.slice(at + 1)) ? '^' : ''}${body.replace(/\[:(\w+):\\\]/g, '$1')}]`;
        at = end;
      }
    } else if (letter === '\\' && at + 1 < glob.length) source += escaped(glob[++at]!);
    else source += escaped(letter);
  }
  const start = options.anywhere ? '(?:^|/)' : '^';
  return new RegExp(
    `${start}(?:${source})${options.below ? '(?:/[\\s\\S]*)?$' : '$'}`,
    options.ignoreCase ? 'iu' : 'u',
  );
}

function escaped(letter: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(letter) ? `\\${letter}` : letter;
}

export function hasWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}
