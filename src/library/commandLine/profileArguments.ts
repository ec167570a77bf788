import {
  optionsOf,
  type Profile,
  type ProfileRef,
  profileById,
  profileRef,
  profiles,
  type QuirkSetting,
  type SessionPlaces,
  type TokenEncoding,
} from '../../core/index.ts';
import { type Arguments, type OptionKinds, oneOf, UsageError } from './arguments.ts';

/** What every command that words something takes. */
export const profileOptionKinds = {
  profile: 'value',
  quirk: 'values',
  option: 'values',
  encoding: 'value',
  'call-id': 'value',
  session: 'value',
  home: 'value',
  workspace: 'value',
  json: 'flag',
} as const satisfies OptionKinds;

const encodings: readonly TokenEncoding[] = ['o200k_base', 'cl100k_base'];

export interface AskedProfile {
  readonly profile: Profile;
  readonly ref: ProfileRef;
  readonly encoding: TokenEncoding;
}

/** @throws UsageError where no profile is named, or something that it does not have. */
export function askedProfile(args: Arguments): AskedProfile {
  const id = args.value('profile');
  if (id === null) throw new UsageError('--profile is missing: "spillway profiles" lists the ids.');
  const profile = profileById(id);
  if (profile === null) {
    throw new UsageError(
      `There is no profile ${JSON.stringify(id)}: there are ${profiles.map((known) => known.id).join(', ')}.`,
    );
  }
  const quirks = Object.fromEntries(args.values('quirk').map((given) => quirkOf(profile, given)));
  const options = Object.fromEntries(args.values('option').map((given) => optionOf(profile, given)));
  return {
    profile,
    ref: profileRef(profile, quirks, Object.keys(options).length === 0 ? {} : { options }),
    encoding: oneOf(args, 'encoding', encodings) ?? 'o200k_base',
  };
}

/** Where a session would have its folders. @throws UsageError for a folder that is not absolute. */
export function askedPlaces(args: Arguments, workspace: string): SessionPlaces {
  const folder = (name: string, fallback: string) => {
    const value = args.value(name) ?? fallback;
    if (!value.startsWith('/')) throw new UsageError(`--${name} takes an absolute path.`);
    return value;
  };
  return {
    sessionId: args.value('session') ?? 'session',
    home: folder('home', '/home/user'),
    workspace: folder('workspace', workspace),
    usedStems: new Set(),
  };
}

function quirkOf(profile: Profile, given: string): readonly [string, QuirkSetting] {
  const [id = '', setting] = given.split('=');
  const ids = profile.quirks.map((quirk) => quirk.id);
  if (!ids.includes(id)) throw new UsageError(noSuch('quirk', id, profile, ids));
  if (setting !== 'exact' && setting !== 'fixed') {
    throw new UsageError(`--quirk takes ${id}=exact or ${id}=fixed.`);
  }
  return [id, setting];
}

function optionOf(profile: Profile, given: string): readonly [string, number | string] {
  const equals = given.indexOf('=');
  const [id, value] = equals < 0 ? [given, ''] : [given.slice(0, equals), given.slice(equals + 1)];
  const known = optionsOf(profile);
  const option = known.find((one) => one.id === id);
  if (option === undefined) {
    throw new UsageError(
      noSuch(
        'option',
        id,
        profile,
        known.map((one) => one.id),
      ),
    );
  }
  if (option.kind === 'choice') {
    if (option.values.includes(value)) return [id, value];
    throw new UsageError(`The option ${id} takes one of ${option.values.join(', ')}.`);
  }
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= option.min && number <= option.max) return [id, number];
  throw new UsageError(
    `The option ${id} takes a whole number from ${option.min} to ${option.max} (${option.unit}).`,
  );
}

function noSuch(what: string, id: string, profile: Profile, known: readonly string[]): string {
  const has = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
  return `${profile.id} has no ${what} ${JSON.stringify(id)}: ${has}.`;
}
