import { plural } from './plural.ts';

/** Numbers with what they count, and with their units. `value` is a number that is written already. */

export const lines = (count: number) => plural(count, { one: '# line', other: '# lines' });
export const characters = (count: number) => plural(count, { one: '# character', other: '# characters' });
export const tokens = (count: number) => plural(count, { one: '# token', other: '# tokens' });
export const days = (count: number) => plural(count, { one: '# day', other: '# days' });

export const byteUnits = ['B', 'KB', 'MB', 'GB'] as const;
export const inByteUnit = (value: string, unit: (typeof byteUnits)[number]) => `${value} ${unit}`;

export const milliseconds = (value: number) => `${value} ms`;
export const seconds = (value: string) => `${value} s`;
export const minutes = (value: number) => `${value} min`;
export const minutesAndSeconds = (min: number, s: number) => `${min} min ${s} s`;
export const hours = (value: number) => `${value} h`;
export const hoursAndMinutes = (h: number, min: number) => `${h} h ${min} min`;

export const justNow = 'just now';
export const ago = (span: string) => `${span} ago`;
