import { expect, test } from 'vitest';
import { hostOf, isLocalHost, parseHost } from '../../../../src/guest/network/broker/hosts.ts';

test.each([
  ['registry.example', 'registry.example'],
  ['  Registry.Example  ', 'registry.example'],
  ['registry.example:4873', 'registry.example:4873'],
  ['registry.example:443', 'registry.example'],
  ['registry.example:80', 'registry.example'],
  ['https://registry.example/some/page?x=1', 'registry.example'],
  ['http://127.0.0.1:4873/', '127.0.0.1:4873'],
  ['[::1]:4873', '[::1]:4873'],
  ['0x7f.1', '127.0.0.1'],
  ['', null],
  ['   ', null],
  ['a b', null],
  ['https://user:secret@registry.example', null],
  ['user@registry.example', null],
  ['*.example', '*.example'],
  [`${'a'.repeat(301)}`, null],
])('what a person types, %j, is the host %j', (typed, host) => {
  expect(parseHost(typed)).toBe(host);
});

test('the usual ports of both schemes are one host, every other port is another', () => {
  const host = (text: string) => hostOf(new URL(text));
  expect([host('https://a.example/x'), host('http://a.example/x')]).toEqual(['a.example', 'a.example']);
  expect(host('http://a.example:443/')).toBe('a.example');
  expect(host('https://a.example:8443/')).toBe('a.example:8443');
});

test.each([
  ...['localhost', 'x.localhost', 'printer', 'nas.local', 'router.lan', '127.0.0.1', '127.9.9.9', '0.0.0.0'],
  ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['localhost.', 'router.lan.', 'printer.', 'nas.localdomain', 'wiki.intranet'],
  ...['224.0.0.1', '255.255.255.255', '[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[::ffff:7f00:1]'],
])('%s is the user’s own machine or network', (hostname) => {
  expect(isLocalHost(hostname)).toBe(true);
});

test.each([
  'registry.example',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '[2001:db8::1]',
])('%s is not', (hostname) => {
  expect(isLocalHost(hostname)).toBe(false);
});
