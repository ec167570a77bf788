import type { Context } from '../command.ts';
import { inodeText, modeText } from '../lsFormat.ts';
import { strftime } from '../time/strftime.ts';
import { fieldsAt, nanoseconds, zoneOf } from '../time/zone.ts';
import { kindLetter, sizeOf, type Visit } from './tests.ts';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  r: '\r',
  v: '\v',
  '\\': '\\',
};

function timeField(letter: string, ms: number, context: Context): string {
  const at = fieldsAt(ms, zoneOf(context));
  if (letter === '@') return `${Math.floor(ms / 1000)}.${nanoseconds(ms)}0`;
  if (letter === 'T') return `${strftime('%T', at)}.${nanoseconds(ms)}0`;
  if (letter === 'S') return `${strftime('%S', at)}.${nanoseconds(ms)}0`;
  if (letter === '+') return `${strftime('%Y-%m-%d+%T', at)}.${nanoseconds(ms)}0`;
  return strftime(`%${letter}`, at);
}

function field(letter: string, visit: Visit, context: Context): string | null {
  const { stat, shown } = visit;
  switch (letter) {
    case 'p':
      return shown;
    case 'P':
      return shown.slice(visit.start.length).replace(/^\//, '');
    case 'f':
      return visit.name;
    case 'h':
      return shown.includes('/') ? shown.slice(0, shown.lastIndexOf('/')) || '/' : '.';
    case 'H':
      return visit.start;
    case 's':
      return String(sizeOf(stat));
    case 'd':
      return String(visit.depth);
    case 'm':
      return (stat.mode & 0o7777).toString(8);
    case 'M':
      return modeText(stat);
    case 'y':
    case 'Y':
      return kindLetter(stat);
    case 'l':
      return visit.target ?? '';
    case 'u':
    case 'g':
      return 'user';
    case 'U':
    case 'G':
      return '1000';
    case 'n':
      return String(stat.kind === 'directory' ? 2 : (stat.shared?.links ?? 1));
    case 'i':
      return inodeText(visit.path, stat);
    case 'k':
      return String(Math.ceil(sizeOf(stat) / 4096) * 4);
    case 'b':
      return String(Math.ceil(sizeOf(stat) / 4096) * 8);
    case 't':
    case 'a':
    case 'c':
      return (
        strftime('%a %b %e %T', fieldsAt(stat.mtimeMs, zoneOf(context))) +
        `.${nanoseconds(stat.mtimeMs)}0 ${strftime('%Y', fieldsAt(stat.mtimeMs, zoneOf(context)))}`
      );
    case 'F':
      return 'ext4';
    case 'D':
      return '1';
    case '%':
      return '%';
    default:
      return null;
  }
}

/** `-printf FORMAT`. */
export function findPrintf(format: string, visit: Visit, context: Context): string {
  let out = '';
  const pattern =
    /\\([0-7]{1,3}|[\s\S])|%([-+ #0]*)(\d*)(?:\.(\d+))?([ACT])(.)|%([-+ #0]*)(\d*)(?:\.(\d+))?([a-zA-Z%])|[\s\S]/g;
  for (const match of format.matchAll(pattern)) {
    const [whole, escaped, , , , time, timeLetter, flags = '', width = '', precision, letter] = match;
    if (escaped !== undefined) {
      if (escaped === 'c') return out;
      out += /^[0-7]{2,}$/.test(escaped)
        ? String.fromCharCode(Number.parseInt(escaped, 8))
        : (escapes[escaped] ?? whole);
    } else if (time !== undefined) out += timeField(timeLetter!, visit.stat.mtimeMs, context);
    else if (letter !== undefined) {
      let text = field(letter, visit, context);
      if (text === null) {
        out += whole;
        continue;
      }
      if (precision !== undefined && !/^[sdnkbi]$/.test(letter)) text = text.slice(0, Number(precision));
      if (flags.includes('0') && /^\d+$/.test(text)) out += text.padStart(Number(width), '0');
      else out += flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width));
    } else out += whole;
  }
  return out;
}
