import { type Piece, PipeReader, writtenCount } from '../pipes/index.ts';
import type { ProcessEnd } from '../processes/contract.ts';
import { leftBelow } from '../processes/leftOutput.ts';
import type { Process, ProcessTable } from '../processes/processTable.ts';
import type { FilePorts } from './filePorts.ts';
import { readTail, type TailSnapshot } from './tailBuffer.ts';

/** Of one call: a stack does not hold many more. */
const mostArguments = 8192;

export interface LastWords {
  /** Of a run of the page: what its worker had written and not posted. */
  readonly tail: TailSnapshot | null;
  /** What the processes below had written and nobody has passed on. */
  readonly rest: readonly Piece[];
}

/** What a killed process and those below it had still to say. `memory` is the tail of the worker of a run. */
export function lastWordsOf(table: ProcessTable, top: Process, memory: SharedArrayBuffer | null): LastWords {
  if (!memory) {
    const { stdio } = top;
    const countOf = (pipe: SharedArrayBuffer | null | undefined) => (pipe ? writtenCount(pipe) : 0);
    return { tail: null, rest: leftBelow(table, top, (stream) => countOf(stdio?.[stream])) };
  }
  let tail = readTail(memory);
  const rest = leftBelow(table, top, () => {
    tail = readTail(memory);
    return (tail.start + tail.bytes.length) | 0;
  });
  return { tail, rest };
}

/** All of it for the spool of a run. */
export function spooled({ tail, rest }: LastWords): { start: number; bytes: Uint8Array } | null {
  if (!tail) return null;
  const parts = [tail.bytes, ...rest.map(({ bytes }) => bytes)];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return { start: tail.start, bytes };
}

/** All of it for whoever waits for the process, through a channel that carries JSON. */
export function asRest(pieces: readonly Piece[]): NonNullable<ProcessEnd['rest']> {
  return pieces.map(({ stream, bytes }) => {
    let latin1 = '';
    for (let from = 0; from < bytes.length; from += mostArguments) {
      latin1 += String.fromCharCode(...bytes.subarray(from, from + mostArguments));
    }
    return { stream, latin1 };
  });
}

/** Takes what a process without a parent writes: to the files that its parent named, else to nowhere. */
export async function takeOrphansOutput(
  pipe: SharedArrayBuffer,
  { leftTo, stdio }: Process,
  files: FilePorts,
): Promise<void> {
  const reader = new PipeReader(pipe);
  for (let piece = await reader.readPiece(); piece; piece = await reader.readPiece()) {
    const stream = stdio?.stdout === stdio?.stderr || pipe === stdio?.stdout ? piece.stream : 'stderr';
    const path = leftTo[stream];
    // A full disk is nobody's any more.
    if (path !== null) await files.append(path, piece.bytes).catch(() => {});
  }
}
