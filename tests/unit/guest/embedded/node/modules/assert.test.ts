import realAssert from 'node:assert';
import realUtil from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteSource } from '../../../../../../src/guest/embedded/node/errors/sources.ts';
import { testSystem } from './testSystem.ts';

type Assert = typeof realAssert;
const assert: Assert = testSystem().builtin<Assert>('assert');

/** A message may hold a whole stack. */
const withoutFrames = (text: string) => text.replace(/\n {4}at [^\n"]*/g, '').replace(/"\n?$/, '"');

/** Everything that a failed assertion says, but its frames. */
function failure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, code, generatedMessage, actual, expected, operator } =
    error as realAssert.AssertionError;
  // The test runner words the stacks of other errors itself.
  const firstLine = code === 'ERR_ASSERTION' ? error.stack?.split('\n    at ')[0] : '';
  return {
    name,
    message: withoutFrames(message),
    code,
    generatedMessage,
    actual,
    expected,
    operator,
    firstLine,
    text: withoutFrames(String(error)),
    keys: Object.keys(error),
  };
}

function same(act: (assert: Assert) => unknown): void {
  const run = (from: Assert) => {
    try {
      return { value: act(from) };
    } catch (error) {
      return failure(error);
    }
  };
  expect(run(assert)).toEqual(run(realAssert));
}

async function sameLater(act: (assert: Assert) => Promise<unknown>): Promise<void> {
  const run = (from: Assert) => act(from).then((value) => ({ value }), failure);
  expect(await run(assert)).toEqual(await run(realAssert));
}

