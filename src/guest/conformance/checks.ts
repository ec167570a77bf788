import type { OutputChunk } from '../../core/index.ts';
import { type ExitStatus, type Guest, type GuestFs, GuestFsError, type GuestProcess } from '../port.ts';

/** One promise of the `Guest` port. `run` rejects, with a sentence, where a guest does not keep it. */
export interface GuestBehaviour {
  readonly title: string;
  run(guest: Guest): Promise<void>;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Compares by JSON: everything that these checks compare is plain data. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what}: expected ${wanted}, got ${got}`);
}

export function expectTrue(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

export interface Collected {
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in arrival order. */
  readonly merged: string;
  readonly bytes: number;
  readonly status: ExitStatus;
}

/** Takes a run's whole output, as fast as it comes. */
export async function collect(process: GuestProcess): Promise<Collected> {
  const chunks: OutputChunk[] = [];
  for await (const chunk of process.output) chunks.push(chunk);
  const text = (stream: OutputChunk['stream'] | null) =>
    textOf(joined(chunks.filter((chunk) => stream === null || chunk.stream === stream)));
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
  return {
    stdout: text('stdout'),
    stderr: text('stderr'),
    merged: text(null),
    bytes,
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
  withinMs: number,
  condition: () => boolean | Promise<boolean>,
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
