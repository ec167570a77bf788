import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfPieces } from '../../../../../src/core/index.ts';
import { bytesOf, shown } from './view.ts';

const long = 'word '.repeat(300);

/** Offsets that a view names, with the quoted value behind each where it is shown whole. */
function placesIn(view: string): readonly { readonly at: number; readonly value: string }[] {
  return [...view.matchAll(/at byte (\d+): ([[{"\-\dtfn].*)$/gm)].flatMap(([, at, value = '']) =>
    /^(list|object|string) of /.test(value) ? [] : [{ at: Number(at), value }],
  );
}

describe('a JSON result over the limit', () => {
  test('quotes valid values, each at its byte, and is saved as .json whatever the value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue(), { minLength: 1 }), fc.dictionary(fc.string(), fc.jsonValue())),
        fc.boolean(),
        (value, indented) => {
          const padded = Array.isArray(value) ? [...value, long] : { ...value, long };
          const output = JSON.stringify(padded, null, indented ? 2 : 0).toWellFormed();
          const { sent, path, text } = shown(output, { limit: 1200, options: { maxLines: 1_000_000 } });
          if (text.merged.utf8Bytes !== bytesOf(output)) return;
          expect(path).toMatch(/\.json$/);
          if (!sent.text.startsWith('[JSON')) return;
          const bytes = new TextEncoder().encode(output);
          for (const { at, value: quoted } of indented ? [] : placesIn(sent.text)) {
            expect(new TextDecoder().decode(bytes.slice(at, at + bytesOf(quoted)))).toBe(quoted);
            expect(() => JSON.parse(quoted)).not.toThrow();
          }
          const kept = sent.pieces.filter((piece) => piece.from === 'output');
          const shownBytes = bytesOf(textOfPieces(kept, text));
          expect(sent.text).toContain(`${shownBytes} bytes shown of ${bytes.length}:`);
          expect(sent.text).toContain(`[... ${bytes.length - shownBytes} bytes of values not shown;`);
          expect(sent.text.length).toBeLessThanOrEqual(1200);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is taken for JSON exactly where JSON.parse takes it', () => {
    const token = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"\\u00e9"',
        '"\\x"',
        '1',
        '-0',
        '01',
        '1e5',
        '1.',
        'true',
        'nul',
        ' ',
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        const output = `[${tokens.join('')}${' '.repeat(1200)}]`;
        let parses = true;
        try {
          JSON.parse(output);
        } catch {
          parses = false;
        }
        expect(shown(output).path?.endsWith('.json')).toBe(parses);
      }),
      { numRuns: 2000 },
    );
  });

  test('tells nested structure', () => {
    const items = Array.from({ length: 100 }, (_, k) => k);
    const output = JSON.stringify({ ok: true, data: { items, text: long }, 'key "q"': null });
    const view = shown(output, { limit: 1500 }).sent.text;
    expect(view.split('\n').slice(1, -1)).toEqual([
      `at byte 0: object of 3 keys, ${output.length} bytes`,
      '  "ok" at byte 6: true',
      `  "data" at byte 18: object of 2 keys, ${JSON.stringify({ items, text: long }).length} bytes`,
      '    "items" at byte 27: list of 100 items, 291 bytes',
      '      [0] at byte 28: 0',
      '      [1] at byte 30: 1',
      '      [2] at byte 32: 2',
      '      ... 97 items not shown',
      `    "text" at byte 326: string of 1500 characters, begins "${long.slice(0, 119)} ...`,
      `  "key \\"q\\"" at byte ${output.length - 5}: null`,
    ]);
  });

  test('larger than the windows is judged by its two ends, and says so', () => {
    const output = JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id })));
    const { sent, path } = shown(output, { windowUnits: 3000 });
    expect(path).toMatch(/\.json$/);
    expect(sent.text).toMatch(/^\[JSON \(larger than what is looked at: judged by its two ends\), over /);
    expect(sent.text).toMatch(/\nat byte 0: list of \d+ items or more \(its end was not looked at\)\n/);
    expect(shown(`${output.slice(0, -1)}}`, { windowUnits: 3000 }).path).toMatch(/\.txt$/);
    expect(shown(`[x${output}`, { windowUnits: 3000 }).path).toMatch(/\.txt$/);
  });

  test('is cut as text where the option says so, with the same file name', () => {
    const output = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })));
    const { sent, path } = shown(output, { options: { json: 'head-and-tail' } });
    expect(path).toMatch(/\.json$/);
    expect(sent.text).toMatch(/^\[Cut at 1000 characters\. 1 line, /);
  });

  test('is no JSON where another stream wrote too, where it was coloured, or where its end is missing', () => {
    const output = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })));
    expect(
      shown([
        ['stdout', output],
        ['stderr', 'warning\n'],
      ]).path,
    ).toMatch(/\.txt$/);
    expect(shown(`\x1b[1m${output}`).path).toMatch(/\.txt$/);
    expect(shown(output.slice(0, -1)).path).toMatch(/\.txt$/);
    expect(shown(`${output}\n${output}`).path).toMatch(/\.txt$/);
    expect(shown(`${'['.repeat(3000)}${']'.repeat(3000)}`).path).toMatch(/\.txt$/);
  });
});
