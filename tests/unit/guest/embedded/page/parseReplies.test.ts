import { expect, test } from 'vitest';
import { parseKernelReply, parseRunMessage } from '../../../../../src/guest/embedded/page/parseReplies.ts';

const response = { status: 200, statusText: 'OK', headers: [['a', 'b']], body: new Uint8Array(1) };
const process = { pid: 3, ppid: 1, title: 'sleep', startedMs: 0 };

test('replies of the kernel in their shape and size pass', () => {
  for (const reply of [
    { type: 'ports', id: 1, ports: [1, 80, 65_535] },
    { type: 'response', id: 1, message: '', response },
    { type: 'answer', id: 1, value: Array.from({ length: 1024 }, (_, pid) => ({ ...process, pid })) },
    { type: 'answer', id: 1, value: true },
  ])
    expect(parseKernelReply(reply)).toEqual(reply);
});

test.each<[string, unknown]>([
  ['ports that are none', { type: 'ports', id: 1, ports: [0] }],
  ['a port beyond the last', { type: 'ports', id: 1, ports: [65_536] }],
  ['a port twice', { type: 'ports', id: 1, ports: [80, 80] }],
  ['more ports than there are', { type: 'ports', id: 1, ports: new Array(70_000).fill(1) }],
  ['a list of holes', { type: 'ports', id: 1, ports: Object.assign([], { length: 2 ** 31 }) }],
  ['more processes than run', { type: 'answer', id: 1, value: new Array(1025).fill(process) }],
  ['a process twice', { type: 'answer', id: 1, value: [process, process] }],
  ['a time that no date has', { type: 'answer', id: 1, value: [{ ...process, startedMs: Number.NaN }] }],
  [
    'too many headers',
    {
      type: 'response',
      id: 1,
      message: '',
      response: { ...response, headers: new Array(1001).fill(['a', 'b']) },
    },
  ],
  [
    'a body that is too long',
    { type: 'response', id: 1, message: '', response: { ...response, body: new Uint8Array(2 ** 25 + 1) } },
  ],
  ['an asset with a name of its own', { type: 'need-asset', name: '__proto__' }],
  ['an asset by address', { type: 'need-asset', name: 'https://evil.example/x.js' }],
  ['a network request without a port', { type: 'network', pid: 1, port: { postMessage: 1 } }],
])('%s: not ours', (_name, reply) => {
  expect(parseKernelReply(reply)).toBeNull();
});

test('an environment that is a list, or bytes without number, is none and costs no time', () => {
  const exit = (env: unknown) => ({
    type: 'exit',
    exitCode: 0,
    state: { cwd: '/', env, prelude: '' },
    notes: [],
    totalBytes: 0,
  });
  const before = performance.now();
  expect(parseRunMessage(exit(new Uint8Array(512 * 1024 * 1024)))).toBeNull();
  expect(parseRunMessage(exit(new Array(1000).fill('x')))).toBeNull();
  expect(performance.now() - before).toBeLessThan(1000);
});

test('a name in the environment is a name and no prototype', () => {
  const env: unknown = JSON.parse('{"__proto__":"x","A":"1"}');
  const message = {
    type: 'exit',
    exitCode: 0,
    state: { cwd: '/', env, prelude: '' },
    notes: [],
    totalBytes: 0,
  };
  const parsed = parseRunMessage(message);
  const kept = parsed?.type === 'exit' ? parsed.state.env : {};
  expect([Object.keys(kept), Object.getPrototypeOf(kept)]).toEqual([['__proto__', 'A'], Object.prototype]);
});
