import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnOfV8,
  importedScripts,
  programPlace,
} from '../../../../../../src/guest/embedded/node/errors/dataScripts.ts';
import {
  type ErrorReport,
  MutedErrors,
} from '../../../../../../src/guest/embedded/node/errors/mutedErrors.ts';

/** An engine that imports data: what it was asked for, and the code of it. */
function engine() {
  const imported: string[] = [];
  const evaluated: string[] = [];
  const scripts = importedScripts(
    (code) => evaluated.push(code),
    (url) => {
      imported.push(url);
      // biome-ignore lint/security/noGlobalEval: a script is evaluated in the global scope.
      (globalThis.eval as (code: string) => unknown)(decodeURIComponent(url.slice(url.indexOf(',') + 1)));
    },
  );
  return { scripts, imported, evaluated };
}

test('a program is imported under its name, and what it is has a value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii' }), (value, path) => {
      const { scripts, imported, evaluated } = engine();
      const name = `/work/${path}.js`.replaceAll('//#', '');
      const code = `(() => ${JSON.stringify(value)})\n//# sourceURL=${name}`;
      expect((scripts.compile(code) as () => unknown)()).toBe(value);
      expect(evaluated).toEqual([]);
      const place = programPlace({ file: imported[0] ?? '', line: 1, column: 22 });
      expect(place).toEqual({ file: name, line: 1, column: 1 });
      expect(Object.keys(globalThis)).not.toContain('$compiled');
    }),
    { numRuns: 30 },
  );
});

test('a script has its columns as they are', () => {
  const { scripts, imported } = engine();
  scripts.run('0\n//# sourceURL=[eval]');
  expect(programPlace({ file: imported[0] ?? '', line: 1, column: 23 })).toEqual({
    file: '[eval]',
    line: 1,
    column: 23,
  });
});

test.each([
  ['packages', `0\n//# sourceURL=/a/node_modules/b/c.js`],
  ['long texts', `${' '.repeat(100_001)}0\n//# sourceURL=/a.js`],
  ['halves of surrogate pairs', '"\ud800"\n//# sourceURL=/a.js'],
])('%s are left to eval', (_, code) => {
  const { scripts, imported, evaluated } = engine();
  scripts.compile(code);
  scripts.run(code);
  expect([imported, evaluated]).toEqual([[], [code, code]]);
});

test.each(['blob:null/1-2', '/a.js', '', 'data:text/javascript,importScripts(1)'])(
  '%j is no program of ours',
  (file) => {
    expect(programPlace({ file, line: 1, column: 99 })).toEqual({ file, line: 1, column: 99 });
  },
);

test.each([
  ['  throw new TypeError("boom")', 22, 9],
  ['  x.y.call(1)', 11, 7],
  ['  f()', 4, 3],
  ['  null.x', 7, 8],
  ['  unknown + 1', 10, 3],
  ['new a.B', 8, 1],
  ['new A().b()', 10, 9],
  ['[1][0]()', 7, 7],
  ['', 1, 1],
])('JavaScriptCore points behind what V8 points at: %s', (text, theirs, column) => {
  expect(columnOfV8(text, theirs)).toBe(column);
});

test('errors that the browser hides are caught where it calls, others come with their place', () => {
  const heard: unknown[] = [];
  const muted = new MutedErrors();
  let tell: (event: ErrorReport) => void = () => {};
  muted.listen(
    ({ error, filename, lineno }) => heard.push([error, filename, lineno]),
    (listener) => {
      tell = listener;
    },
  );
  muted.guard((reason: unknown) => {
    throw reason;
  })('text');
  const event = { error: 1, message: '', filename: '/a.js', lineno: 2, colno: 3, preventDefault: () => {} };
  tell(event);
  tell({ ...event, error: null, message: 'Script error.', filename: '', lineno: 0 });
  expect(heard).toEqual([
    ['text', '', 0],
    [1, '/a.js', 2],
    [new Error('Script error.'), '', 0],
  ]);
});
