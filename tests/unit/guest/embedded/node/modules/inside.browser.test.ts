import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../../src/guest/index.ts';

let guest: Guest;
beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});
afterAll(() => guest.dispose());

/** In a folder with these files alone. */
async function outputOf(files: Readonly<Record<string, string>>, command: string): Promise<string> {
  const folder = `${guest.dirs.workspace}/inside`;
  for await (const _chunk of guest.run(`rm -rf ${folder}; mkdir ${folder}`).output);
  for (const [name, text] of Object.entries(files))
    await guest.fs.write(`${folder}/${name}`, new TextEncoder().encode(text));
  let text = '';
  for await (const { bytes } of guest.run(command, { cwd: folder }).output)
    text += new TextDecoder().decode(bytes);
  return text;
}

test('promises and proxies are printed as Node prints them', async () => {
  const program = `const util = require('util');
console.log(Promise.resolve(1), Promise.resolve({ a: [1] }), new Promise(() => {}));
const bad = Promise.reject(5); bad.catch(() => {}); console.log(bad);
const proxy = new Proxy({ a: 1 }, { get() { throw new Error('trap'); } });
console.log(proxy, util.types.isProxy(proxy), util.inspect(proxy, { showProxy: true }), Proxy);`;
  expect(
    await outputOf({ 'a.js': program }, 'node a.js'),
  ).toBe(`Promise { 1 } Promise { { a: [ 1 ] } } Promise { <pending> }
Promise { <rejected> 5 }
{ a: 1 } true Proxy [ { a: 1 }, { get: [Function: get] } ] [Function: Proxy]
`);
});

test('every builtin module can be required, and crypto, zlib and streams work where the guest runs', async () => {
  const program = `const { builtinModules } = require('module');
for (const name of builtinModules) require(name);
for (const name of ['test', 'test/reporters']) require('node:' + name);
console.log(builtinModules.some((name) => name.startsWith('internal')));
const zlib = require('zlib'), crypto = require('crypto');
console.log(zlib.gunzipSync(zlib.gzipSync('packed')).toString(), zlib.gzipSync('hello').toString('hex'));
console.log(crypto.createHash('sha3-256').update('x').digest('hex').slice(0, 8));
crypto.subtle.digest('SHA-1', Buffer.from('x')).then((d) => console.log(Buffer.from(d).toString('hex').slice(0, 8)));
require('stream').pipeline(require('fs').createReadStream('a.js'), zlib.createGzip(), zlib.createGunzip(), async function* (source) {
  let length = 0; for await (const part of source) length += part.length; console.log(length === require('fs').statSync('a.js').size);
}, (error) => console.log(error ?? 'done'));`;
  expect(await outputOf({ 'a.js': program }, 'node a.js 2>&1')).toBe(`false
packed 1f8b0800000000000003cb48cdc9c9070086a6103605000000
741efa31
11f6ad8e
true
done
`);
});

test('node --test runs files, prints TAP into a pipe and fails when a test does', async () => {
  const files = {
    'add.js': 'exports.add = (a, b) => a - b;',
    'test/add.test.js': `const test = require('node:test'); const assert = require('assert'); const { add } = require('../add');
test('adds', () => { assert.strictEqual(add(1, 2), 3); });
test('zero', () => { assert.strictEqual(add(0, 0), 0); });`,
    'other.test.mjs': `import { describe, it } from 'node:test'; describe('suite', () => { it('inside', () => { console.log('printed'); }); });`,
  };
  const output = await outputOf(files, 'set -o pipefail; node --test | cat; echo "exit $?"');
  const lines = output.replace(/duration_ms:? [\d.]+/g, 'duration_ms X').split('\n');
  for (const line of [
    'TAP version 13',
    '# printed',
    'ok 1 - suite',
    '    ok 1 - inside',
    'not ok 2 - adds',
    'ok 3 - zero',
    '1..3',
    '# tests 3',
    '# pass 2',
    '# fail 1',
    'exit 1',
  ]) {
    expect(lines).toContain(line);
  }
  expect(output).toContain(
    "  failureType: 'testCodeFailure'\n  error: |-\n    Expected values to be strictly equal:\n    \n    -1 !== 3\n",
  );
  expect(output).toMatch(/location: '\/.*\/test\/add\.test\.js:2:1'/);
});
