import {
  countLines,
  createLineWindow,
  type OutputChunk,
  ParsedOutput,
  type ProfileRef,
  presentOutput,
  presentText,
  type ReadPage,
  sentViewOf,
} from '../../../core/index.ts';
import { nothingToRepeat } from '../../words/lab.ts';
import { type CallFacts, mergedBytes, rawOutput, usualFacts } from '../input/labInput.ts';
import { labPlaces } from '../labPlaces.ts';
import type { LabResult, ReadWindow, SweepPoint } from './messages.ts';
import { viewLossOf } from './viewLoss.ts';

/** What the Lab's worker does, without the worker: one output, read once per cleaner, under any profile. */
export class LabWork {
  #parsed = new ParsedOutput(rawOutput([], usualFacts));
  #merged: Uint8Array<ArrayBuffer> | null = null;

  setInput(chunks: readonly OutputChunk[], facts: CallFacts): void {
    this.#parsed = new ParsedOutput(rawOutput(chunks, facts));
    this.#merged = null;
  }

  setFacts(facts: CallFacts): void {
    this.#parsed = this.#parsed.withFacts(rawOutput([], facts));
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    this.#merged ??= mergedBytes(this.#parsed.raw.chunks);
    return this.#merged;
  }

  get facts() {
    return this.#parsed.cleanedBy('none').facts;
  }

  present(ref: ProfileRef): LabResult {
    try {
      const presented = presentOutput(this.#parsed, ref, labPlaces);
      return {
        ok: true,
        view: { sent: presented.sent, savedPath: presented.savedPath, loss: viewLossOf(presented) },
      };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** This output at another size under each profile: its first bytes, or itself again and again. */
  sweepPoint(bytes: number, refs: readonly ProfileRef[]): SweepPoint {
    const parsed = new ParsedOutput({
      ...this.#parsed.raw,
      chunks: [{ stream: 'stdout', bytes: resized(this.bytes, bytes) }],
    });
    return {
      bytes,
      texts: refs.map((ref) => {
        try {
          return presentText(parsed, ref, labPlaces);
        } catch {
          return '';
        }
      }),
    };
  }

  /** The start of the whole output, as far as a page of `maxLines` lines can reach, at most `maxBytes`. */
  window(maxLines: number, maxBytes: number): ReadWindow {
    const window = createLineWindow({ skipLines: 0, maxLines });
    const taken = window.take(this.bytes).slice(0, maxBytes);
    return { bytes: taken, totalLines: countLines(this.bytes) };
  }

  /** A page of the saved file in the words of the profile. */
  pageText(ref: ProfileRef, page: ReadPage, shownBytes: number): string {
    const parsed = new ParsedOutput({
      ...rawOutput([{ stream: 'stdout', bytes: this.bytes.subarray(0, shownBytes) }], usualFacts),
      tool: 'read',
    });
    const { record, text } = presentOutput(parsed, ref, labPlaces);
    const asRead = { ...record, facts: { kind: 'read-page', page } as const, savedAs: null };
    return sentViewOf(ref, asRead, text, labPlaces).text;
  }
}

/** The first `size` bytes of `bytes`, repeated where there are fewer; lines of their own where there is nothing. */
export function resized(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  const from = bytes.length === 0 ? new TextEncoder().encode(`${nothingToRepeat}\n`) : bytes;
  for (let at = 0; at < size; at += from.length) out.set(from.subarray(0, size - at), at);
  return out;
}

/** `count` whole numbers from `from` to `to`, evenly spaced by ratio. */
export function logSizes(from: number, to: number, count: number): readonly number[] {
  const ratio = (to / from) ** (1 / (count - 1));
  return Array.from({ length: count }, (_, at) => Math.round(from * ratio ** at));
}
