/** Numbers as a person reads them: grouped, with units. Binary units, one decimal from 1 KB up below 100. */

import * as units from '../words/units.ts';
import { numbers } from './locale.ts';

export function formatCount(value: number): string {
  return numbers.count(value);
}

/** 1 KB is 1,024 bytes, as the harnesses word it. Whole numbers from 100 up: `203 KB`, `29.3 KB`, `812 B`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return units.inByteUnit(String(bytes), units.byteUnits[0]);
  let value = bytes / 1024;
  let unit = 1;
  while (value >= 1023.5 && unit < units.byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = value < 99.95 ? numbers.decimal(value, isWhole(value) ? 0 : 1) : numbers.decimal(value, 0);
  return units.inByteUnit(digits, units.byteUnits[unit] ?? units.byteUnits[0]);
}

/** Within what one decimal shows: `1 KB` and not `1.0 KB`. */
function isWhole(value: number): boolean {
  return Math.round(value * 10) % 10 === 0;
}

/** `40 ms`, `3.2 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < 1000) return units.milliseconds(ms);
  if (ms < 9_950) return units.seconds(numbers.decimal(ms / 1000, 1));
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return units.seconds(String(seconds));
  const rest = seconds % 60;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return rest === 0 ? units.minutes(minutes) : units.minutesAndSeconds(minutes, rest);
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? units.hours(hours) : units.hoursAndMinutes(hours, minutes % 60);
}

/** How long ago, coarsely; for lists. */
export function formatAgo(thenMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - thenMs) / 60_000);
  if (minutes < 1) return units.justNow;
  if (minutes < 60) return units.ago(units.minutes(minutes));
  if (minutes < 24 * 60) return units.ago(units.hours(Math.floor(minutes / 60)));
  return units.ago(units.days(Math.floor(minutes / (24 * 60))));
}
