import type { FileChange } from '../../port.ts';
import { type PortCalls, transferable } from '../files/index.ts';

/** So many requests, or bytes, are on their way before their answers are awaited. */
const mostRequests = 256;
const mostBytes = 4 * 1024 * 1024;

/**
 * Puts a journalled tree back. Requests are answered in the order in which they are sent, so thousands of
 * small files need not each wait for a round trip; the first refusal rejects.
 */
export async function restoreTree(
  calls: PortCalls,
  changes: AsyncIterable<{ readonly change: FileChange; readonly bytes: AsyncIterable<Uint8Array> | null }>,
): Promise<void> {
  let sent: Promise<unknown>[] = [];
  let sentBytes = 0;

  async function send(operation: string, values: readonly unknown[], bytes?: Uint8Array<ArrayBuffer>) {
    // Counted before the transfer, which empties the bytes.
    sentBytes += bytes?.length ?? 0;
    const answer = calls.ask(operation, values, bytes ? [bytes.buffer] : []);
    // A refusal may come before it is awaited with the others; until then it is not unhandled.
    answer.catch(() => {});
    sent.push(answer);
    if (sent.length < mostRequests && sentBytes < mostBytes) return;
    const waiting = sent;
    sent = [];
    sentBytes = 0;
    await Promise.all(waiting);
  }

  for await (const { change, bytes } of changes) {
    const { path, kind } = change;
    const detail = kind === 'symlink' ? change.target : kind === 'removed' ? null : change.mode;
    await send('restore', [path, kind, detail]);
    if (kind !== 'file') continue;
    for await (const chunk of bytes ?? []) {
      const copy = transferable(chunk);
      await send('restoreBytes', [path, copy], copy);
    }
    await send('restoreFacts', [path, change.mode, change.mtimeMs]);
  }
  await Promise.all(sent);
}
