/** The mode that `text` (`644`, `u+x,go=r`) makes of `mode`; null where it is none. The umask is 022. */
export function modeFrom(text: string, mode: number, isFolder = false): number | null {
  if (/^[0-7]+$/.test(text)) return Number.parseInt(text, 8) & 0o7777;
  let result = mode;
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)((?:[-+=](?:[ugo]|[rwxXst]*))+)$/.exec(clause);
    if (!match) return null;
    const who = match[1] === '' || match[1]!.includes('a') ? 'ugo' : match[1]!;
    for (const [, sign = '', letters = ''] of match[2]!.matchAll(/([-+=])([ugo]|[rwxXst]*)/g)) {
      let bits = 0;
      let mask = 0;
      for (const each of who) {
        const shift = { u: 6, g: 3, o: 0 }[each] ?? 0;
        mask |= 7 << shift;
        let part = 0;
        if (/^[ugo]$/.test(letters)) part = (result >> ({ u: 6, g: 3, o: 0 }[letters] ?? 0)) & 7;
        if (letters.includes('r')) part |= 4;
        if (letters.includes('w')) part |= 2;
        if (letters.includes('x') || (letters.includes('X') && (isFolder || (result & 0o111) > 0))) part |= 1;
        bits |= part << shift;
        if (letters.includes('s') && each !== 'o') bits |= each === 'u' ? 0o4000 : 0o2000;
      }
      if (letters.includes('t')) bits |= 0o1000;
      if (match[1] === '') bits &= ~0o022;
      if (sign === '+') result |= bits;
      else if (sign === '-') result &= ~bits;
      else result = (result & ~mask) | bits;
    }
  }
  return result;
}
