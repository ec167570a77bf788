import type { BootedGuest, GuestBoot } from './port.ts';

/** Boots the guest that a session should have. Its code is loaded when the first one is needed. */
export async function bootChosenGuest(boot: GuestBoot): Promise<BootedGuest> {
  const choice = await import('./choice/index.ts');
  return choice.bootChosenGuest(boot);
}

/** Whether a boot would ask another server, which is done at a session's first action and not before. */
export async function bootAsksOthers(boot: GuestBoot): Promise<boolean> {
  const choice = await import('./choice/index.ts');
  return choice.bootAsksOthers(boot);
}

/** What a person has chosen, and how it is kept; loaded by whoever shows it. */
export async function loadGuestPreference() {
  const { readGuestPreference, keepGuestPreference } = await import('./guestWish.ts');
  return { preference: readGuestPreference(), keep: keepGuestPreference };
}
