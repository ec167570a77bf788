/** Edit distance, given up (as `limit + 1`) where it passes the limit. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

const maxDistance = 3;
const maxNear = 3;

/** Names that look like the wanted one, best first: same but for case, one inside the other, few edits apart. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const target = wanted.slice(0, 255).toLowerCase();
  return names
    .map((name) => {
      const lower = name.toLowerCase();
      if (lower === target) return { name, score: 0 };
      const inside = target.length >= 3 && (lower.includes(target) || target.includes(lower));
      return { name, score: Math.min(distance(target, lower, maxDistance), inside ? maxDistance : Infinity) };
    })
    .filter(({ score }) => score <= maxDistance)
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, maxNear)
    .map(({ name }) => name);
}
