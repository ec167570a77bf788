import { ChangeTracker } from '../../../../../src/guest/embedded/files/changes.ts';
import { MemoryFiles } from '../../../../../src/guest/embedded/files/memoryFiles.ts';
import { SpaceBudget } from '../../../../../src/guest/embedded/files/spaceBudget.ts';
import { GuestFsError } from '../../../../../src/guest/index.ts';

export const bytes = (text: string) => new TextEncoder().encode(text);
export const text = (content: Uint8Array) => new TextDecoder().decode(content);

/** A file system whose clock the test turns, with a tracker of changes below /w. */
export function trackedFiles(maxBytes = 1_000_000) {
  const clock = { nowMs: 1000 };
  const touched: string[] = [];
  const tracker = new ChangeTracker(['/w'], (path) => touched.push(path));
  const budget = new SpaceBudget(maxBytes);
  const files = new MemoryFiles({ now: () => clock.nowMs, budget, sink: tracker });
  files.mkdir('/w', true);
  tracker.drain(files);
  return { files, tracker, budget, clock, touched };
}

/** `CODE: message` that `work` fails with, or `none`. */
export function failure(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof GuestFsError) return error.message;
    throw error;
  }
}
