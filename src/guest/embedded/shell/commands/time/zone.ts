import type { Context } from '../command.ts';

export interface ClockFields {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 0 on the first of January. */
  readonly yearDay: number;
  readonly offsetMinutes: number;
  readonly zoneName: string;
  readonly epochMs: number;
}

const formatters = new Map<string, Intl.DateTimeFormat | null>();

function formatterFor(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      timeZoneName: 'short',
    });
  } catch {
    // A zone nobody knows is UTC, as in C's library.
  }
  formatters.set(zone, made);
  return made;
}

/** The value of `TZ`; the guest's own zone is UTC. */
export function zoneOf(context: Context): string {
  return (context.exportedEnv?.TZ ?? context.env.get('TZ') ?? '').replace(/^:/, '');
}

/** Minutes that the zone is ahead of UTC at a moment, and its short name. */
export function zoneAt(
  epochMs: number,
  zone: string,
): { readonly offsetMinutes: number; readonly name: string } {
  if (zone === '' || zone === 'UTC' || zone === 'UTC0') return { offsetMinutes: 0, name: 'UTC' };
  const fixed = /^<?([A-Za-z]{3,}|[+-]\d+)>?([+-]?\d{1,2})(?::(\d\d))?$/.exec(zone);
  if (fixed) {
    const hours = Number(fixed[2]);
    const minutes = hours * 60 + Math.sign(hours || 1) * Number(fixed[3] ?? 0);
    return { offsetMinutes: minutes === 0 ? 0 : -minutes, name: fixed[1]! };
  }
  const formatter = formatterFor(zone);
  if (!formatter) return { offsetMinutes: 0, name: /^[A-Za-z]{3,6}/.exec(zone)?.[0] ?? 'UTC' };
  const parts = new Map(formatter.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  const offsetMinutes = Math.round((shown - Math.floor(epochMs / 1000) * 1000) / 60_000);
  const name = parts.get('timeZoneName') ?? zone;
  return { offsetMinutes, name: /^GMT./.test(name) ? europeanName(zone, offsetMinutes) : name };
}

/** Intl writes `GMT+1` where the zone's own short name would be CET; the common ones are put back. */
function europeanName(zone: string, offsetMinutes: number): string {
  if (/^Europe\/(London|Dublin|Lisbon)$/.test(zone)) {
    if (zone.endsWith('Dublin')) return offsetMinutes === 0 ? 'GMT' : 'IST';
    return zone.endsWith('Lisbon')
      ? offsetMinutes === 0
        ? 'WET'
        : 'WEST'
      : offsetMinutes === 0
        ? 'GMT'
        : 'BST';
  }
  if (zone.startsWith('Europe/')) {
    const names: Readonly<Record<number, string>> = { 60: 'CET', 120: 'CEST', 180: 'MSK' };
    if (/Athens|Helsinki|Kiev|Kyiv|Bucharest|Sofia|Riga|Vilnius|Tallinn/.test(zone))
      return offsetMinutes === 120 ? 'EET' : 'EEST';
    return names[offsetMinutes] ?? 'UTC';
  }
  const asian: Readonly<Record<string, string>> = {
    'Asia/Tokyo': 'JST',
    'Asia/Shanghai': 'CST',
    'Asia/Kolkata': 'IST',
    'Asia/Calcutta': 'IST',
    'Asia/Seoul': 'KST',
    'Asia/Hong_Kong': 'HKT',
  };
  if (asian[zone]) return asian[zone];
  const sign = offsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(offsetMinutes);
  const rest = minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0');
  return `${sign}${String(Math.floor(minutes / 60)).padStart(2, '0')}${rest}`;
}

export function fieldsAt(epochMs: number, zone: string): ClockFields {
  const { offsetMinutes, name } = zoneAt(epochMs, zone);
  const local = new Date(epochMs + offsetMinutes * 60_000);
  const year = local.getUTCFullYear();
  const startOfYear = new Date(0);
  startOfYear.setUTCFullYear(year, 0, 1);
  return {
    year,
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekday: local.getUTCDay(),
    yearDay: Math.floor((local.getTime() - startOfYear.getTime()) / 86_400_000),
    offsetMinutes,
    zoneName: name,
    epochMs,
  };
}

/** The moment at which a clock of the zone shows these fields; `ms` is what UTC's would be. */
export function momentOf(ms: number, zone: string): number {
  const first = ms - zoneAt(ms, zone).offsetMinutes * 60_000;
  return ms - zoneAt(first, zone).offsetMinutes * 60_000;
}

/** `2024-01-02 03:04:05.000000000 +0000`, as `stat`, `diff` and `ls --full-time` print it. */
export function fullTime(epochMs: number, context: Context): string {
  const fields = fieldsAt(epochMs, zoneOf(context));
  return `${isoDay(fields)} ${clock(fields)}.${nanoseconds(epochMs)} ${offsetText(fields.offsetMinutes, '')}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

export function isoDay({ year, month, day }: ClockFields): string {
  return `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)}`;
}

export function clock({ hour, minute, second }: ClockFields): string {
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Nine digits of the second's fraction. */
export function nanoseconds(epochMs: number): string {
  const micros = Math.round((epochMs - Math.floor(epochMs / 1000) * 1000) * 1000);
  return String(Math.min(micros, 999_999)).padStart(6, '0').padEnd(9, '0');
}

export function offsetText(minutes: number, separator: string): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${separator}${two(size % 60)}`;
}
