/** A moment as git writes it: seconds since 1970 and the zone of whoever wrote it, `+0000`. */
export interface Moment {
  readonly seconds: number;
  readonly zone: string;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function minutesOf(zone: string): number {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return zone.startsWith('-') ? -minutes : minutes;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

export type DateStyle =
  | 'default'
  | 'iso'
  | 'iso-strict'
  | 'rfc'
  | 'short'
  | 'raw'
  | 'unix'
  | 'relative'
  | 'local'
  | 'human'
  | `format:${string}`;

/** `nowSeconds` is only looked at for relative dates. */
export function shownDate({ seconds, zone }: Moment, style: DateStyle, nowSeconds: number): string {
  if (style === 'raw') return `${seconds} ${zone}`;
  if (style === 'unix') return String(seconds);
  if (style === 'relative') return relativeDate(nowSeconds - seconds);
  const date = new Date((seconds + minutesOf(style === 'local' ? '+0000' : zone) * 60) * 1000);
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const year = date.getUTCFullYear();
  const day = date.getUTCDate();
  if (style.startsWith('format:')) return formatted(date, zone, seconds, style.slice('format:'.length));
  const iso = `${year}-${two(date.getUTCMonth() + 1)}-${two(day)}`;
  const month = months[date.getUTCMonth()];
  const weekday = days[date.getUTCDay()];
  if (style === 'short') return iso;
  if (style === 'iso') return `${iso} ${time} ${zone}`;
  if (style === 'iso-strict')
    return `${iso}T${time}${zone === '+0000' ? '+00:00' : `${zone.slice(0, 3)}:${zone.slice(3)}`}`;
  if (style === 'rfc') return `${weekday}, ${day} ${month} ${year} ${time} ${zone}`;
  if (style === 'human' && year !== new Date(nowSeconds * 1000).getUTCFullYear())
    return `${month} ${day} ${year}`;
  return `${weekday} ${month} ${day} ${time} ${year}${style === 'local' ? '' : ` ${zone}`}`;
}

/** `--date=format:…`, in the letters of `strftime`. */
function formatted(date: Date, zone: string, seconds: number, format: string): string {
  const hour = date.getUTCHours();
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  const dayOfYear = Math.floor((date.getTime() - yearStart) / 86_400_000) + 1;
  const values: Readonly<Record<string, () => string>> = {
    Y: () => String(date.getUTCFullYear()),
    y: () => two(date.getUTCFullYear() % 100),
    m: () => two(date.getUTCMonth() + 1),
    d: () => two(date.getUTCDate()),
    e: () => String(date.getUTCDate()).padStart(2),
    H: () => two(hour),
    I: () => two(hour % 12 || 12),
    M: () => two(date.getUTCMinutes()),
    S: () => two(date.getUTCSeconds()),
    p: () => (hour < 12 ? 'AM' : 'PM'),
    a: () => days[date.getUTCDay()]!,
    A: () => `${['Sun', 'Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur'][date.getUTCDay()]}day`,
    b: () => months[date.getUTCMonth()]!,
    h: () => months[date.getUTCMonth()]!,
    B: () =>
      'January February March April May June July August September October November December'.split(' ')[
        date.getUTCMonth()
      ]!,
    j: () => String(dayOfYear).padStart(3, '0'),
    u: () => String(date.getUTCDay() || 7),
    w: () => String(date.getUTCDay()),
    z: () => zone,
    Z: () => (zone === '+0000' ? 'UTC' : ''),
    s: () => String(seconds),
    F: () => formatted(date, zone, seconds, '%Y-%m-%d'),
    T: () => formatted(date, zone, seconds, '%H:%M:%S'),
    R: () => formatted(date, zone, seconds, '%H:%M'),
    D: () => formatted(date, zone, seconds, '%m/%d/%y'),
    c: () => formatted(date, zone, seconds, '%a %b %e %H:%M:%S %Y'),
    n: () => '\n',
    t: () => '\t',
    '%': () => '%',
  };
  return format.replace(/%([A-Za-z%])/g, (whole, letter: string) => values[letter]?.() ?? whole);
}

/** `3 days ago`, rounded as git rounds it. */
export function relativeDate(age: number): string {
  if (age < 0) return 'in the future';
  const say = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  if (age < 90) return say(age, 'second');
  const minutes = Math.floor((age + 30) / 60);
  if (minutes < 90) return say(minutes, 'minute');
  const hours = Math.floor((minutes + 30) / 60);
  if (hours < 36) return say(hours, 'hour');
  const wholeDays = Math.floor((hours + 12) / 24);
  if (wholeDays < 14) return say(wholeDays, 'day');
  if (wholeDays < 70) return say(Math.floor((wholeDays + 3) / 7), 'week');
  if (wholeDays < 365) return say(Math.floor((wholeDays + 15) / 30), 'month');
  if (wholeDays < 1825) {
    const total = Math.floor((wholeDays * 12 * 2 + 365) / (365 * 2));
    const years = Math.floor(total / 12);
    const rest = total % 12;
    const inYears = `${years} year${years === 1 ? '' : 's'}`;
    return rest > 0 ? `${inYears}, ${say(rest, 'month')}` : `${inYears} ago`;
  }
  return say(Math.floor((wholeDays + 183) / 365), 'year');
}

/** What `GIT_AUTHOR_DATE`, `--date` and `--since` may hold; null where it is none of the forms known here. */
export function parseDate(text: string, nowSeconds: number): Moment | null {
  const raw = /^@?(\d{1,12}) ([+-]\d{4})$/.exec(text.trim()) ?? /^@(\d+)$/.exec(text.trim());
  if (raw) return { seconds: Number(raw[1]), zone: raw[2] ?? '+0000' };
  const iso =
    /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(
      text.trim(),
    );
  if (iso) {
    const [, year, month, day, hour = '0', minute = '0', second = '0', zoneText = '+0000'] = iso;
    return moment(Number(year), Number(month) - 1, Number(day), [hour, minute, second], zoneText);
  }
  const rfc =
    /^(?:\w{3},?\s+)?(?:(\d{1,2})\s+(\w{3})|(\w{3})\s+(\d{1,2}))(?:\s+(\d{4}))?\s+(\d{1,2}):(\d{2}):(\d{2})(?:\s+(\d{4}))?\s*(Z|GMT|UTC|[+-]\d{4})?$/.exec(
      text.trim(),
    );
  if (rfc) {
    const month = months.indexOf(rfc[2] ?? rfc[3] ?? '');
    const clock = [rfc[6]!, rfc[7]!, rfc[8]!] as const;
    return month < 0
      ? null
      : moment(Number(rfc[5] ?? rfc[9]), month, Number(rfc[1] ?? rfc[4]), clock, rfc[10] ?? 'Z');
  }
  return parseRelative(text.trim().toLowerCase(), nowSeconds);
}

function moment(
  year: number,
  month: number,
  day: number,
  [hour, minute, second]: readonly [string, string, string],
  zoneText: string,
): Moment {
  const zone = /^[+-]/.test(zoneText) ? zoneText.replace(':', '') : '+0000';
  const utc = Date.UTC(year, month, day, Number(hour), Number(minute), Number(second)) / 1000;
  return { seconds: utc - minutesOf(zone) * 60, zone };
}

const unitSeconds: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
};

function parseRelative(text: string, nowSeconds: number): Moment | null {
  if (text === 'now') return { seconds: nowSeconds, zone: '+0000' };
  if (text === 'yesterday') return { seconds: nowSeconds - 86_400, zone: '+0000' };
  const match = /^(\d+|an?)[ .]+(second|minute|hour|day|week|month|year)s?(?:[ .]+ago)?$/.exec(text);
  if (!match) return null;
  const count = /^\d/.test(match[1]!) ? Number(match[1]) : 1;
  return { seconds: nowSeconds - count * unitSeconds[match[2]!]!, zone: '+0000' };
}
