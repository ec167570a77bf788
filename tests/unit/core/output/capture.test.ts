import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CaptureLoss,
  type CleanerId,
  createCapture,
  type OutputChunk,
  type OutputFacts,
  type OutputText,
  type StreamName,
} from '../../../../src/core/index.ts';
import { anyCleaner, anyOutput, CLEANERS, rechunk } from './arbitraries.ts';
import { decodeWhole, outputTextWhole, segmentsWhole } from './oracle.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function capture(
  chunks: readonly OutputChunk[],
  options: { cleaner?: CleanerId; headUnits?: number; tailUnits?: number } = {},
): { facts: OutputFacts; text: OutputText } {
  const made = createCapture({ cleaner: 'ansi', ...options });
  for (const chunk of chunks) made.push(chunk);
  made.end();
  return { facts: made.facts(), text: made.text() };
}

const stdout = (...parts: (string | number[])[]): OutputChunk[] =>
  parts.map((part) => ({
    stream: 'stdout',
    bytes: typeof part === 'string' ? utf8(part) : Uint8Array.from(part),
  }));

describe('a capture and its chunks', () => {
  it('of any bytes of two streams, in any chunks, with any cleaner, equals the oracle that holds all', () => {
    fc.assert(
      fc.property(
        anyOutput,
        fc.array(fc.nat(5), { maxLength: 5 }),
        anyCleaner,
        fc.nat(12),
        fc.nat(12),
        (output, sizes, cleaner, headUnits, tailUnits) => {
          const { facts, text } = capture(rechunk(output, sizes), { cleaner, headUnits, tailUnits });
          const bytes = output.flatMap((chunk) => [...chunk.bytes]);
          const ofStream = (stream: StreamName) =>
            output.reduce((sum, chunk) => sum + (chunk.stream === stream ? chunk.bytes.length : 0), 0);
          expect(text).toEqual(outputTextWhole(output, cleaner, headUnits, tailUnits));
          expect(facts).toEqual({
            totalBytes: bytes.length,
            stdoutBytes: ofStream('stdout'),
            stderrBytes: ofStream('stderr'),
            lines:
              bytes.filter((byte) => byte === 10).length + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0),
            segments: segmentsWhole(output),
            loss: null,
          });
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('with windows at their default sizes equals the oracle for a text longer than both', () => {
    const line = `${'0123456789'.repeat(7)} é €\n`;
    const chunks = stdout(...Array.from({ length: 60 }, () => line.repeat(70)));
    const { text } = capture(chunks);
    const whole = line.repeat(60 * 70);
    expect(whole.length).toBeGreaterThan(2 * 131_072);
    expect(text.merged).toEqual({
      units: whole.length,
      codePoints: whole.length,
      utf8Bytes: utf8(whole).length,
      lines: 4200,
      head: whole.slice(0, 131_072),
      tail: whole.slice(-131_072),
    });
    expect(text.stdout).toEqual(text.merged);
    expect(text.stderr).toEqual({ units: 0, codePoints: 0, utf8Bytes: 0, lines: 0, head: '', tail: '' });
  });

  it('keeps no chunk: bytes that are overwritten after the push do not change the texts', () => {
    const bytes = utf8('x'.repeat(1000));
    const made = createCapture({ cleaner: 'none', headUnits: 100, tailUnits: 100 });
    made.push({ stream: 'stdout', bytes });
    bytes.fill(0x79);
    made.end();
    expect(made.text().merged.head + made.text().merged.tail).toBe('x'.repeat(200));
  });

  it('reads a chunk that is a view into the middle of a larger buffer, at every alignment', () => {
    for (let offset = 0; offset < 9; offset++)
      for (let length = 0; length < 20; length++) {
        const buffer = new Uint8Array(40).fill(10);
        const view = buffer.subarray(offset, offset + length);
        view.set(utf8('ab\ncd\ne€f\n\x1b[1mgh\ni'.slice(0, length)).subarray(0, length));
        const { facts, text } = capture([{ stream: 'stdout', bytes: view }]);
        expect(text).toEqual(
          outputTextWhole([{ stream: 'stdout', bytes: view.slice() }], 'ansi', 131_072, 131_072),
        );
        const newlines = [...view].filter((byte) => byte === 10).length;
        expect(facts.lines).toBe(newlines + (length > 0 && view[length - 1] !== 10 ? 1 : 0));
      }
  });

  it('tells facts and texts at any time, before the end too', () => {
    const made = createCapture({ cleaner: 'ansi', headUnits: 4, tailUnits: 4 });
    made.push({ stream: 'stdout', bytes: utf8('ab\nc') });
    expect(made.text().merged).toEqual({
      units: 4,
      codePoints: 4,
      utf8Bytes: 4,
      lines: 2,
      head: 'ab\nc',
      tail: '',
    });
    expect(made.facts().lines).toBe(2);
    made.push({ stream: 'stdout', bytes: Uint8Array.of(0x64, 0xe2) });
    expect(made.text().merged).toEqual({
      units: 5,
      codePoints: 5,
      utf8Bytes: 5,
      lines: 2,
      head: 'ab\nc',
      tail: 'b\ncd',
    });
    made.end();
    made.end();
    expect(made.text().merged).toEqual({
      units: 6,
      codePoints: 6,
      utf8Bytes: 8,
      lines: 2,
      head: 'ab\nc',
      tail: '\ncd\ufffd',
    });
  });

  it('refuses a chunk after the end and a window size that is no whole number', () => {
    const made = createCapture({ cleaner: 'none' });
    made.end();
    expect(() => made.push({ stream: 'stdout', bytes: utf8('x') })).toThrow('ended');
    for (const headUnits of [-1, 0.5, Number.NaN])
      expect(() => createCapture({ cleaner: 'none', headUnits })).toThrow(RangeError);
    expect(() => createCapture({ cleaner: 'none', tailUnits: -1 })).toThrow(RangeError);
  });
});

describe('characters', () => {
  it('row 1: windows at every size end at whole characters and hold no U+FFFD that was not written', () => {
    for (const character of ['€', '😀', '👨‍👩‍👧', 'e\u0301', 'a'])
      for (let headUnits = 0; headUnits <= 12; headUnits++)
        for (let tailUnits = 0; tailUnits <= 12; tailUnits++) {
          const { merged } = capture(stdout(character.repeat(20)), { headUnits, tailUnits }).text;
          expect(merged.head.isWellFormed() && merged.tail.isWellFormed()).toBe(true);
          expect(merged.head + merged.tail).not.toContain('\ufffd');
          expect(character.repeat(20).startsWith(merged.head)).toBe(true);
          expect(character.repeat(20).endsWith(merged.tail)).toBe(true);
          expect(merged.head.length).toBeGreaterThanOrEqual(headUnits - 1);
          expect(merged.head.length).toBeLessThanOrEqual(headUnits);
        }
  });

  it('row 2: a euro sign cut over two chunks is one euro sign', () => {
    expect(capture(stdout([0xe2], [0x82, 0xac])).text.merged.head).toBe('€');
  });

  it('row 2: one byte per chunk gives the characters that were written', () => {
    for (const text of ['€', '😀', '👨‍👩‍👧', 'e\u0301', '\ufeffx', 'mixed € and 😀\n'])
      for (const cleaner of CLEANERS)
        expect(capture(stdout(...[...utf8(text)].map((byte) => [byte])), { cleaner }).text.merged.head).toBe(
          text,
        );
  });

  it('row 2: a character whose bytes are parted by the other stream stands where it is complete', () => {
    const { text, facts } = capture([
      { stream: 'stdout', bytes: Uint8Array.of(0x61, 0xe2, 0x82) },
      { stream: 'stderr', bytes: utf8('E') },
      { stream: 'stdout', bytes: Uint8Array.of(0xac) },
    ]);
    expect([text.merged.head, text.stdout.head, text.stderr.head]).toEqual(['aE€', 'a€', 'E']);
    expect(facts.segments).toEqual([
      { stream: 'stdout', bytes: 3 },
      { stream: 'stderr', bytes: 1 },
      { stream: 'stdout', bytes: 1 },
    ]);
  });

  it('invalid UTF-8 reads as the platform decoder with ignoreBOM reads it, in any chunks', () => {
    const anyByte = fc.oneof(
      fc.nat(255),
      fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0x9f, 0xa0, 0x8f, 0x90),
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(anyByte, { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (random, shaped, size) => {
          const bytes = Uint8Array.from([...shaped, ...random]);
          const { merged } = capture(rechunk([{ stream: 'stdout', bytes }], [size]), {
            cleaner: 'none',
          }).text;
          expect(merged.head).toBe(decodeWhole(bytes, 'replaced'));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('row 14: a NUL is one visible unit with the cleaners of that name and stays a NUL with the others', () => {
    const heads = CLEANERS.map((cleaner) => capture(stdout('a\0b'), { cleaner }).text.merged);
    expect(heads.map(({ head, units, utf8Bytes }) => [head, units, utf8Bytes])).toEqual([
      ['a\0b', 3, 3],
      ['a\0b', 3, 3],
      ['a\u2400b', 3, 5],
      ['a\0b', 3, 3],
      ['a\u2400b', 3, 5],
    ]);
    expect(capture(stdout('a\0b'), { cleaner: 'ansi+nul' }).facts.totalBytes).toBe(3);
  });
});

describe('lines', () => {
  it('row 6: a final newline ends the last line and begins none', () => {
    for (let count = 0; count <= 12; count++) {
      const ended = 'line\n'.repeat(count);
      expect(capture(stdout(ended)).facts.lines).toBe(count);
      expect(capture(stdout(ended)).text.merged.lines).toBe(count);
      expect(capture(stdout(ended, 'open')).facts.lines).toBe(count + 1);
      expect(capture(stdout(ended, 'open')).text.merged.lines).toBe(count + 1);
    }
  });

  it('row 5: one long line has the same ends with and without its final newline, and is one line', () => {
    const sizes = { headUnits: 100, tailUnits: 100 };
    const open = capture(stdout('X'.repeat(5000)), sizes);
    const ended = capture(stdout('X'.repeat(5000), '\n'), sizes);
    expect([open.facts.lines, ended.facts.lines]).toEqual([1, 1]);
    expect(open.text.merged).toMatchObject({ head: 'X'.repeat(100), tail: 'X'.repeat(100), units: 5000 });
    expect(ended.text.merged).toMatchObject({
      head: 'X'.repeat(100),
      tail: `${'X'.repeat(99)}\n`,
      units: 5001,
    });
  });

  it('counts lines of the cleaned text apart from those of the bytes', () => {
    const { facts, text } = capture([
      { stream: 'stdout', bytes: utf8('a') },
      { stream: 'stderr', bytes: utf8('b\n') },
      { stream: 'stdout', bytes: utf8('c\n\x1b[0m') },
    ]);
    expect(facts.lines).toBe(3);
    expect([text.merged.lines, text.stdout.lines, text.stderr.lines]).toEqual([2, 1, 1]);
  });
});

describe('windows', () => {
  it('exactly at the head limit hold the whole text and no tail; one over, a head and a tail', () => {
    for (const headUnits of [1, 2, 10, 300]) {
      const at = (units: number) =>
        capture(stdout('y'.repeat(units)), { headUnits, tailUnits: 3 }).text.merged;
      expect([at(headUnits - 1).head.length, at(headUnits - 1).tail]).toEqual([headUnits - 1, '']);
      expect([at(headUnits).head.length, at(headUnits).tail]).toEqual([headUnits, '']);
      expect([at(headUnits + 1).head.length, at(headUnits + 1).tail]).toEqual([
        headUnits,
        'y'.repeat(Math.min(3, headUnits + 1)),
      ]);
    }
  });

  it('hold the ends of long plain runs for every way the ring can be filled', () => {
    const whole = Array.from({ length: 700 }, (_, k) => String.fromCharCode(33 + (k % 90))).join('');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }),
        fc.nat(700),
        fc.nat(150),
        fc.nat(150),
        (sizes, length, headUnits, tailUnits) => {
          const text = whole.slice(0, length);
          const chunks = rechunk(stdout(text), sizes);
          expect(capture(chunks, { headUnits, tailUnits }).text).toEqual(
            outputTextOfPlain(text, headUnits, tailUnits),
          );
        },
      ),
    );
  });
});

function outputTextOfPlain(text: string, headUnits: number, tailUnits: number) {
  const windowed = {
    units: text.length,
    codePoints: text.length,
    utf8Bytes: text.length,
    lines: text === '' ? 0 : 1,
    head: text.slice(0, headUnits),
    tail: text.length <= headUnits ? '' : text.slice(Math.max(0, text.length - tailUnits)),
  };
  return {
    cleaner: 'ansi',
    merged: windowed,
    stdout: windowed,
    stderr: { units: 0, codePoints: 0, utf8Bytes: 0, lines: 0, head: '', tail: '' },
  };
}

describe('streams', () => {
  it('row 22: two streams stay in the order in which they came', () => {
    const { text, facts } = capture([
      { stream: 'stdout', bytes: utf8('O1\n') },
      { stream: 'stderr', bytes: utf8('E1\n') },
      { stream: 'stdout', bytes: utf8('O2\n') },
      { stream: 'stderr', bytes: utf8('E2\n') },
    ]);
    expect([text.merged.head, text.stdout.head, text.stderr.head]).toEqual([
      'O1\nE1\nO2\nE2\n',
      'O1\nO2\n',
      'E1\nE2\n',
    ]);
    expect(facts.segments.map((segment) => segment.stream)).toEqual(['stdout', 'stderr', 'stdout', 'stderr']);
  });

  it('keeps 4,096 runs apart and counts all later ones in one mixed run, read as stdout', () => {
    const alternating = (runs: number): OutputChunk[] =>
      Array.from({ length: runs }, (_, k) => ({
        stream: k % 2 === 0 ? ('stdout' as const) : ('stderr' as const),
        bytes: utf8(k % 2 === 0 ? 'o' : 'e'),
      }));
    for (const [runs, segments, last] of [
      [4095, 4095, { stream: 'stdout', bytes: 1 }],
      [4096, 4096, { stream: 'stderr', bytes: 1 }],
      [4097, 4097, { stream: 'mixed', bytes: 1 }],
      [4100, 4097, { stream: 'mixed', bytes: 4 }],
    ] as const) {
      const { facts, text } = capture(alternating(runs));
      expect(facts.segments.length).toBe(segments);
      expect(facts.segments.at(-1)).toEqual(last);
      expect(facts.segments.reduce((sum, segment) => sum + segment.bytes, 0)).toBe(facts.totalBytes);
      expect([facts.stdoutBytes, facts.stderrBytes]).toEqual([Math.ceil(runs / 2), Math.floor(runs / 2)]);
      expect(text.stderr.units).toBe(Math.min(2048, Math.floor(runs / 2)));
      expect(text.merged.units).toBe(runs);
    }
  });
});

describe('loss', () => {
  const loss = (code: CaptureLoss['code'], atByte: number, lostBytes: number | null): CaptureLoss => ({
    code,
    atByte,
    lostBytes,
  });

  it('row 12: a loss at the source is a fact beside the count of what was kept', () => {
    const made = createCapture({ cleaner: 'ansi', headUnits: 2, tailUnits: 2 });
    made.push({ stream: 'stdout', bytes: utf8('kept bytes') });
    made.addLoss(loss('output-cap', 10, 90));
    made.end();
    expect(made.facts()).toMatchObject({ totalBytes: 10, loss: loss('output-cap', 10, 90) });
    expect(made.text().merged).toMatchObject({ units: 10, head: 'ke', tail: 'es' });
  });

  it('of several losses keeps the one at the lowest offset, and takes a later word on the same loss', () => {
    const made = createCapture({ cleaner: 'ansi' });
    made.addLoss(loss('output-cap', 50, null));
    made.addLoss(loss('output-cap', 50, 7));
    made.addLoss(loss('guest-died', 50, null));
    made.addLoss(loss('session-cap', 60, 1));
    expect(made.facts().loss).toEqual(loss('output-cap', 50, 7));
    made.addLoss(loss('store-failed', 20, null));
    expect(made.facts().loss).toEqual(loss('store-failed', 20, null));
  });
});
