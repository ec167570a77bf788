import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createShellCapture,
  cutShellOutput,
  resolveShellLimits,
  shellOutputOf,
} from '../../../../../src/core/index.ts';
import { cutByRule } from './oracle.ts';

const limits = resolveShellLimits({ maxCaptureBytes: 10 });
const chunk = (stream: string, text: string) => ({ stream, bytes: new TextEncoder().encode(text) });

describe('a capture of a runner’s chunks', () => {
  test('is over its cap past the limit, not at it, and keeps what crossed it', () => {
    const capture = createShellCapture(limits);
    capture.push(chunk('stdout', '0123456789'));
    expect(capture.isOverCap).toBe(false);
    capture.push(chunk('stderr', 'ABC'));
    expect(capture.isOverCap).toBe(true);
    expect(capture.end().facts).toMatchObject({ totalBytes: 13, stdoutBytes: 10, stderrBytes: 3, lines: 1 });
  });

  test('skips and counts what is no chunk; an unknown stream is stdout', () => {
    const capture = createShellCapture(limits);
    for (const wrong of [null, undefined, 7, 'text', {}, { bytes: 'text' }, { stream: 'stdout' }])
      capture.push(wrong);
    capture.push(chunk('other', 'a\n'));
    expect(capture.skippedChunks).toBe(7);
    expect(capture.end().facts).toMatchObject({ totalBytes: 2, stdoutBytes: 2, stderrBytes: 0 });
  });

  test('breaks a character that the other stream’s bytes interrupt', () => {
    const capture = createShellCapture(limits);
    const euro = new TextEncoder().encode('€');
    capture.push({ stream: 'stdout', bytes: euro.slice(0, 2) });
    capture.push(chunk('stderr', 'x'));
    capture.push({ stream: 'stdout', bytes: euro.slice(2) });
    expect(capture.end().text.merged.head).toBe('\uFFFDx\uFFFD');
  });

  test('holds what a cut needs, for any budget and any chunks', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '漢', '😀', '\n', 'word\n'), { maxLength: 200 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('stdout', 'stderr'), text), { maxLength: 4 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 100 }),
        (parts, maxOutputBytes, maxOutputLines, headPercent) => {
          const given = resolveShellLimits({ maxOutputBytes, maxOutputLines, headPercent });
          const capture = createShellCapture(given);
          for (const [stream, words] of parts) capture.push(chunk(stream, words.join('')));
          const { text: captured, facts } = capture.end();
          const output = shellOutputOf(cutShellOutput(captured, facts, given), captured, facts, null);
          const all = Buffer.from(parts.map(([, words]) => words.join('')).join(''), 'utf8');
          expect(output).toMatchObject(cutByRule(all, given));
          expect(output.totalBytes).toBe(all.length);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
