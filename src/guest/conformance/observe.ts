import type { JsonValue, OutputChunk } from '../../core/index.ts';
import { type ExitStatus, type Guest, type GuestFs, GuestFsError, type GuestProcess } from '../port.ts';
import type { CheckContext } from './check.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

export interface Collected {
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in arrival order. */
  readonly merged: string;
  readonly bytes: Uint8Array;
  readonly status: ExitStatus;
}

/** Takes a run's whole output, as fast as it comes. */
export async function collect(process: GuestProcess): Promise<Collected> {
  const chunks: OutputChunk[] = [];
  for await (const chunk of process.output) chunks.push(chunk);
  const text = (stream: OutputChunk['stream'] | null) =>
    textOf(joined(chunks.filter((chunk) => stream === null || chunk.stream === stream)));
  return {
    stdout: text('stdout'),
    stderr: text('stderr'),
    merged: text(null),
    bytes: joined(chunks),
    status: await process.exit,
  };
}

export function joined(chunks: readonly { readonly bytes: Uint8Array }[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of chunks) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}

/** How a run ended, in one word: `0`, `3`, `SIGTERM`. */
export function endOf(status: ExitStatus): number | string {
  if (status.kind === 'exited') return status.code;
  return status.kind === 'signaled' ? status.signal : `the guest died: ${status.message}`;
}

/** Text with the places of this guest named: `DIR`, `WORKSPACE`, `HOME` and `TMP`, the longest first. */
export function placesNamed(text: string, { guest, dir }: Pick<CheckContext, 'guest' | 'dir'>): string {
  const { workspace, home, tmp } = guest.dirs;
  const places: readonly (readonly [string, string])[] = [
    [dir, 'DIR'],
    [workspace, 'WORKSPACE'],
    [home, 'HOME'],
    [tmp, 'TMP'],
  ];
  return [...places]
    .sort(([a], [b]) => b.length - a.length)
    .reduce((named, [path, name]) => named.replaceAll(path, name), text);
}

/** POSIX code that `work` fails with; `none` where it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof GuestFsError) return error.code;
    throw error;
  }
}

/** Asks again until `condition` holds; rejects after `withinMs`. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Reads chunks until the text so far contains `mark`; the iterator stays open for the caller. */
export async function readUntil(iterator: AsyncIterator<OutputChunk>, mark: string): Promise<string> {
  let text = '';
  while (!text.includes(mark)) {
    const { done, value } = await iterator.next();
    if (done) throw new Error(`the output ended before ${mark}: ${text}`);
    text += textOf(value.bytes);
  }
  return text;
}

/** What an open iterator still has. */
export async function readRest(iterator: AsyncIterator<OutputChunk>): Promise<string> {
  let text = '';
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return text;
    text += textOf(value.bytes);
  }
}

export async function readText(fs: GuestFs, path: string): Promise<string> {
  return textOf(await fs.read(path));
}

/** stdout of a command that is a means to an end. */
export async function said(guest: Guest, command: string): Promise<string> {
  return (await collect(guest.run(command))).stdout;
}

/** `under 3 s`, or how long it took: a time as something that can be expected. */
export function underMs(limitMs: number, ms: number): JsonValue {
  return ms < limitMs ? `under ${limitMs / 1000} s` : `${Math.round(ms)} ms`;
}
