import {
  type LimitOverrides,
  type OptionValues,
  optionsOf,
  type ProfileRef,
  profileById,
  profileRef,
  type QuirkSettings,
} from '../../../core/index.ts';

/**
 * A profile and what is changed of it, in a few readable characters for an address:
 * `claude-code;previewUnits=500;in.bash=1000;in.default=none;opt.notice=off;fix.failure-excerpt;name=Mine`.
 * Only what differs from the profile is written. Anybody can type an address: every part is checked, and what the
 * profile does not have or a number that makes no sense is left out.
 */
const numberNames = ['previewUnits', 'defaultTimeoutMs', 'maxTimeoutMs', 'readLines', 'readTokens'] as const;
type NumberName = (typeof numberNames)[number];

const LONGEST_CODE = 2_000;
export const LONGEST_NAME = 60;
const LARGEST = 1_000_000_000;
const TOOL = /^[a-z][a-z_-]{0,30}$/;

/** What may stand as a profile's name: one line, no controls, not too long. Null where nothing is left. */
export function cleanName(name: string): string | null {
  const plain = [...name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')]
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
  const short = [...plain].slice(0, LONGEST_NAME).join('').trim();
  return short === '' ? null : short;
}

/** True where somebody has changed or named it. */
export function isCustom(ref: ProfileRef): boolean {
  return formatProfile(ref) !== ref.id;
}

export function formatProfile(ref: ProfileRef): string {
  const profile = profileById(ref.id);
  const parts: string[] = [ref.id];
  for (const name of numberNames) {
    const value = ref.overrides[name];
    if (value !== undefined && value !== profile?.limits[name]) parts.push(`${name}=${value}`);
  }
  for (const [tool, value] of Object.entries(ref.overrides.inlineLimit ?? {}).sort(byKey)) {
    if (value !== profile?.limits.inlineLimit[tool]) parts.push(`in.${tool}=${value ?? 'none'}`);
  }
  const defaults = new Map(profile && optionsOf(profile).map((option) => [option.id, option.default]));
  for (const [id, value] of Object.entries(ref.overrides.options ?? {}).sort(byKey)) {
    if (value !== defaults.get(id)) parts.push(`opt.${id}=${encodeURIComponent(value)}`);
  }
  for (const quirk of profile?.quirks ?? []) {
    const set = ref.quirks[quirk.id];
    if (set !== undefined && set !== quirk.default)
      parts.push(`${set === 'fixed' ? 'fix' : 'exact'}.${quirk.id}`);
  }
  const name = ref.name === undefined ? null : cleanName(ref.name);
  if (name !== null) parts.push(`name=${encodeURIComponent(name)}`);
  return parts.join(';');
}

/** Null where the text names no profile of this build. */
export function parseProfile(code: string): ProfileRef | null {
  if (code.length > LONGEST_CODE) return null;
  const [id, ...parts] = code.split(';');
  const profile = profileById(id ?? '');
  if (!profile) return null;
  const numbers: Partial<Record<NumberName, number>> = {};
  const inline: Record<string, number | null> = {};
  const options: Record<string, number | string> = {};
  const quirks: Record<string, 'exact' | 'fixed'> = {};
  let name: string | null = null;
  for (const part of parts) {
    const [key = '', text] = splitOnce(part);
    const dot = key.indexOf('.');
    const kind = dot < 0 ? '' : key.slice(0, dot);
    const rest = key.slice(dot + 1);
    if (kind === 'fix' || kind === 'exact') {
      if (profile.quirks.some((quirk) => quirk.id === rest))
        quirks[rest] = kind === 'fix' ? 'fixed' : 'exact';
    } else if (text === null) {
      // Nothing else stands without a value.
    } else if (kind === 'in') {
      const value = text === 'none' ? null : wholeNumber(text, 0);
      if (TOOL.test(rest) && value !== undefined) inline[rest] = value;
    } else if (kind === 'opt') {
      const value = optionValue(profile, rest, text);
      if (value !== undefined) options[rest] = value;
    } else if (key === 'name') name = cleanName(text);
    else {
      const known = numberNames.find((candidate) => candidate === key);
      const value = wholeNumber(text, 1);
      if (known && value !== undefined) numbers[known] = value;
    }
  }
  return customRef(
    profile.id,
    {
      ...numbers,
      ...(Object.keys(inline).length > 0
        ? { inlineLimit: { ...profile.limits.inlineLimit, ...inline } }
        : {}),
      ...(Object.keys(options).length > 0 ? { options } : {}),
    },
    quirks,
    name,
  );
}

/** A ref to a profile of this build; null where it has none of that id. */
export function customRef(
  id: string,
  overrides: LimitOverrides,
  quirks: QuirkSettings,
  name: string | null,
): ProfileRef | null {
  const profile = profileById(id);
  if (!profile) return null;
  const ref = profileRef(profile, quirks, overrides);
  return name === null ? ref : { ...ref, name };
}

function optionValue(
  profile: Parameters<typeof optionsOf>[0],
  id: string,
  text: string,
): OptionValues[string] | undefined {
  const option = optionsOf(profile).find((candidate) => candidate.id === id);
  if (option?.kind === 'choice') return option.values.find((value) => value === text);
  const value = wholeNumber(text, 0);
  return option && value !== undefined && value >= option.min && value <= option.max ? value : undefined;
}

function wholeNumber(text: string, least: number): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= LARGEST ? value : undefined;
}

/** `key=value` with the value decoded; null as the value where there is no `=` or the encoding is broken. */
function splitOnce(part: string): readonly [string, string | null] {
  const at = part.indexOf('=');
  if (at < 0) return [part, null];
  try {
    return [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
  } catch {
    return [part.slice(0, at), null];
  }
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
