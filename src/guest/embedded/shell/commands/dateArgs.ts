import type { CommandTools, Context } from './command.ts';

const dayMs = 86_400_000;
const units: Readonly<Record<string, number>> = {
  sec: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  fortnight: 14 * dayMs,
};

/**
 * `-r FILE`, `-I[seconds]`, `-R` and relative dates (`-d '2024-01-15 +1 day'`, `-d '2 hours ago'`) in words
 * that just-bash's `date` understands.
 */
export async function dateArgs(
  args: readonly string[],
  tools: CommandTools,
  context: Context,
): Promise<string[]> {
  const fixed: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    const reference = /^(?:-r|--reference=)(.*)$/s.exec(arg);
    const given = /^(?:-d|--date=)(.*)$/s.exec(arg);
    const iso = /^(?:-I|--iso-8601=?)(\w*)$/.exec(arg);
    if (reference) {
      const file = reference[1] || (args[++index] ?? '');
      const { mtimeMs } = await tools.disk.statOf(tools.disk.resolvePath(context.cwd, file));
      fixed.push('-d', `@${Math.floor(mtimeMs / 1000)}`);
    } else if (given || arg === '--date') {
      const text = given?.[1] || (args[++index] ?? '');
      const ms = relativeDate(text);
      fixed.push('-d', ms === null ? text : `@${Math.floor(ms / 1000)}`);
    } else if (iso) {
      const isLong = iso[1] !== '' && iso[1] !== 'date';
      fixed.push(isLong ? '+%Y-%m-%dT%H:%M:%S+00:00' : '+%Y-%m-%d');
    } else if (arg === '-R' || arg === '--rfc-email') fixed.push('+%a, %d %b %Y %H:%M:%S +0000');
    else fixed.push(arg);
  }
  return fixed;
}

/** Epoch milliseconds of a date with `+1 day`, `3 weeks ago`, `yesterday`…; null where it has no such part. */
function relativeDate(text: string): number | null {
  let rest = text.trim().toLowerCase();
  let shiftMs = 0;
  let months = 0;
  let found = false;
  const take = (
    _all: string,
    sign: string | undefined,
    count: string | undefined,
    unit: string,
    ago: string | undefined,
  ) => {
    const amount = Number(count ?? 1) * (sign === '-' ? -1 : 1) * (ago ? -1 : 1);
    found = true;
    if (unit === 'month') months += amount;
    else if (unit === 'year') months += 12 * amount;
    else shiftMs += amount * (units[unit] ?? 0);
    return ' ';
  };
  rest = rest
    .replace(/\bnext (day|week|month|year)\b/g, '+1 $1')
    .replace(/\blast (day|week|month|year)\b/g, '-1 $1')
    .replace(/\byesterday\b/, '-1 day')
    .replace(/\btomorrow\b/, '+1 day')
    .replace(
      /(?<=^|\s)([+-])?\s*(\d+)?\s*(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\b(\s+ago\b)?/g,
      take,
    )
    .trim();
  if (!found) return null;
  const base = rest === '' || rest === 'now' || rest === 'today' ? Date.now() : baseMs(rest);
  if (Number.isNaN(base)) return null;
  const date = new Date(base);
  if (months !== 0) date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime() + shiftMs;
}

function baseMs(text: string): number {
  if (text.startsWith('@')) return Number(text.slice(1)) * 1000;
  const hasZone = /(z|utc|gmt|[+-]\d\d:?\d\d)$/.test(text);
  return Date.parse(
    hasZone ? text.toUpperCase() : `${text.toUpperCase().replace(' ', 'T')}${/\d:\d/.test(text) ? 'Z' : ''}`,
  );
}
