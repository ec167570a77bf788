/** Whether a field, from 1, is in a list such as `1,3-5,7-`; null where the list is none. */
export function fieldRanges(list: string): ((field: number) => boolean) | null {
  const ranges: (readonly [low: number, high: number])[] = [];
  for (const part of list.split(',')) {
    const match = /^(\d*)(-?)(\d*)$/.exec(part);
    if (!match || part === '') return null;
    const low = match[1] === '' ? 1 : Number(match[1]);
    const high = match[3] !== '' ? Number(match[3]) : match[2] === '-' ? Number.POSITIVE_INFINITY : low;
    if (low < 1 || high < low) return null;
    ranges.push([low, high]);
  }
  return (field) => ranges.some(([low, high]) => field >= low && field <= high);
}
