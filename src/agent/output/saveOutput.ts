import { cappedBytes, type RecordKey, type SavedFile, type ToolError } from '../../core/index.ts';
import type { Guest } from '../../guest/index.ts';
import type { OutputStore } from '../../store/index.ts';
import type { CapturedOutput } from './outputPipeline.ts';

export interface SaveRequest {
  readonly guest: Guest;
  readonly outputs: OutputStore;
  readonly key: RecordKey;
  readonly path: string;
  readonly captured: CapturedOutput;
  /** A harness that saves no more than so many bytes of a result. */
  readonly maxBytes: number | null;
  /** The run whose output the guest has spooled itself, null for tools that are no process. */
  readonly pid: number | null;
}

export type SaveResult =
  | { readonly ok: true; readonly saved: SavedFile; readonly mtimeMs: number }
  | { readonly ok: false; readonly error: ToolError };

function failure(error: unknown): SaveResult {
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, error: { code: 'SAVE_FAILED', phase: 'save', message } };
}

/**
 * Puts a whole output at a path of the guest, under a temporary name until it is complete: from the guest's
 * own spool where there is one, else from the output store. A failure is a value: the model still gets
 * its result, without the file.
 */
export async function saveOutput(request: SaveRequest): Promise<SaveResult> {
  const { guest, path, captured, maxBytes } = request;
  if (maxBytes !== null && captured.facts.totalBytes > maxBytes) return saveStart(request, maxBytes);
  const temporary = `${path}.partial`;
  try {
    const bytes = captured.facts.totalBytes;
    const direct = captured.lossLine.length === 0;
    const target = direct ? path : temporary;
    const adopted = request.pid !== null && (await guest.adoptSpool(request.pid, target, captured.ownBytes));
    if (adopted) {
      if (!direct) await guest.fs.append(temporary, captured.lossLine);
    } else {
      if (captured.storedBytes !== bytes) throw new Error('The stored output is not complete.');
      await copyFromStore(request, temporary, await adoptStart(request, temporary));
    }
    if (!adopted || !direct) await guest.fs.rename(temporary, path);
    const stat = await guest.fs.stat(path);
    if (stat.kind !== 'file' || stat.size !== bytes) {
      throw new Error(`The saved file holds ${stat.size} of ${bytes} bytes.`);
    }
    // Size alone does not say that the file can be opened: one byte of it is read, as the model would.
    if (bytes > 0) await guest.fs.read(path, { offset: bytes - 1, length: 1 });
    return { ok: true, saved: { path, bytes }, mtimeMs: stat.mtimeMs };
  } catch (error) {
    await guest.fs.rm(temporary).catch(() => {});
    return failure(error);
  }
}

/** The start of an output, from the store: a spool is whole or nothing. */
async function saveStart(request: SaveRequest, maxBytes: number): Promise<SaveResult> {
  const { guest, path, outputs, key, captured } = request;
  const temporary = `${path}.partial`;
  try {
    if (captured.storedBytes < maxBytes) throw new Error('The stored output is not complete.');
    if (request.pid !== null) guest.dropSpool(request.pid);
    await guest.fs.write(temporary, new Uint8Array());
    let written = 0;
    let held = new Uint8Array();
    for await (const chunk of outputs.stream(key)) {
      const bytes = held.length === 0 ? chunk : joined(held, chunk);
      if (written + bytes.length > maxBytes) {
        held = cappedBytes(bytes, maxBytes - written).slice();
        break;
      }
      // A character that the cut halves may begin in the last bytes of what is there so far.
      const safe = Math.max(0, bytes.length - 3);
      await guest.fs.append(temporary, bytes.slice(0, safe));
      written += safe;
      held = bytes.slice(safe);
    }
    await guest.fs.append(temporary, held);
    await guest.fs.rename(temporary, path);
    const { size, mtimeMs } = await guest.fs.stat(path);
    return { ok: true, saved: { path, bytes: size }, mtimeMs };
  } catch (error) {
    await guest.fs.rm(temporary).catch(() => {});
    return failure(error);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** As much as the spool has, where it lacks an end: what a killed command sent last may have come to the page alone. Bytes. */
async function adoptStart({ guest, pid, captured }: SaveRequest, temporary: string): Promise<number> {
  if (pid === null) return 0;
  // The piece may have come in the meantime.
  const bytes = Math.min((await guest.spooledBytes?.(pid)) ?? 0, captured.ownBytes);
  return bytes > 0 && (await guest.adoptSpool(pid, temporary, bytes)) ? bytes : 0;
}

/** From `offset` on, behind what is there; from 0 on as a new file. */
async function copyFromStore(
  { guest, outputs, key }: SaveRequest,
  temporary: string,
  offset: number,
): Promise<void> {
  if (offset === 0) await guest.fs.write(temporary, new Uint8Array());
  for await (const chunk of outputs.stream(key, offset)) await guest.fs.append(temporary, chunk);
}
