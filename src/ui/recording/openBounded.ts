import { type OpenedLink, openLink, openRecordingFile, type TimeBound } from '../../core/index.ts';
import { tooLarge } from '../words/recording.ts';

/** The page may stand still for so long, not longer: what unfolds to the largest that is opened takes half a second. */
const time: TimeBound = { now: () => performance.now(), maxMs: 5_000 };

/** Most bytes that a file is read for: a recording unfolds to at most 64 MiB. */
const maxFileBytes = 64 * 1024 * 1024;

/** What stands in an address, as somebody sent it. */
export const openLinkHere = (fragment: string): OpenedLink => openLink(fragment, time);

/** What was fetched, as somebody sent it. */
export const openBytesHere = (bytes: Uint8Array): OpenedLink => openRecordingFile(bytes, time);

/** What stands in a file, as somebody sent it. */
export async function openFileHere(file: File): Promise<OpenedLink> {
  if (file.size <= maxFileBytes) return openBytesHere(new Uint8Array(await file.arrayBuffer()));
  const message = tooLarge(file.name);
  return { ok: false, code: 'too-large', message };
}
