import { type ProfileRef, profileRef, profiles } from '../../../core/index.ts';
import { formatProfile, parseProfile } from './profileCode.ts';

export const labViews = ['views', 'numbers', 'chart', 'compare'] as const;
export type LabView = (typeof labViews)[number];

/** What the Lab's address says: which profiles, and which of its views. */
export interface LabAddress {
  /** Empty: every profile of this build as it is. */
  readonly profiles: readonly ProfileRef[];
  readonly view: LabView;
}

const MOST_PROFILES = 32;

/** Reads what stands behind `#/lab?`. Hostile text: unknown names and what is too much are left out. */
export function parseLabAddress(query: string): LabAddress {
  const parameters = new URLSearchParams(query.slice(0, 20_000));
  const seen = new Set<string>();
  const chosen: ProfileRef[] = [];
  for (const code of parameters.getAll('profile')) {
    const ref = parseProfile(code);
    if (ref === null || chosen.length >= MOST_PROFILES || seen.has(formatProfile(ref))) continue;
    seen.add(formatProfile(ref));
    chosen.push(ref);
  }
  const view = labViews.find((name) => name === parameters.get('view')) ?? 'views';
  return { profiles: chosen, view };
}

/** The address of the Lab, shortest form. */
export function formatLabAddress(address: LabAddress): string {
  const parts = [
    ...address.profiles.map(
      (ref) => `profile=${encodeURIComponent(formatProfile(ref)).replace(/%3B/g, ';')}`,
    ),
    ...(address.view === 'views' ? [] : [`view=${address.view}`]),
  ];
  return parts.length === 0 ? '#/lab' : `#/lab?${parts.join('&')}`;
}

/** Every profile of this build, unchanged. */
export function allProfiles(): readonly ProfileRef[] {
  return profiles.map((profile) => profileRef(profile));
}
