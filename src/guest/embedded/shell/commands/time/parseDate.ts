import { dayNames, monthNames } from './strftime.ts';
import { fieldsAt, momentOf } from './zone.ts';

const unitMs: Readonly<Record<string, number>> = {
  sec: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  fortnight: 1_209_600_000,
};
const zoneHours: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  ut: 0,
  wet: 0,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  jst: 9,
};
const ordinals: Readonly<Record<string, number>> = {
  last: -1,
  this: 0,
  next: 1,
  first: 1,
  third: 3,
  fourth: 4,
  fifth: 5,
};

const monthOf = (word: string): number =>
  monthNames.findIndex(
    (name) =>
      name.toLowerCase().startsWith(word.slice(0, 3)) &&
      word.length >= 3 &&
      (name.toLowerCase().startsWith(word) || word === 'sept'),
  );
const dayOf = (word: string): number =>
  dayNames.findIndex((name) => {
    const full = name.toLowerCase();
    return word === full || word === full.slice(0, 3) || (word.length > 3 && full.startsWith(word));
  });

class Reading {
  day: { year: number | null; month: number; day: number } | null = null;
  clock: { hour: number; minute: number; second: number; ms: number } | null = null;
  offsetMinutes: number | null = null;
  weekday: { day: number; ordinal: number } | null = null;
  months = 0;
  shiftMs = 0;
  epochMs: number | null = null;
  isRelative = false;

  atEpoch(ms: number): void {
    this.epochMs = ms;
  }

  atHour(hour: number): void {
    this.clock = { hour, minute: 0, second: 0, ms: 0 };
  }
}

type Rule = readonly [RegExp, (reading: Reading, match: RegExpExecArray) => unknown];

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

function setClock(reading: Reading, match: RegExpExecArray, from: number): boolean | undefined {
  const half = match[from + 4]?.toLowerCase().replaceAll('.', '');
  let hour = Number(match[from]);
  if (half) {
    if (hour < 1 || hour > 12) return false;
    hour = (hour % 12) + (half === 'pm' ? 12 : 0);
  }
  const [minute, second] = [Number(match[from + 1] ?? 0), Number(match[from + 2] ?? 0)];
  if (hour > 24 || minute > 59 || second > 60 || reading.clock) return false;
  reading.clock = { hour, minute, second, ms: Number(`0.${match[from + 3] || '0'}`) * 1000 };
}

function setDay(reading: Reading, year: number | null, month: number, day: number): boolean | undefined {
  const longest = new Date(Date.UTC(year ?? 2000, month + 1, 0)).getUTCDate();
  if (month < 0 || month > 11 || day < 1 || day > longest || reading.day) return false;
  reading.day = { year, month, day };
}

function shift(reading: Reading, amount: number, unit: string): void {
  reading.isRelative = true;
  if (unit === 'month') reading.months += amount;
  else if (unit === 'year') reading.months += 12 * amount;
  else reading.shiftMs += amount * (unitMs[unit] ?? 0);
}

const units = '(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\\b(\\s+ago\\b)?';

const rules: readonly Rule[] = [
  [/^@(-?\d+(?:\.\d+)?)/, (r, m) => r.atEpoch(Number(m[1]) * 1000)],
  [
    /^(\d{4,})-(\d{1,2})-(\d{1,2})(?:t(?=\d)|\b)/,
    (r, m) => setDay(r, Number(m[1]), Number(m[2]) - 1, Number(m[3])),
  ],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})\b/, (r, m) => setDay(r, Number(m[1]), Number(m[2]) - 1, Number(m[3]))],
  [
    /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?\b/,
    (r, m) => setDay(r, m[3] ? fullYear(m[3]) : null, Number(m[1]) - 1, Number(m[2])),
  ],
  [/^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([ap]\.?m\.?)?(?![\d:])/, (r, m) => setClock(r, m, 1)],
  [/^(\d{1,2})()()()\s*([ap]\.?m\.?)(?!\w)/, (r, m) => setClock(r, m, 1)],
  [/^(?:utc|gmt)([+-])(\d{1,2})(?::?(\d{2}))?\b/, (r, m) => setOffset(r, m)],
  [
    /^([+-])(\d{2}):?(\d{2})\b(?!\s*(?:sec|min|hour|day|week|fortnight|month|year))/,
    (r, m) => (r.clock ? setOffset(r, m) : false),
  ],
  [/^([+-])(\d{1,2})(?![\d:])(?=\s*$)/, (r, m) => (r.clock ? setOffset(r, m) : false)],
  [
    new RegExp(`^([+-]?)\\s*(\\d+)\\s*${units}`),
    (r, m) => shift(r, Number(m[2]) * (m[1] === '-' ? -1 : 1) * (m[4] ? -1 : 1), m[3]!),
  ],
  [
    /^(last|this|next|first|third|fourth|fifth)\s+([a-z]+)\b(\s+ago\b)?/,
    (r, m) => ordinal(r, ordinals[m[1]!]!, m[2]!, m[3]),
  ],
  [new RegExp(`^${units}`), (r, m) => shift(r, m[2] ? -1 : 1, m[1]!)],
  [/^yesterday\b/, (r) => shift(r, -1, 'day')],
  [/^tomorrow\b/, (r) => shift(r, 1, 'day')],
  [/^(?:now|today)\b/, (r) => shift(r, 0, 'day')],
  [/^(midnight|noon)\b/, (r, m) => r.atHour(m[1] === 'noon' ? 12 : 0)],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]+)\.?(?:[\s,-]+(\d{4})\b(?!:))?/,
    (r, m) => setDay(r, m[3] ? Number(m[3]) : null, monthOf(m[2]!), Number(m[1])),
  ],
  [
    /^([a-z]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?!:)(?:[\s,]+(\d{4})\b(?!:))?/,
    (r, m) => setDay(r, m[3] ? Number(m[3]) : null, monthOf(m[1]!), Number(m[2])),
  ],
  [/^([a-z]{3,})-(\d{1,2})-(\d{2,4})\b/, (r, m) => setDay(r, fullYear(m[3]!), monthOf(m[1]!), Number(m[2]))],
  [/^([a-z]{3,})\s+(\d{4})\b/, (r, m) => setDay(r, Number(m[2]), monthOf(m[1]!), 1)],
  [
    /^(\d{4})(\d{2})(\d{2})(?:t?(\d{2})(\d{2})(\d{2})?)?(?!\d)/,
    (r, m) => {
      if (m[4]) r.clock = { hour: Number(m[4]), minute: Number(m[5]), second: Number(m[6] ?? 0), ms: 0 };
      return setDay(r, Number(m[1]), Number(m[2]) - 1, Number(m[3]));
    },
  ],
  [
    /^(\d{4})(?!\d)/,
    (r, m) => {
      if (r.day && r.day.year === null) r.day.year = Number(m[1]);
      else if (r.day && r.clock) return false;
      else r.clock = { hour: Number(m[1]!.slice(0, 2)), minute: Number(m[1]!.slice(2)), second: 0, ms: 0 };
      return undefined;
    },
  ],
  [
    /^([a-z]+)\b/,
    (r, m) => {
      const word = m[1]!;
      if (zoneHours[word] !== undefined) {
        r.offsetMinutes = zoneHours[word] * 60;
        return undefined;
      }
      const day = dayOf(word);
      if (day < 0) return false;
      r.weekday = { day, ordinal: 0 };
      return undefined;
    },
  ],
];

