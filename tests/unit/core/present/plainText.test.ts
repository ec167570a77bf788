import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CleanerId,
  createCapture,
  type OutputChunk,
  ParsedOutput,
  presentOutput,
  presentText,
  profileRef,
  profiles,
  type RawOutput,
  type StreamName,
} from '../../../../src/core/index.ts';

const cleaners: readonly CleanerId[] = ['none', 'ansi', 'ansi+nul', 'ansi+cr', 'ansi+cr+nul'];

function raw(chunks: readonly OutputChunk[]): RawOutput {
  return {
    tool: 'bash',
    chunks,
    exitCode: 0,
    signal: null,
    endedBy: 'itself',
    timeoutMs: 1_000,
    durationMs: 5,
    callId: 'call_1',
    contextTokensLeft: null,
  };
}

/** Bytes of which most are plain, so that whole outputs often are. */
const bytes = fc
  .array(
    fc.oneof(
      {
        weight: 40,
        arbitrary: fc.constantFrom('a', ' ', '\n', '漢', '😀', 'é', '\uFEFF', '\u2028', '\u0301'),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('\r', '\t', '\b', '\u001b[1m', '\0', '\u0085', '\u009b1m', '\x7f'),
      },
      { weight: 2, arbitrary: fc.constantFrom(0x80, 0x9f, 0xc2, 0xe2, 0xff, 0xf0) },
    ),
    { maxLength: 24 },
  )
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])),
    ),
  );
const chunks = fc.array(fc.record({ stream: fc.constantFrom<StreamName>('stdout', 'stderr'), bytes }), {
  maxLength: 4,
});

describe('an output that is read for several cleaners', () => {
  test('has the text of each cleaner, whichever was asked for first', () => {
    fc.assert(
      fc.property(chunks, fc.shuffledSubarray([...cleaners], { minLength: 2 }), (given, asked) => {
        const parsed = new ParsedOutput(raw(given));
        for (const cleaner of asked) {
          const capture = createCapture({ cleaner });
          for (const chunk of given) capture.push(chunk);
          capture.end();
          expect(parsed.cleanedBy(cleaner)).toEqual({ facts: capture.facts(), text: capture.text() });
        }
      }),
      { numRuns: 800 },
    );
  });
});

test('the text alone is that of the whole view, under every profile', () => {
  const places = { sessionId: 's', home: '/home/user', workspace: '/work', usedStems: new Set<string>() };
  fc.assert(
    fc.property(chunks, (given) => {
      const parsed = new ParsedOutput(raw(given));
      for (const ref of profiles.map((profile) => profileRef(profile))) {
        expect(presentText(parsed, ref, places)).toBe(presentOutput(parsed, ref, places).sent.text);
      }
    }),
    { numRuns: 60 },
  );
});
