import realQuerystring from 'node:querystring';
import realDecoder from 'node:string_decoder';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome, testSystem } from './testSystem.ts';

const system = testSystem();
type Querystring = typeof realQuerystring & { unescapeBuffer(text: string): Uint8Array };
const querystring = system.builtin<Querystring>('querystring');
const decoder = system.builtin<typeof realDecoder>('string_decoder');

describe('querystring', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '=',
    '&',
    '%',
    '%20',
    '%zz',
    '+',
    '%C3%A9',
    '%FF',
    ';',
    ':',
    '==',
    '1',
  );
  const query = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));

  it('parses as Node', () => {
    fc.assert(
      fc.property(
        query,
        fc.constantFrom(undefined, ';', '&', '&&'),
        fc.constantFrom(undefined, ':', '='),
        fc.constantFrom(undefined, 0, 1, 2),
        (text, separator, equals, maxKeys) => {
          const parse = (from: typeof realQuerystring) =>
            outcome(() =>
              from.parse(text, separator, equals, maxKeys === undefined ? undefined : { maxKeys }),
            );
          expect([text, parse(querystring)]).toEqual([text, parse(realQuerystring)]);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('prints as Node', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.bigInt(),
      fc.constant(null),
      fc.constant(undefined),
      fc.constant({}),
      fc.constant('\ud800'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(value, fc.array(value))), (object) => {
        const print = (from: typeof realQuerystring) => outcome(() => from.stringify(object as never));
        expect(print(querystring)).toEqual(print(realQuerystring));
      }),
      { numRuns: 1000 },
    );
  });

  it('has the exports of Node', () => {
    expect(Object.keys(querystring).sort()).toEqual(Object.keys(realQuerystring).sort());
    expect([...querystring.unescapeBuffer('a%20b%é%2')]).toEqual([
      ...(realQuerystring as Querystring).unescapeBuffer('a%20b%é%2'),
    ]);
  });
});

describe('string_decoder', () => {
  it('gives the same text for bytes that come in any pieces', () => {
    const whole = fc.oneof(
      fc.uint8Array({ maxLength: 24 }),
      fc.string({ unit: 'grapheme' }).map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(
        whole,
        fc.array(fc.nat(5), { maxLength: 12 }),
        fc.constantFrom('utf8', 'utf16le', 'base64', 'base64url', 'hex', 'latin1', 'ascii'),
        (bytes, cuts, encoding) => {
          const run = (from: typeof realDecoder) => {
            const made = new from.StringDecoder(encoding as BufferEncoding);
            const parts: string[] = [];
            let at = 0;
            for (const cut of cuts) {
              parts.push(made.write(Buffer.from(bytes.subarray(at, at + cut))));
              at += cut;
            }
            parts.push(made.end(Buffer.from(bytes.subarray(at))));
            return parts.join('');
          };
          expect([encoding, run(decoder)]).toEqual([encoding, run(realDecoder)]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('holds a character back until it is whole', () => {
    const made = new decoder.StringDecoder('utf8');
    expect([0xf0, 0x9f, 0x98, 0x80].map((byte) => made.write(Buffer.from([byte])))).toEqual([
      '',
      '',
      '',
      '😀',
    ]);
    expect(outcome(() => new decoder.StringDecoder('nope' as never))).toEqual(
      outcome(() => new realDecoder.StringDecoder('nope' as never)),
    );
  });

  it('is set up on an object of a package that inherits from it without a class', () => {
    const read = ({ StringDecoder }: typeof realDecoder) => {
      const Inherited = function (this: object) {
        (StringDecoder as unknown as (this: object, encoding: string) => void).call(this, 'utf8');
      } as unknown as new () => InstanceType<typeof StringDecoder>;
      Inherited.prototype = StringDecoder.prototype;
      const made = [new Inherited(), new Inherited()];
      return [0xe2, 0x82, 0xac].map((byte) => made.map((each) => each.write(Buffer.from([byte]))));
    };
    expect(read(decoder)).toEqual(read(realDecoder));
  });
});
