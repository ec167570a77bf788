import { fail, isArray, type Value } from './values.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const dayMs = 86_400_000;

/** jq's broken down time: year, month from 0, day, hour, minute, second with its fraction, weekday, day of the year. */
export function brokenDown(seconds: number): Value {
  const date = new Date(Math.floor(seconds) * 1000);
  if (Number.isNaN(date.getTime())) fail('error converting number of seconds since epoch to datetime');
  const year = date.getUTCFullYear();
  return [
    year,
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds() + (seconds - Math.floor(seconds)),
    date.getUTCDay(),
    Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / dayMs),
  ];
}

/** Epoch seconds of a broken down time. */
export function secondsOf(value: Value, name: string): number {
  if (!isArray(value) || value.length < 6) fail(`${name} requires array of 6 numbers`);
  const [year, month, day, hour, minute, second] = value.map((part) =>
    typeof part === 'number' ? part : fail(`${name} requires parsed datetime inputs`),
  );
  return Math.floor(
    Date.UTC(year ?? 0, month ?? 0, day ?? 1, hour ?? 0, minute ?? 0, Math.floor(second ?? 0)) / 1000,
  );
}

const two = (value: number) => String(value).padStart(2, '0');

function isoWeek(date: Date): readonly [year: number, week: number] {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayMs);
  const year = thursday.getUTCFullYear();
  return [year, 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs))];
}

/** C's strftime, in UTC. */
export function formattedTime(seconds: number, format: string): string {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const yearDay = Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / dayMs);
  const again = (inner: string) => formattedTime(seconds, inner);
  const fields: Readonly<Record<string, () => string>> = {
    Y: () => String(year),
    C: () => two(Math.floor(year / 100)),
    y: () => two(year % 100),
    m: () => two(date.getUTCMonth() + 1),
    d: () => two(date.getUTCDate()),
    e: () => String(date.getUTCDate()).padStart(2),
    H: () => two(date.getUTCHours()),
    I: () => two(date.getUTCHours() % 12 || 12),
    k: () => String(date.getUTCHours()).padStart(2),
    l: () => String(date.getUTCHours() % 12 || 12).padStart(2),
    M: () => two(date.getUTCMinutes()),
    S: () => two(date.getUTCSeconds()),
    p: () => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
    A: () => days[date.getUTCDay()] ?? '',
    a: () => (days[date.getUTCDay()] ?? '').slice(0, 3),
    B: () => months[date.getUTCMonth()] ?? '',
    b: () => (months[date.getUTCMonth()] ?? '').slice(0, 3),
    h: () => again('%b'),
    j: () => String(yearDay + 1).padStart(3, '0'),
    u: () => String(date.getUTCDay() || 7),
    w: () => String(date.getUTCDay()),
    U: () => two(Math.floor((yearDay + 7 - date.getUTCDay()) / 7)),
    W: () => two(Math.floor((yearDay + 7 - ((date.getUTCDay() + 6) % 7)) / 7)),
    V: () => two(isoWeek(date)[1]),
    G: () => String(isoWeek(date)[0]),
    Z: () => 'UTC',
    z: () => '+0000',
    s: () => String(seconds),
    n: () => '\n',
    t: () => '\t',
    F: () => again('%Y-%m-%d'),
    T: () => again('%H:%M:%S'),
    R: () => again('%H:%M'),
    r: () => again('%I:%M:%S %p'),
    D: () => again('%m/%d/%y'),
    x: () => again('%m/%d/%y'),
    X: () => again('%H:%M:%S'),
    c: () => again('%a %b %e %H:%M:%S %Y'),
    '%': () => '%',
  };
  return format.replace(/%[-_0^]?([A-Za-z%])/g, (whole, letter: string) => fields[letter]?.() ?? whole);
}

const patterns: Readonly<Record<string, string>> = {
  Y: '(?<Y>[+-]?\\d{1,4})',
  m: '(?<m>\\d{1,2})',
  d: '\\s*(?<d>\\d{1,2})',
  e: '\\s*(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  I: '(?<I>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  y: '(?<y>\\d{2})',
  j: '(?<j>\\d{1,3})',
  p: '(?<p>[AaPp][Mm])',
  b: '(?<b>[A-Za-z]+)',
  B: '(?<b>[A-Za-z]+)',
  h: '(?<b>[A-Za-z]+)',
  a: '[A-Za-z]+',
  A: '[A-Za-z]+',
  Z: '[A-Za-z]+',
  z: '(?<z>[+-]\\d{2}:?\\d{2}|Z)',
  s: '(?<s>\\d+)',
  '%': '%',
};
const composed: Readonly<Record<string, string>> = {
  T: '%H:%M:%S',
  F: '%Y-%m-%d',
  D: '%m/%d/%y',
  R: '%H:%M',
  c: '%a %b %e %H:%M:%S %Y',
};

/** C's strptime: a broken down time in UTC. */
export function parsedTime(text: string, format: string): Value {
  const whole = format.replace(/%([TFDRc])/g, (_, letter: string) => composed[letter] ?? '');
  const source = whole.replace(/%([A-Za-z%])|[.*+?^${}()|[\]\\]|\s+/g, (part, letter: string | undefined) => {
    if (letter !== undefined) return patterns[letter] ?? part;
    return /\s/.test(part) ? '\\s*' : `\\${part}`;
  });
  const groups = new RegExp(`^${source}$`).exec(text)?.groups;
  if (!groups) fail(`date "${text}" does not match format "${format}"`);
  if (groups.s) return brokenDown(Number(groups.s));
  const month = groups.b
    ? months.findIndex((name) => name.slice(0, 3).toLowerCase() === groups.b?.slice(0, 3).toLowerCase())
    : Number(groups.m ?? 1) - 1;
  const shortYear = Number(groups.y);
  const year = groups.Y ? Number(groups.Y) : groups.y ? shortYear + (shortYear < 69 ? 2000 : 1900) : 1900;
  const isAfternoon = /p/i.test(groups.p ?? '');
  const hour = groups.I ? (Number(groups.I) % 12) + (isAfternoon ? 12 : 0) : Number(groups.H ?? 0);
  const day = groups.j ? Number(groups.j) : Number(groups.d ?? 1);
  return brokenDown(
    Date.UTC(year, groups.j ? 0 : month, day, hour, Number(groups.M ?? 0), Number(groups.S ?? 0)) / 1000,
  );
}