describe('assertions fail in the words of Node', () => {
  const value = fc.oneof(
    fc.anything({
      maxDepth: 2,
      withDate: true,
      withMap: true,
      withSet: true,
      withBigInt: true,
      withTypedArray: true,
      withNullPrototype: true,
    }),
    fc.array(fc.constantFrom('a', 'b', 'c', 1, 2, { x: 1 }, [1, 2]), { maxLength: 70 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(1, 2, '3', { e: 1 }, [1])),
    fc.array(fc.constantFrom('line', 'other', '', 'long text of a line')).map((lines) => lines.join('\n')),
  );

  it('for every comparison of any two values', () => {
    fc.assert(
      fc.property(value, value, fc.constantFrom(undefined, 'my message', ''), (left, right, message) => {
        for (const name of [
          'equal',
          'notEqual',
          'strictEqual',
          'notStrictEqual',
          'deepEqual',
          'notDeepEqual',
          'deepStrictEqual',
          'notDeepStrictEqual',
        ] as const) {
          same((from) => from[name](left, right, message));
          same((from) => from[name](left, left, message));
        }
        same((from) => from.strict.equal(left, right));
      }),
      { numRuns: 400 },
    );
  });

  it('for lists that differ in the middle and at the end', () => {
    const list = fc.array(fc.nat(3), { maxLength: 80 });
    fc.assert(
      fc.property(list, fc.nat(80), fc.array(fc.nat(9), { maxLength: 3 }), (numbers, at, inserted) => {
        const changed = [...numbers.slice(0, at), ...inserted, ...numbers.slice(at + 1)];
        same((from) => from.deepStrictEqual(numbers, changed));
        same((from) => from.strictEqual(numbers.join('\n'), changed.join('\n')));
      }),
      { numRuns: 500 },
    );
  });

  it('for what was thrown and what should have been', () => {
    const boom = () => {
      throw new Error('abc');
    };
    const expectations: unknown[] = [
      undefined,
      null,
      Error,
      TypeError,
      /abc/,
      /x/,
      { message: 'abc' },
      { message: 'x' },
      { message: /x/, name: 'Error' },
      {},
      new Error('abc'),
      new TypeError('abc'),
      () => true,
      () => false,
      function named() {
        return 1;
      },
      'abc',
      'other',
      5,
    ];
    for (const expected of expectations) {
      for (const message of [undefined, 'mine', new RangeError('own')]) {
        const args = [expected, ...(message === undefined ? [] : [message])] as [Error];
        for (const action of [
          boom,
          () => {},
          () => {
            throw 'text';
          },
          () => {
            throw null;
          },
          'no function',
        ]) {
          same((from) => from.throws(action as () => void, ...args));
          same((from) => from.doesNotThrow(action as () => void, ...args));
        }
      }
    }
  });

  it('for promises', async () => {
    for (const expected of [undefined, Error, TypeError, /abc/, /x/, { message: 'x' }, 'text'] as never[]) {
      for (const source of [
        () => Promise.reject(new Error('abc')),
        () => Promise.resolve(1),
        () => 1,
        5,
      ] as never[]) {
        await sameLater((from) => from.rejects(source, expected));
        await sameLater((from) => from.doesNotReject(source, expected));
      }
    }
  });

  it('for match, fail, ifError, ok and missing arguments', () => {
    for (const message of [undefined, 'mine', new TypeError('own')] as string[]) {
      same((from) => from.match('abc', /x/, message));
      same((from) => from.match(1 as never, /x/, message));
      same((from) => from.doesNotMatch('abc', /a/, message));
      same((from) => from.match('abc', 'a' as never, message));
      same((from) => from.fail(message));
      same((from) => from.ok(true, message));
      if (message) same((from) => from.ok(0, message));
      if (message) same((from) => from(null, message));
    }
    same((from) => (from.ok as () => void)());
    same((from) => (from.equal as (value: number) => void)(1));
    for (const value of [null, undefined, 0, 's', new Error('e'), { message: '' }, { message: 'm' }])
      same((from) => from.ifError(value));
  });
});

describe('a failed assertion', () => {
  it('is printed as Node prints it', () => {
    const pairs = [
      [1, 2],
      ['a\n'.repeat(20), 'b'],
      [{ a: 1 }, { a: 2 }],
    ] as const;
    const print = (from: Assert, [left, right]: readonly [unknown, unknown]) => {
      try {
        return from.deepStrictEqual(left, right);
      } catch (error) {
        (error as Error).stack = String((error as Error).stack).split('\n    at ')[0];
        return realUtil.inspect(error);
      }
    };
    for (const pair of pairs) expect(print(assert, pair)).toBe(print(realAssert, pair));
    expect(assert.AssertionError.name).toBe('AssertionError');
    expect(new assert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' }).message).toBe(
      new realAssert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' }).message,
    );
  });

  it('shows the expression that was false, over lines and with brackets in texts', () => {
    const calls = [
      'assert(a === b)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is program text
      'assert.ok(f(")", `)${")"}`, /[)]/) /* ) */)',
      'assert.ok(\n    one &&\n      two,\n  )',
    ];
    for (const call of calls) {
      const text = `'use strict';\n  if (x) ${call};\n`;
      noteSource('/program.js', text);
      const column = text.split('\n')[1]!.indexOf('assert') + (call.startsWith('assert.') ? 8 : 1);
      const original = Error.captureStackTrace;
      let message = '';
      Error.captureStackTrace = (target: object) => {
        (target as { stack: string }).stack = `Error\n    at run (/program.js:2:${column})`;
      };
      try {
        assert.ok(0);
      } catch (error) {
        message = (error as Error).message;
      } finally {
        Error.captureStackTrace = original;
      }
      const shown = call
        .replace('\n    one', '\n    one')
        .split('\n')
        .map((line, index) => (index === 0 ? line : `  ${line.replace(/^ {0,9}/, '')}`))
        .join('\n');
      expect(message).toBe(`The expression evaluated to a falsy value:\n\n  ${shown}\n`);
    }
  });
});

it('has the exports of Node', () => {
  expect(Object.keys(assert).sort()).toEqual(Object.keys(realAssert).sort());
  expect(assert.strict.strict).toBe(assert.strict);
});
