import { language } from '../words/language.ts';

/**
 * The one place that knows in which language's way numbers are written: the words' own, which are English,
 * unless the reader asks for those of the browser's language: then 1,966 is 1.966 for a German.
 */
export type NumberStyle = 'english' | 'browser';

const KEY = 'spillway.numbers';

function chosen(): NumberStyle {
  try {
    return localStorage.getItem(KEY) === 'browser' ? 'browser' : 'english';
  } catch {
    // No storage, or no page at all.
    return 'english';
  }
}

export const numberStyle: NumberStyle = chosen();

/** Holds from the next load on: numbers are all over the page. */
export function chooseNumberStyle(style: NumberStyle): void {
  try {
    localStorage.setItem(KEY, style);
  } catch {
    // Blocked: nothing changes.
  }
}

/** Formatters of a style; `languages` are the browser's. */
export function numberFormats(style: NumberStyle, languages: readonly string[] = []) {
  const locale = style === 'browser' ? [...languages] : language;
  const grouped = new Intl.NumberFormat(locale);
  const decimals = [0, 1].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        useGrouping: false,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  return {
    /** Whole numbers with their thousands apart. */
    count: (value: number): string => grouped.format(value),
    /** With so many decimals (0 or 1), thousands not apart: numbers of this kind stay below them. */
    decimal: (value: number, digits: 0 | 1): string => decimals[digits]?.format(value) ?? String(value),
  };
}

/** As the reader wants them. */
export const numbers = numberFormats(numberStyle, globalThis.navigator?.languages ?? []);
