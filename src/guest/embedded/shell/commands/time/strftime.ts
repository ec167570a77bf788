import { type ClockFields, clock, isoDay, nanoseconds, offsetText } from './zone.ts';

export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Year and week of ISO 8601. */
function isoWeek({ year, yearDay, weekday }: ClockFields): { year: number; week: number } {
  const fromMonday = (weekday + 6) % 7;
  const week = Math.floor((yearDay - fromMonday + 10) / 7);
  if (week < 1) return { year: year - 1, week: weeksIn(year - 1) };
  return week > weeksIn(year) ? { year: year + 1, week: 1 } : { year, week };
}

function weeksIn(year: number): number {
  const lastDay = new Date(Date.UTC(year, 11, 31)).getUTCDay();
  const firstDay = new Date(Date.UTC(year, 0, 1)).getUTCDay();
  return firstDay === 4 || lastDay === 4 ? 53 : 52;
}

type Value =
  | { readonly text: string }
  | { readonly number: number; readonly width: number; readonly pad?: '_' };

function fieldOf(letter: string, colons: number, at: ClockFields): Value | null {
  const text = (value: string): Value => ({ text: value });
  const number = (value: number, width = 2, pad?: '_'): Value => ({ number: value, width, pad });
  const seconds = Math.floor(at.epochMs / 1000);
  switch (letter) {
    case 'a':
      return text(dayNames[at.weekday]!.slice(0, 3));
    case 'A':
      return text(dayNames[at.weekday]!);
    case 'b':
    case 'h':
      return text(monthNames[at.month]!.slice(0, 3));
    case 'B':
      return text(monthNames[at.month]!);
    case 'c':
      return text(strftime('%a %b %e %H:%M:%S %Y', at));
    case 'C':
      return number(Math.floor(at.year / 100));
    case 'd':
      return number(at.day);
    case 'D':
    case 'x':
      return text(strftime('%m/%d/%y', at));
    case 'e':
      return number(at.day, 2, '_');
    case 'F':
      return text(isoDay(at));
    case 'g':
      return number(isoWeek(at).year % 100);
    case 'G':
      return number(isoWeek(at).year, 4);
    case 'H':
      return number(at.hour);
    case 'I':
      return number(at.hour % 12 || 12);
    case 'j':
      return number(at.yearDay + 1, 3);
    case 'k':
      return number(at.hour, 2, '_');
    case 'l':
      return number(at.hour % 12 || 12, 2, '_');
    case 'm':
      return number(at.month + 1);
    case 'M':
      return number(at.minute);
    case 'n':
      return text('\n');
    case 'N':
      return text(nanoseconds(at.epochMs));
    case 'p':
      return text(at.hour < 12 ? 'AM' : 'PM');
    case 'P':
      return text(at.hour < 12 ? 'am' : 'pm');
    case 'q':
      return number(Math.floor(at.month / 3) + 1, 1);
    case 'r':
      return text(strftime('%I:%M:%S %p', at));
    case 'R':
      return text(strftime('%H:%M', at));
    case 's':
      return number(seconds, 1);
    case 'S':
      return number(at.second);
    case 't':
      return text('\t');
    case 'T':
    case 'X':
      return text(clock(at));
    case 'u':
      return number(at.weekday || 7, 1);
    case 'U':
      return number(Math.floor((at.yearDay + 7 - at.weekday) / 7));
    case 'V':
      return number(isoWeek(at).week);
    case 'w':
      return number(at.weekday, 1);
    case 'W':
      return number(Math.floor((at.yearDay + 7 - ((at.weekday + 6) % 7)) / 7));
    case 'y':
      return number(((at.year % 100) + 100) % 100);
    case 'Y':
      return number(at.year, 4);
    case 'z':
      return text(offsetText(at.offsetMinutes, colons > 0 ? ':' : '') + (colons === 2 ? ':00' : ''));
    case 'Z':
      return text(at.zoneName);
    case '+':
      return text(strftime('%a %b %e %H:%M:%S %Z %Y', at));
    case '%':
      return text('%');
    default:
      return null;
  }
}

/** `date +FORMAT` of GNU: its letters, the flags `-_0^#`, widths, `%3N`, `%:z`. What it does not know stays. */
export function strftime(format: string, at: ClockFields): string {
  return format.replace(
    /%([-_0^#+]*)(\d*)(:{0,3})([EO]?)([a-zA-Z%+])/g,
    (whole, flags: string, width: string, colons: string, _modifier: string, letter: string) => {
      const value = fieldOf(letter, colons.length, at);
      if (value === null) return whole;
      let text: string;
      let pad = '0';
      if ('number' in value) {
        const chosen = /[-_0]/.exec(flags)?.[0] ?? value.pad;
        pad = chosen === '_' ? ' ' : '0';
        const least = chosen === '-' ? 0 : Number(width) || value.width;
        const digits = String(Math.abs(value.number));
        const sign = value.number < 0 ? '-' : '';
        text = sign + digits.padStart(least - sign.length, pad);
        return text;
      }
      text = value.text;
      if (letter === 'N') {
        const digits = text.slice(0, Number(width) || 9);
        return flags.includes('-') ? digits.replace(/0+$/, '') : digits;
      }
      if (flags.includes('^')) text = text.toUpperCase();
      if (flags.includes('#')) text = /^(p|Z)$/.test(letter) ? text.toLowerCase() : text.toUpperCase();
      pad = flags.includes('0') ? '0' : ' ';
      return text.padStart(Number(width), pad);
    },
  );
}
