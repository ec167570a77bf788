import { bootEmbeddedGuest } from '../bootEmbeddedGuest.ts';
import { type GuestPreference, guestWish, readGuestPreference } from '../guestWish.ts';
import type { BootedGuest, GuestBoot } from '../port.ts';

/** Whether a boot would ask another server, which is done at a session's first action and not before. */
export async function bootAsksOthers(boot: GuestBoot): Promise<boolean> {
  const { choice } = guestWish(boot, readGuestPreference(), location.search);
  if (choice === 'embedded') return false;
  const { whyNotAtOnce } = await import('../webcontainer/index.ts');
  return whyNotAtOnce() === null;
}

const embeddedWords = 'It is part of this page and works offline.';
const containerWords = 'It runs real Node and npm.';

/**
 * Boots the guest that a session should have. A WebContainer that does not come is no failure: the embedded guest
 * takes its place and says why. Rejects where not even that starts.
 */
export async function bootChosenGuest(
  boot: GuestBoot,
  preference: GuestPreference = readGuestPreference(),
): Promise<BootedGuest> {
  const { choice, because } = guestWish(boot, preference, location.search);
  if (choice === 'embedded') {
    return { guest: await bootEmbeddedGuest(boot), why: `${embeddedWords} ${because}`.trim() };
  }
  const { bootWebContainer, containerIsReady } = await import('../webcontainer/index.ts');
  const skip = new AbortController();
  const booted = await bootWebContainer(boot, {
    onProgress: (waitingFor) => boot.onProgress?.(waitingFor, () => skip.abort()),
    signal: skip.signal,
    apiKey: preference.apiKey || null,
    isChosen: choice === 'webcontainer',
    shell: preference.shell,
  });
  if (booted.ok) return { guest: booted.guest, why: `${containerWords} ${because}`.trim() };
  boot.onProgress?.('the embedded guest to start', null);
  const guest = await bootEmbeddedGuest(boot);
  const wasSkipped = skip.signal.aborted;
  const mayStillCome = !wasSkipped && (booted.why.code === 'no-answer' || booted.why.code === 'refused');
  const late = mayStillCome ? containerIsReady() : null;
  return {
    guest,
    why: `${embeddedWords} ${wasSkipped ? 'You did not wait for a WebContainer.' : booted.why.message}`,
    ...(late ? { betterIsReady: late } : {}),
  };
}