function setOffset(reading: Reading, match: RegExpExecArray): undefined {
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  reading.offsetMinutes = match[1] === '-' ? -minutes : minutes;
}

function ordinal(
  reading: Reading,
  count: number,
  word: string,
  ago: string | undefined,
): boolean | undefined {
  const unit = word.replace(/s$/, '');
  if (unitMs[unit] || unit === 'month' || unit === 'year') shift(reading, ago ? -count : count, unit);
  else {
    const day = dayOf(word);
    if (day < 0) return false;
    reading.weekday = { day, ordinal: count };
  }
  return undefined;
}

/**
 * What GNU `date -d` makes of a text, in epoch milliseconds; null where it is no date. Covers ISO dates,
 * month names, clock times with am/pm, zones, weekdays, `@SECONDS`, and relative amounts.
 */
export function parseDate(text: string, nowMs: number, zone: string): number | null {
  const reading = new Reading();
  let rest = text
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .trim();
  while (rest !== '') {
    const before = rest;
    for (const [pattern, apply] of rules) {
      const match = pattern.exec(rest);
      if (!match || apply(reading, match) === false) continue;
      rest = rest.slice(match[0].length).replace(/^[\s,]+/, '');
      break;
    }
    if (rest === before) return null;
  }
  return momentRead(reading, nowMs, zone, text.trim() === '');
}

function momentRead(reading: Reading, nowMs: number, zone: string, isEmpty: boolean): number | null {
  if (reading.epochMs !== null) return reading.epochMs + reading.shiftMs;
  const now = fieldsAt(nowMs, reading.offsetMinutes === null ? zone : '');
  const keepsClock = reading.isRelative && !reading.day && !reading.weekday;
  const clock =
    reading.clock ??
    (keepsClock && !isEmpty
      ? { hour: now.hour, minute: now.minute, second: now.second, ms: ((nowMs % 1000) + 1000) % 1000 }
      : { hour: 0, minute: 0, second: 0, ms: 0 });
  const day = reading.day;
  const date = new Date(0);
  date.setUTCFullYear(day?.year ?? now.year, (day?.month ?? now.month) + reading.months, day?.day ?? now.day);
  if (reading.weekday && !day) {
    const { day: wanted, ordinal: count } = reading.weekday;
    const ahead = (wanted - date.getUTCDay() + 7) % 7;
    const weeks = count - (count > 0 && ahead !== 0 ? 1 : 0);
    date.setUTCDate(date.getUTCDate() + ahead + 7 * weeks);
  }
  date.setUTCHours(clock.hour, clock.minute, clock.second, Math.round(clock.ms));
  // Whole days keep the clock's time across a change of the zone's offset; hours do not.
  const days = Math.trunc(reading.shiftMs / 86_400_000);
  const shown = date.getTime() + days * 86_400_000;
  const rest = reading.shiftMs - days * 86_400_000;
  if (Number.isNaN(shown)) return null;
  if (reading.offsetMinutes !== null) return shown - reading.offsetMinutes * 60_000 + rest;
  return momentOf(shown, zone) + rest;
}
