/**
 * A shell pattern as the source of a regular expression. `acrossFolders`: `*` also matches `/`, as in
 * pathspecs; in ignore files only a `**` between slashes does.
 */
export function globSource(glob: string, acrossFolders: boolean): string {
  let source = '';
  for (let at = 0; at < glob.length; at++) {
    const unit = glob[at]!;
    if (unit === '*') {
      let stars = 1;
      while (glob[at + stars] === '*') stars++;
      const before = at === 0 || glob[at - 1] === '/';
      const after = glob[at + stars];
      at += stars - 1;
      if (acrossFolders) source += '.*';
      else if (stars === 2 && before && after === '/') {
        source += '(?:.*/)?';
        at += 1;
      } else if (stars === 2 && before && after === undefined) source += '.*';
      else source += '[^/]*';
    } else if (unit === '?') source += acrossFolders ? '.' : '[^/]';
    else if (unit === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end < 0) source += '\\[';
      else {
        const inside = glob
          .slice(at + 1, end)
          .replace(/^!/, '^')
          .replaceAll('\\', '\\\\');
        source += `[${inside}]`;
        at = end;
      }
    } else if (unit === '\\' && at + 1 < glob.length) source += escaped(glob[++at]!);
    else source += escaped(unit);
  }
  return source;
}

function escaped(unit: string): string {
  return unit.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
}
