import type { FileChange } from '../../port.ts';
import { concatenated, type PortCalls, transferable } from '../files/index.ts';

/** So many requests, or bytes, are on their way before their answers are awaited. */
const mostRequests = 256;
const mostBytes = 4 * 1024 * 1024;
/** Files up to this size travel together with others: a message for each made the return of thousands slow. */
const smallBytes = 64 * 1024;
/** So many paths, or bytes, go in one message: the guest answers nothing else while it works on one. */
const batchPaths = 1000;
const batchBytes = 1024 * 1024;

/**
 * Puts a journalled tree back. Requests are answered in the order in which they are sent, so they need not each wait for
 * a round trip; the first refusal rejects.
 */
export async function restoreTree(
  calls: PortCalls,
  changes: AsyncIterable<{ readonly change: FileChange; readonly bytes: AsyncIterable<Uint8Array> | null }>,
): Promise<void> {
  let sent: Promise<unknown>[] = [];
  let sentBytes = 0;
  let rows: (readonly unknown[])[] = [];
  let contents: Uint8Array[] = [];
  let contentBytes = 0;

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

  async function sendBatch() {
    if (rows.length === 0) return;
    const bytes = concatenated(contents, contentBytes);
    const text = JSON.stringify(rows);
    rows = [];
    contents = [];
    contentBytes = 0;
    await send('restoreMany', [text, bytes], bytes);
  }

  for await (const { change, bytes } of changes) {
    const { path, kind } = change;
    if (kind !== 'file') {
      rows.push([path, kind, kind === 'symlink' ? change.target : kind === 'removed' ? null : change.mode]);
    } else if (change.size > smallBytes) {
      await sendBatch();
      await send('restore', [path, kind, change.mode]);
      for await (const chunk of bytes ?? []) {
        const copy = transferable(chunk);
        await send('restoreBytes', [path, copy], copy);
      }
      await send('restoreFacts', [path, change.mode, change.mtimeMs]);
    } else {
      let size = 0;
      for await (const chunk of bytes ?? []) {
        contents.push(chunk);
        size += chunk.length;
      }
      contentBytes += size;
      rows.push([path, kind, change.mode, change.mtimeMs, size]);
    }
    if (rows.length >= batchPaths || contentBytes >= batchBytes) await sendBatch();
  }
  await sendBatch();
  await Promise.all(sent);
}
