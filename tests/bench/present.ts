import {
  type CleanerId,
  cleanerFor,
  createCapture,
  loadProfiles,
  type OutputChunk,
  ParsedOutput,
  presentOutput,
  profileNames,
  profileOf,
  profileRef,
  type RawOutput,
} from '../../src/core/index.ts';
import type { BenchRow } from './benchRow.ts';
import { logMebibyte } from './logText.ts';

const TOTAL_BYTES = 10_000_000;
const CHUNK_BYTES = 65_536;
const ROUNDS = 9;
const places = {
  sessionId: 's',
  home: '/home/user',
  workspace: '/home/user/project',
  usedStems: new Set<string>(),
};
/** Sequences that colour, move and name the window; the floor's own, as a library would remove them. */
const escapes = /\x1b(?:\[[\x20-\x3f]*[\x40-\x7e]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x20-\x2f]*[\x30-\x7e])/g;

const texts: readonly (readonly [name: string, unit: Uint8Array])[] = [
  ['log', logMebibyte(1)],
  ['coloured', utf8('\x1b[32m✓\x1b[0m src/main.ts \x1b[1m12:5\x1b[22m passed in \x1b[33m12\x1b[0m ms\n')],
  ['CJK', utf8('漢字かな交じり文の出力です。漢字かな交じり文\n')],
];

/** `present` over 10 MB under every profile, beside the platform's decoder and one expression that strips escapes. */
export async function presentBench(): Promise<readonly BenchRow[]> {
  await loadProfiles();
  const rows: BenchRow[] = [];
  for (const [name, unit] of texts) {
    const chunks = chunksOf(unit);
    let largest = 0;
    for (const { id } of profileNames) {
      const profile = profileOf({ id });
      const ref = profileRef(profile);
      const [ms = 0, floorMs = 0, ownMs = 0] = await bestOfEach([
        () => presentOutput(new ParsedOutput(rawOf(chunks)), ref, places).sent.text.length,
        () => decodedAndStripped(chunks),
        () => captured(chunks, cleanerFor(profile, 'bash')),
      ]);
      rows.push({
        name: `present under ${id}, 10 MB of ${name} text`,
        value: ms,
        unit: 'ms',
        ratio: ms / floorMs,
        against: `decode and strip (${floorMs.toFixed(1)} ms)`,
        target: '≤ 1.5',
      });
      largest = Math.max(largest, ms / ownMs);
    }
    rows.push({
      name: `present over the capture's own pass, the largest of all profiles, ${name} text`,
      value: largest,
      unit: '×',
      target: '≤ 1.5',
    });
  }
  return rows;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function chunksOf(unit: Uint8Array): readonly OutputChunk[] {
  const bytes = new Uint8Array(TOTAL_BYTES);
  for (let at = 0; at < bytes.length; at += unit.length) bytes.set(unit.subarray(0, bytes.length - at), at);
  const chunks: OutputChunk[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    chunks.push({ stream: 'stdout', bytes: bytes.subarray(at, at + CHUNK_BYTES) });
  }
  return chunks;
}

function rawOf(chunks: readonly OutputChunk[]): RawOutput {
  return {
    tool: 'bash',
    chunks,
    exitCode: 0,
    signal: null,
    endedBy: 'itself',
    timeoutMs: 120_000,
    durationMs: 1000,
    callId: 'call_1',
    contextTokensLeft: null,
  };
}

function decodedAndStripped(chunks: readonly OutputChunk[]): number {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let units = 0;
  for (const { bytes } of chunks)
    units += decoder.decode(bytes, { stream: true }).replace(escapes, '').length;
  return units;
}

/** The one pass over the bytes that every result takes in a session: decoded, cleaned, counted, windowed. */
function captured(chunks: readonly OutputChunk[], cleaner: CleanerId): number {
  const capture = createCapture({ cleaner });
  for (const chunk of chunks) capture.push(chunk);
  capture.end();
  return capture.text().merged.units;
}

/**
 * Fastest of a few rounds of each, in ms. They take turns, so that a busy stretch of the machine falls on all of them;
 * a turn of the event loop lies between two.
 */
async function bestOfEach(runs: readonly (() => number)[]): Promise<readonly number[]> {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, run] of runs.entries()) {
      const startedAt = performance.now();
      run();
      best[index] = Math.min(best[index] ?? Number.POSITIVE_INFINITY, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return best;
}
