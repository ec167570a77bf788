import type { GuestKind } from '../core/index.ts';
import type { GuestBoot } from './port.ts';

/** Which guest a person wants: `auto` takes a WebContainer where one can be had. */
export type GuestChoice = GuestKind | 'auto';

export interface GuestPreference {
  readonly choice: GuestChoice;
  /** What commands are given to in a WebContainer. */
  readonly shell: 'bash' | 'jsh';
  /** StackBlitz's key for this page's address; no secret, it is part of a frame's address. Empty: none. */
  readonly apiKey: string;
}

/** In localStorage, because it must be known before the store is open; blocked storage costs only the memory of it. */
const storageKey = 'spillway.guest';
const usual: GuestPreference = { choice: 'auto', shell: 'bash', apiKey: '' };

export function readGuestPreference(): GuestPreference {
  let stored: unknown;
  try {
    stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
  } catch {
    return usual;
  }
  if (typeof stored !== 'object' || stored === null) return usual;
  const { choice, shell, apiKey } = { ...usual, ...stored };
  return {
    choice: isChoice(choice) ? choice : 'auto',
    shell: shell === 'jsh' ? 'jsh' : 'bash',
    apiKey: typeof apiKey === 'string' ? apiKey.slice(0, 1000) : '',
  };
}

export function keepGuestPreference(preference: GuestPreference): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preference));
  } catch {
    // Blocked or full: the next page knows nothing of it.
  }
}

function isChoice(value: unknown): value is GuestChoice {
  return value === 'auto' || value === 'embedded' || value === 'webcontainer';
}

/** A guest that is to be had, and who says so. */
export interface GuestWish {
  readonly choice: GuestChoice;
  /** One sentence for a person; empty where nobody has decided anything. */
  readonly because: string;
}

/**
 * What a session's guest should be. What runs on virtual time or plays a recording runs on the guest it was recorded
 * on and contacts nobody; then the session's own choice, the address (`?guest=`), the setting.
 */
export function guestWish(
  boot: Pick<GuestBoot, 'clockStartMs' | 'kind'>,
  preference: Pick<GuestPreference, 'choice'>,
  query: string,
): GuestWish {
  if (boot.clockStartMs !== null) {
    return { choice: 'embedded', because: 'This session gives the same bytes in every browser.' };
  }
  if (boot.kind) return { choice: boot.kind, because: 'This session was given that guest.' };
  const asked = new URLSearchParams(query).get('guest');
  if (isChoice(asked)) return { choice: asked, because: 'The address of the page asks for it.' };
  return {
    choice: preference.choice,
    because: preference.choice === 'auto' ? '' : 'Chosen in the settings.',
  };
}
