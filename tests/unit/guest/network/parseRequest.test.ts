import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRequest } from '../../../../src/guest/network/broker/parseRequest.ts';
import { longestRequestBytes } from '../../../../src/guest/network/messages.ts';

const own = 'http://localhost:4173';
const good = {
  url: 'https://registry.example/left-pad#part',
  method: 'GET',
  headers: [['Accept', 'application/json']],
  body: null,
  timeoutMs: 1000,
};
const outcome = (change: object) => {
  const parsed = parseRequest({ ...good, ...change }, own);
  return parsed.ok ? parsed.request : parsed.failure.code;
};

test('a request of the right form comes through, its fragment left behind and its header names in lower case', () => {
  expect(parseRequest(good, own)).toEqual({
    ok: true,
    host: 'registry.example',
    url: new URL('https://registry.example/left-pad'),
    request: {
      url: 'https://registry.example/left-pad',
      method: 'GET',
      headers: [['accept', 'application/json']],
      body: null,
      timeoutMs: 1000,
    },
  });
});

test('what would speak for the page or the user is left out, what the guest says for itself stays', () => {
  const headers = [
    ['Cookie', 'a=1'],
    ['Host', 'other.example'],
    ['Origin', own],
    ['Referer', own],
    ['Sec-Fetch-Site', 'none'],
    ['Proxy-Authorization', 'x'],
    ['Content-Length', '9'],
    ['Authorization', 'Bearer of-the-guest'],
    ['X-Own', 'yes'],
  ];
  expect(outcome({ headers })).toMatchObject({
    headers: [
      ['authorization', 'Bearer of-the-guest'],
      ['x-own', 'yes'],
    ],
  });
});

test.each([
  ['another scheme', { url: 'file:///etc/passwd' }],
  ['a data URL', { url: 'data:text/plain,x' }],
  ['a blob of the page', { url: `blob:${own}/1` }],
  ['a script URL', { url: 'javascript:alert(1)' }],
  ['no URL', { url: 'registry.example' }],
  ['no text as URL', { url: ['https://registry.example'] }],
  ['a password in the URL', { url: 'https://user:secret@registry.example/' }],
  ["the page's own origin", { url: `${own}/assets/x.js` }],
  ["the page's own server under its other name", { url: 'http://127.0.0.1:4173/' }],
  ["the page's own server by IPv6", { url: 'http://[::1]:4173/' }],
  ["the page's own server with a dot at the end", { url: 'http://localhost.:4173/' }],
  ['a host longer than any name', { url: `https://${'a.'.repeat(127)}ab/` }],
  ['a method that is not listed', { method: 'CONNECT' }],
  ['a method in lower case', { method: 'get' }],
  ['no list of headers', { headers: { accept: 'x' } }],
  ['a header name with a space', { headers: [['a b', 'c']] }],
  ['a header value with a line break', { headers: [['a', 'b\r\nCookie: x']] }],
  ['a header value beyond latin1', { headers: [['a', '\u2028']] }],
  ['a hundred and one headers', { headers: Array.from({ length: 101 }, (_, n) => [`x-${n}`, '']) }],
  ['a body with GET', { body: new Uint8Array(1) }],
  ['a body that is text', { method: 'POST', body: 'x' }],
  ['a body in shared memory', { method: 'POST', body: new Uint8Array(new SharedArrayBuffer(1)) }],
  ['a body one byte too long', { method: 'POST', body: new Uint8Array(longestRequestBytes + 1) }],
  ['no time', { timeoutMs: 0 }],
  ['a time that is no number', { timeoutMs: Number.NaN }],
])('%s is refused', (_, change) => {
  expect(outcome(change)).toBe('bad-request');
});

test('a body of exactly the limit passes, and a time beyond the limit is cut to it', () => {
  expect(
    outcome({ method: 'PUT', body: new Uint8Array(longestRequestBytes), timeoutMs: 1e12 }),
  ).toMatchObject({
    timeoutMs: 300_000,
  });
});

test('whatever a guest sends, the answer is a request to http or https elsewhere, or a refusal', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.dictionary(fc.constantFrom('url', 'method', 'headers', 'body'), fc.anything()),
      (any, change) => {
        for (const data of [any, { ...good, ...change }]) {
          const parsed = parseRequest(data, own);
          if (parsed.ok) expect(new URL(parsed.request.url).protocol).toMatch(/^https?:$/);
          else expect(parsed.failure.code).toBe('bad-request');
        }
      },
    ),
  );
});
