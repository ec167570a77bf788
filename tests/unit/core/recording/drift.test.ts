import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDifferingLine, forkBasis } from '../../../../src/core/recording/index.ts';
import { fullRecording, sampleRecording } from './samples.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const line = (expected: string, got: string) => firstDifferingLine(bytes(expected), bytes(got));

describe('the first differing line', () => {
  test('is counted from 1 and has both sides', () => {
    expect(line('a\nb\nc\n', 'a\nx\nc\n')).toEqual({ number: 2, expected: 'b', got: 'x' });
    expect(line('a', 'b')).toEqual({ number: 1, expected: 'a', got: 'b' });
  });

  test('is null on the side that has ended, and says nothing where both are the same', () => {
    expect(line('a\n', 'a\nb\n')).toEqual({ number: 2, expected: null, got: 'b' });
    expect(line('a\n', 'a')).toEqual({ number: 1, expected: 'a', got: 'a' });
    expect(line('', 'a')).toEqual({ number: 1, expected: null, got: 'a' });
    expect(line('a\n', 'a\n')).toBeNull();
  });

  test('of a long line is the part around the difference', () => {
    const long = (end: string) => `first\n${'x'.repeat(1_000_000)}${end}\n`;
    const found = line(long('a'), long('b'));
    expect(found).toEqual({ number: 2, expected: `…${'x'.repeat(60)}a`, got: `…${'x'.repeat(60)}b` });
    expect(line(`a${'x'.repeat(500)}`, `b${'x'.repeat(500)}`)?.expected).toHaveLength(201);
  });

  test('is where a search line by line finds it', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'é', ''), { maxLength: 6 })
      .map((list) => list.join('\n'));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const found = line(one, other);
        if (one === other) {
          expect(found).toBeNull();
          return;
        }
        const lines = other.split('\n');
        const first = one.split('\n').findIndex((each, at) => each !== lines[at]);
        // Where one is the beginning of the other, the difference is at its end.
        if (first >= 0 && lines[first] !== undefined) expect(found?.number).toBe(first + 1);
        else expect(found).not.toBeNull();
      }),
    );
  });
});

describe('what a fork asks for', () => {
  test('is nothing where model and limits are the page’s own', () => {
    expect(forkBasis(sampleRecording(), null).asks).toEqual([]);
    expect(forkBasis(fullRecording(), null).asks).toEqual([]);
  });

  test('is a provider’s model, limits that were changed, and tools of servers, at the place of the fork', () => {
    const recording = fullRecording();
    const model = { provider: 'anthropic', model: 'claude' };
    const profile = { ...recording.profile, overrides: { previewUnits: 10 } };
    const asking = {
      ...recording,
      model,
      profile,
      events: recording.events.flatMap((event) =>
        event.type === 'record' && event.key === '2.1.1' ? [{ ...event, tool: 'mcp_files_read' }] : [event],
      ),
    };
    expect(forkBasis(asking, '1.1.0')).toEqual({
      profile,
      model,
      asks: [
        { kind: 'model', model },
        { kind: 'overrides', profile },
      ],
    });
    // Behind it the session went on with a local model and the profile as it is.
    expect(forkBasis(asking, null).asks).toEqual([{ kind: 'tools', names: ['mcp_files_read'] }]);
  });
});
