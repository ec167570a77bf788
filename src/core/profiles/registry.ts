import type { LimitOverrides, Profile, ProfileRef, QuirkSettings } from '../contract/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { isProfileId } from './names.ts';
import { quirkSettings } from './resolve.ts';

/**
 * The profiles that can be asked for by id. The default is here from the start; the other fourteen are a third of
 * the page's code, and no session needs them before it names one. Who takes a ref from outside (a log, an address,
 * a choice in a list) loads first; behind that door every ref finds its profile at once.
 */
const loaded = new Map<string, Profile>([[claudeCode.id, claudeCode]]);

/** Makes profiles known that their importer has at hand: a program that is not loaded in parts. */
export function registerProfiles(profiles: readonly Profile[]): void {
  for (const profile of profiles) loaded.set(profile.id, profile);
}

/** Loads every profile of this build. Rejects where their code does not come; asked again, it tries again. */
export async function loadProfiles(): Promise<void> {
  const { profiles } = await import('./all.ts');
  registerProfiles(profiles);
}

/** Loads what is needed for profiles of these ids, which need not be in this build. */
export async function loadProfilesOf(ids: Iterable<string>): Promise<void> {
  for (const id of ids) {
    if (isProfileId(id) && !loaded.has(id)) return loadProfiles();
  }
}

/** Null where this build has no such profile. @throws where it has one that was not loaded. */
export function profileById(id: string): Profile | null {
  const profile = loaded.get(id);
  if (profile === undefined && isProfileId(id))
    throw new Error(`The profile ${id} was not loaded before it was used.`);
  return profile ?? null;
}

/** The profile that a ref names; the default where this build has none of that id (a log of a newer build). */
export function profileOf(ref: Pick<ProfileRef, 'id'>): Profile {
  return profileById(ref.id) ?? claudeCode;
}

/** What a step under this profile logs: its version now and every quirk by name. */
export function profileRef(
  profile: Profile,
  quirks: QuirkSettings = {},
  overrides: LimitOverrides = {},
): ProfileRef {
  return {
    id: profile.id,
    version: profile.version,
    quirks: quirkSettings(profile, { quirks }),
    overrides,
  };
}

/** The profile that a new session starts with. */
export function defaultProfileRef(): ProfileRef {
  return profileRef(claudeCode);
}
