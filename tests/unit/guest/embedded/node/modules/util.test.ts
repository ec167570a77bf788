import realUtil from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome, testSystem } from './testSystem.ts';

const util = testSystem().builtin<typeof realUtil>('util');

describe('inspect and format print what Node prints', () => {
  it('for any tree of plain values', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withSparseArray: true,
          withBoxedValues: true,
        }),
        fc.record({
          depth: fc.constantFrom(0, 1, 2, null),
          compact: fc.constantFrom(true, false, 1, 3),
          breakLength: fc.constantFrom(20, 80, Infinity),
          colors: fc.boolean(),
          sorted: fc.boolean(),
          showHidden: fc.boolean(),
        }),
        (value, options) => {
          expect(util.inspect(value, options)).toBe(realUtil.inspect(value, options));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('for every placeholder of format', () => {
    const placeholder = fc.constantFrom(
      '%s',
      '%d',
      '%i',
      '%f',
      '%j',
      '%o',
      '%O',
      '%c',
      '%%',
      '%',
      '%x',
      'text ',
    );
    fc.assert(
      fc.property(fc.array(placeholder), fc.array(fc.anything({ withBigInt: true })), (parts, values) => {
        const format = parts.join('');
        expect(outcome(() => util.format(format, ...values))).toEqual(
          outcome(() => realUtil.format(format, ...values)),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('parseArgs', () => {
  const arg = fc.constantFrom(
    '-a',
    '-b',
    '-ab',
    '-abc',
    '-cx',
    '-c',
    '--all',
    '--best',
    '--com',
    '--com=x',
    '--com=',
    '--all=1',
    '--no-all',
    '--',
    '-',
    'word',
    '-x',
    '--what',
    '-c=3',
    '-bcx',
  );
  const options = {
    all: { type: 'boolean', short: 'a' },
    best: { type: 'boolean', short: 'b', multiple: true },
    com: { type: 'string', short: 'c', multiple: true },
    dd: { type: 'string', default: 'dee' },
  } as const;

  it('gives values, positionals, tokens and errors as Node does', () => {
    fc.assert(
      fc.property(
        fc.array(arg, { maxLength: 6 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (args, strict, allowPositionals, allowNegative) => {
          const config = { args, options, strict, allowPositionals, allowNegative, tokens: true };
          expect(outcome(() => util.parseArgs(config))).toEqual(outcome(() => realUtil.parseArgs(config)));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('refuses a wrong configuration in the same words', () => {
    const configs: unknown[] = [
      { args: 1 },
      { options: [] },
      { strict: 1 },
      { options: { a: {} } },
      { options: { a: { type: 'number' } } },
      { options: { a: { type: 'string', short: 'ab' } } },
      { options: { a: { type: 'string', default: true } } },
      { options: { a: { type: 'boolean', multiple: true, default: [1] } } },
    ];
    for (const config of configs) {
      expect(outcome(() => util.parseArgs(config as never))).toEqual(
        outcome(() => realUtil.parseArgs(config as never)),
      );
    }
  });
});

describe('isDeepStrictEqual', () => {
  const value = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withBoxedValues: true,
    withSparseArray: true,
    maxDepth: 2,
  });

  it('finds the same pairs equal as Node', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(util.isDeepStrictEqual(left, right)).toBe(realUtil.isDeepStrictEqual(left, right));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds a copy equal, members of sets and keys of maps in any order', () => {
    fc.assert(
      fc.property(value, (left) => {
        const right = structuredClone(left);
        expect(util.isDeepStrictEqual(left, right)).toBe(realUtil.isDeepStrictEqual(left, right));
      }),
    );
    const first = new Set([{ a: 1 }, { b: 2 }, 3]);
    const second = new Set([3, { b: 2 }, { a: 1 }]);
    expect(util.isDeepStrictEqual(first, second)).toBe(true);
  });
});

describe('the other functions', () => {
  it('promisify resolves, rejects and keeps the properties of what it wraps', async () => {
    const original = Object.assign(
      (value: number, done: (error: unknown, value?: number) => void) =>
        done(value < 0 ? new Error('low') : null, value),
      { kept: 1 },
    );
    const promised = util.promisify(original);
    expect(await promised(3)).toBe(3);
    await expect(promised(-1)).rejects.toThrow('low');
    expect((promised as unknown as { kept: number }).kept).toBe(1);
    expect(outcome(() => util.promisify(1 as never))).toEqual(outcome(() => realUtil.promisify(1 as never)));
  });

  it('callbackify hands values, reasons and falsy reasons to the callback', async () => {
    for (const make of [util.callbackify, realUtil.callbackify]) {
      const run = (work: () => Promise<unknown>) =>
        new Promise((resolve) =>
          make(work)((error: unknown, value: unknown) => resolve([error && String(error), value])),
        );
      expect(await run(async () => 5)).toEqual([null, 5]);
      expect(await run(async () => Promise.reject(new Error('no')))).toEqual(['Error: no', undefined]);
      expect(await run(async () => Promise.reject(null))).toEqual([
        'Error [ERR_FALSY_VALUE_REJECTION]: Promise was rejected with falsy value',
        undefined,
      ]);
    }
  });

  it('types tell objects apart by their inside', () => {
    const values = [
      new Date(),
      /x/,
      new Map(),
      new Set(),
      new WeakMap(),
      new Error('x'),
      Promise.resolve(),
      new Uint8Array(1),
      new DataView(new ArrayBuffer(1)),
      new ArrayBuffer(1),
      new Number(1),
      new String(''),
      Object(1n),
      Object(Symbol()),
      (function () {
        // biome-ignore lint/complexity/noArguments: the object itself is wanted
        return arguments;
      })(),
      async () => {},
      function* () {},
      (function* () {})(),
      new Map().keys(),
      new Set().keys(),
      {},
      null,
      1,
      { [Symbol.toStringTag]: 'Map' },
      Object.create(Map.prototype),
      RegExp.prototype,
    ];
    const names = Object.keys(realUtil.types) as (keyof typeof realUtil.types)[];
    for (const name of names) {
      const ours = values.map((value) => util.types[name](value));
      expect([name, ours]).toEqual([name, values.map((value) => realUtil.types[name](value))]);
    }
  });

  it('MIMEType parses, prints and refuses as Node does', () => {
    const piece = fc.constantFrom(
      'text',
      '/',
      'html',
      ';',
      ' ',
      'charset',
      '=',
      'utf-8',
      '"',
      '\\',
      'a b',
      'é',
      'X',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `text/html;${pieces.join('')}`;
        expect(outcome(() => String(new util.MIMEType(text)))).toEqual(
          outcome(() => String(new realUtil.MIMEType(text))),
        );
        expect(outcome(() => String(new util.MIMEType(pieces.join(''))))).toEqual(
          outcome(() => String(new realUtil.MIMEType(pieces.join('')))),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('styleText, stripVTControlCharacters, getSystemErrorName, toUSVString, parseEnv', () => {
    const anyStream = { validateStream: false };
    expect(util.styleText(['red', 'bold'], 'x', anyStream)).toBe('\u001b[31m\u001b[1mx\u001b[22m\u001b[39m');
    expect(util.styleText('red', 'x', { stream: { isTTY: true } } as never)).toBe('\u001b[31mx\u001b[39m');
    expect(outcome(() => util.styleText('redd' as never, 'x'))).toEqual(
      outcome(() => realUtil.styleText('redd' as never, 'x')),
    );
    expect(util.stripVTControlCharacters('\u001b[1mx\u001b[0m')).toBe('x');
    expect(util.getSystemErrorName(-2)).toBe('ENOENT');
    expect(util.getSystemErrorMap()).toEqual(realUtil.getSystemErrorMap());
    expect(util.toUSVString('a\ud800')).toBe('a\ufffd');
    const env = 'A=1\n# no\nB="x y" # c\nexport C=\'q\'\nD=\nE=a#b\nF="l1\\nl2"\nG = spaced \n';
    const parse = (from: typeof realUtil) => ({
      ...(from as unknown as { parseEnv(text: string): object }).parseEnv(env),
    });
    expect(parse(util)).toEqual(parse(realUtil));
  });

  it('has every export of Node, and no other', () => {
    expect(Object.keys(util).sort()).toEqual(Object.keys(realUtil).sort());
  });
});
