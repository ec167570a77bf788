function orderOf(character: string | undefined): number {
  if (character === undefined || /\d/.test(character)) return 0;
  if (/[A-Za-z]/.test(character)) return character.charCodeAt(0);
  return character === '~' ? -1 : character.charCodeAt(0) + 256;
}

function compareParts(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    while ((i < a.length && !/\d/.test(a[i]!)) || (j < b.length && !/\d/.test(b[j]!))) {
      const [x, y] = [orderOf(a[i]), orderOf(b[j])];
      if (x !== y) return x - y;
      i++;
      j++;
    }
    const left = /^\d*/.exec(a.slice(i))![0];
    const right = /^\d*/.exec(b.slice(j))![0];
    i += left.length;
    j += right.length;
    const [x, y] = [left.replace(/^0+/, ''), right.replace(/^0+/, '')];
    if (x.length !== y.length) return x.length - y.length;
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** The order of version numbers: numbers by value, suffixes like `.txt` last. 0 where they differ in zeros alone. */
export function orderOfVersions(a: string, b: string): number {
  if (a === b) return 0;
  for (const special of ['', '.', '..']) {
    if (a === special) return -1;
    if (b === special) return 1;
  }
  // Names that begin with a dot are of hidden files, which come first.
  if (a.startsWith('.') !== b.startsWith('.')) return a.startsWith('.') ? -1 : 1;
  const suffix = /(?:\.[A-Za-z~][A-Za-z0-9~]*)*$/;
  const [x, y] = [a.replace(suffix, ''), b.replace(suffix, '')];
  const byStem = x === y ? 0 : compareParts(x, y);
  return byStem || compareParts(a, b);
}

/** The same as `ls -v` uses it, which puts all different names in an order. */
export function compareVersions(a: string, b: string): number {
  return orderOfVersions(a, b) || (a === b ? 0 : a < b ? -1 : 1);
}
