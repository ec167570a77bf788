import realOs from 'node:os';
import realUrl from 'node:url';
import realUtil from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWebUrl } from '../../../../../../src/guest/embedded/node/modules/url/webUrl.ts';
import { outcome, testSystem } from './testSystem.ts';

const system = testSystem();
const url = system.builtin<typeof realUrl>('url');

const piece = fc.constantFrom(
  'http:',
  'https:',
  'file:',
  'mailto:',
  'javascript:',
  'ftp:',
  'x:',
  '//',
  '/',
  '\\',
  'a.com',
  'User@',
  'u:p@',
  ':80',
  ':',
  '?',
  '#',
  'q=1',
  '&',
  ' ',
  '[::1]',
  '..',
  '.',
  'b',
  'é',
  '%41',
  "'",
  '{',
  ';',
  'path/to',
  '*',
);
const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
const plain = (value: unknown): unknown =>
  value !== null && typeof value === 'object' ? { ...value } : value;

describe('legacy URLs', () => {
  it('are parsed as Node does, with and without the query', () => {
    fc.assert(
      fc.property(text, fc.boolean(), fc.boolean(), (given, query, slashes) => {
        const parse = (from: typeof realUrl) =>
          outcome(() => plain(from.parse(given, query as false, slashes)));
        expect([given, parse(url)]).toEqual([given, parse(realUrl)]);
      }),
      { numRuns: 1500 },
    );
  });

  it('are resolved and printed as Node does', () => {
    fc.assert(
      fc.property(text, text, (base, relative) => {
        const run = (from: typeof realUrl) => [
          outcome(() => from.resolve(base, relative)),
          outcome(() => from.format(from.parse(base))),
        ];
        expect([base, relative, run(url)]).toEqual([base, relative, run(realUrl)]);
      }),
      { numRuns: 1500 },
    );
  });

  it('are made of parts as Node does', () => {
    const part = fc.option(fc.constantFrom('a', '/b', '?c=d', '#e', 'http', 'file:', '::1', 'x?y#z', ''), {
      nil: undefined,
    });
    fc.assert(
      fc.property(
        fc.record(
          {
            protocol: part,
            slashes: fc.boolean(),
            auth: part,
            host: part,
            hostname: part,
            port: part,
            pathname: part,
            search: part,
            hash: part,
            query: fc.constantFrom(undefined, { a: '1', b: ['2', '3'] }),
          },
          { requiredKeys: [] },
        ),
        (parts) => {
          const run = (from: typeof realUrl) => outcome(() => from.format(parts as never));
          expect([parts, run(url)]).toEqual([parts, run(realUrl)]);
        },
      ),
      { numRuns: 2000 },
    );
    expect(outcome(() => url.format(5 as never))).toEqual(outcome(() => realUrl.format(5 as never)));
    expect(outcome(() => url.parse(5 as never))).toEqual(outcome(() => realUrl.parse(5 as never)));
  });
});

describe('file URLs', () => {
  it('go to paths and back, with the refusals of Node', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('/', 'a', ' ', '#', '?', '%', '\\', '\n', '~', 'é', '..', '.'))
          .map((parts) => parts.join('')),
        (path) => {
          expect(url.pathToFileURL(path).href).toBe(realUrl.pathToFileURL(path).href);
          expect(url.fileURLToPath(url.pathToFileURL(path))).toBe(
            realUrl.fileURLToPath(realUrl.pathToFileURL(path)),
          );
        },
      ),
    );
    for (const given of [
      'http://a',
      'file://host/a',
      'file:///a%2Fb',
      'file:///a%20b',
      1,
      {},
      null,
    ] as never[]) {
      expect(outcome(() => url.fileURLToPath(given))).toEqual(outcome(() => realUrl.fileURLToPath(given)));
    }
    expect(outcome(() => url.pathToFileURL(1 as never))).toEqual(
      outcome(() => realUrl.pathToFileURL(1 as never)),
    );
  });
});

describe('URL', () => {
  it('refuses as Node does', () => {
    for (const args of [['x'], ['x', 'y'], [], [1], ['/a', 'http://b'], [Symbol('s')]] as never[][]) {
      const run = (from: typeof URL) => outcome(() => String(Reflect.construct(from, args)));
      expect(run(url.URL as typeof URL)).toEqual(run(realUrl.URL as typeof URL));
    }
  });

  it('is printed as Node prints it', () => {
    class Native extends URL {}
    class Params extends URLSearchParams {}
    Object.defineProperty(Native.prototype, realUtil.inspect.custom, { value: undefined });
    const Printed = createWebUrl(URL, URLSearchParams);
    const given = 'http://u:p@h:8/p?q=1&r=2#f';
    for (const depth of [-1, 0, 1, 2]) {
      const wrap = (made: URL) => realUtil.inspect({ list: [made] }, { depth });
      expect(wrap(new Printed(given))).toBe(wrap(new URL(given)));
    }
    expect(new Params('a=1')).toBeInstanceOf(URLSearchParams);
  });

  it('has the helpers of Node', () => {
    const made = new URL('http://us%20er:p@xn--espaol-zwa.com:8/p?q#f');
    expect(url.urlToHttpOptions(made)).toEqual(realUrl.urlToHttpOptions(made));
    expect(url.format(made, { unicode: true, fragment: false, auth: false, search: false })).toBe(
      realUrl.format(made, { unicode: true, fragment: false, auth: false, search: false }),
    );
    for (const domain of ['español.com', 'xn--espaol-zwa.com', 'xn--iñvalid.com', 'A.b', '', 'a b']) {
      expect([domain, url.domainToASCII(domain), url.domainToUnicode(domain)]).toEqual([
        domain,
        realUrl.domainToASCII(domain),
        realUrl.domainToUnicode(domain),
      ]);
    }
    expect(Object.keys(url).sort()).toEqual(Object.keys(realUrl).sort());
  });
});

it('os says what a small Linux would', () => {
  const os = system.builtin<typeof realOs>('os');
  expect(Object.keys(os).sort()).toEqual(Object.keys(realOs).sort());
  expect(os.constants).toEqual(realOs.constants);
  expect([os.platform(), os.EOL, os.tmpdir(), os.type(), os.arch(), `${os.arch}`]).toEqual([
    'linux',
    '\n',
    realOs.tmpdir(),
    'Linux',
    'x64',
    'x64',
  ]);
  expect(os.userInfo({ encoding: 'utf8' })).toMatchObject({ uid: 1000, shell: expect.any(String) });
});
