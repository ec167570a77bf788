import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import vm from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { libraryModules } from '../../../../../../src/guest/embedded/node/modules/index.ts';
import type { NodeSystem } from '../../../../../../src/guest/embedded/node/system.ts';
import { KeptAnswers } from '../../keptAnswers.ts';
import { testSystem } from './testSystem.ts';

const folder = mkdtempSync(join(tmpdir(), 'test-runner-'));
const file = join(folder, 'sample.js');
const requireReal = createRequire(import.meta.url);
afterAll(() => rmSync(folder, { recursive: true }));

/** Other versions of Node word some things otherwise: they are asked. */
const nodeVersion = `Node ${process.versions.node.split('.')[0]}`;
const kept = new KeptAnswers<{ readonly stdout: string; readonly status: number | null }>(
  new URL('./testRunner.answers.json', import.meta.url),
);

/** Durations and the folder vary, and below the program's own frames stand those of the library. */
function normal(text: string): string {
  return (
    text
      // Whole, or from the folder where the tests were started.
      .replace(/[\w./-]*\/test-runner-\w+/g, '/folder')
      .replace(/duration_ms:? [\d.]+/g, 'duration_ms X')
      .replace(/ \([\d.e-]+ms\)/g, '')
      .replace(/time="[\d.]+"/g, 'time="X"')
      .replace(/hostname="[^"]*"/g, '')
      // How the error itself is printed depends on whether it has frames.
      .replace(/(<failure [^>]*>)[\s\S]*?<\/failure>/g, '$1')
      .replace(/^( +)stack: \|-\n(?:\1 {2}[^\n]*\n)+/gm, '')
      .replace(/\n *at [^\n]*?( \{)?(?=\n|$)/g, '$1')
  );
}

/** What our runner prints of a program, in a process that is only pretended. */
async function runOurs(code: string, args: readonly string[]): Promise<{ out: string; exitCode: number }> {
  let out = '';
  const fake = Object.assign(new EventEmitter(), {
    stdout: { write: (text: string) => (out += text) },
    stderr: process.stderr,
    env: {},
    exitCode: 0,
    cwd: () => process.cwd(),
    nextTick: process.nextTick.bind(process),
    emitWarning: () => {},
  });
  const stop = (kind: string) => (error: unknown) => void fake.emit(kind, error);
  const before = process.listeners('uncaughtException');
  const beforeRejection = process.listeners('unhandledRejection');
  process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection');
  process
    .on('uncaughtException', stop('uncaughtException'))
    .on('unhandledRejection', stop('unhandledRejection'));
  const system = testSystem(
    { process: fake as unknown as NodeSystem['process'], job: { ...testSystem().job, args } },
    { ...libraryModules, assert: () => requireReal('node:assert') },
  );
  const load = (name: string) =>
    name === 'node:assert' ? requireReal('node:assert') : system.builtin(name.slice(5));
  let timers = 0;
  const countedTimeout = (run: () => void, ms: number) => {
    timers++;
    return setTimeout(() => {
      timers--;
      run();
    }, ms);
  };
  const wrapped = `(function(require,process,setTimeout){${code}\n})`;
  vm.runInThisContext(wrapped, { filename: file })(load, fake, countedTimeout);
  // A process has nothing left to do when no timer is waiting and turns of its loop have started none.
  for (let idle = 0; idle < 20; idle++) {
    await turn();
    if (timers > 0) idle = 0;
  }
  fake.emit('beforeExit');
  for (let count = 0; count < 20; count++) await turn();
  process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection');
  for (const listener of before) process.on('uncaughtException', listener);
  for (const listener of beforeRejection) process.on('unhandledRejection', listener);
  return { out, exitCode: fake.exitCode };
}

async function compare(code: string, args: readonly string[] = []): Promise<void> {
  const real = await kept.answer([nodeVersion, ...args, code].join('\n'), () => {
    writeFileSync(file, code);
    const { stdout, status } = spawnSync(process.execPath, [...args, file], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    return { stdout: normal(stdout), status };
  });
  const ours = await runOurs(code, args);
  expect(normal(ours.out)).toBe(real.stdout);
  expect(ours.exitCode).toBe(real.status);
}

const head =
  "const test = require('node:test'); const assert = require('node:assert'); const {describe,it,before,after,beforeEach,afterEach} = test;\n";
const samples: Readonly<Record<string, string>> = {
  'passing, failing, skipped and unfinished tests': `
test('passes', () => {});
test('fails', () => { assert.strictEqual(1, 2) });
test('async', async (t) => { await t.test('sub one', () => {}); await t.test('sub fails', () => { throw new Error('boom') }) });
test('skipped', { skip: true }, () => {});
test('skip reason', { skip: 'why not' }, () => {});
test('todo fails', { todo: 'later' }, () => { throw new Error('t') });
test.skip('sk', () => {}); test.todo('td');
test('diag', (t) => { t.diagnostic('a note') });
test('t.skip', (t) => { t.skip('now') });
test('t.todo', (t) => { t.todo() });
test('throws text', () => { throw 'str' });
test('throws object', () => { throw { a: 1 } });
test('throws nothing', () => { throw undefined });
test();
test('msg with # hash and \\\\ back\\nnewline', () => {});
test('name with options only', { todo: true });`,
  suites: `
describe('suite', () => { it('one', () => {}); describe('nested', () => { it('deep', () => { throw new TypeError('deep') }) }); it.skip('s'); it.todo('t') });
describe('empty', () => {});
describe.skip('skipped suite', () => { it('x', () => {}) });
describe('throws in body', () => { it('y', () => {}); throw new Error('body') });
describe('async suite', async () => { test('in async', () => {}) });`,
  'hooks that fail': `
describe('bad before', () => { before(() => { throw new Error('hook bad') }); it('x', () => {}) });
describe('bad beforeEach', () => { beforeEach(() => { throw new Error('be bad') }); it('x', () => {}) });`,
  'differences of values': `
test('deepEqual', () => { assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }) });
test('text', () => { assert.strictEqual('a\\nb', 'a\\nc') });
test('more', () => { throw Object.assign(new Error('multi\\nline'), { code: 'E_X', extra: 1 }) });`,
  'callbacks and promises': `
test('cb', (t, done) => { setTimeout(done, 1) });
test('cb err', (t, done) => { done(new Error('cberr')) });
test('promise and cb', (t, done) => { done(); return Promise.resolve() });
test('done twice', (t, done) => { done(); done() });`,
  'plans and what is not awaited': `
test('plan', (t) => { t.plan(2); t.assert.ok(1) });
test('plan kept', async (t) => { t.plan(1); await t.test('s', () => {}) });
test('sub not awaited', (t) => { t.test('late', async () => { await new Promise((r) => setTimeout(r, 5)) }) });
test('concurrent', { concurrency: 2 }, async (t) => { const a = t.test('a', async () => { await new Promise((r) => setTimeout(r, 10)) }); const b = t.test('b', async () => {}); await a; await b });
test('timeout', { timeout: 20 }, () => new Promise((r) => setTimeout(r, 40)));`,
  'a promise that never settles': `
test('never', () => new Promise(() => {}));
test('after never', () => {});`,
  'errors outside of every call': `
test('uncaught later', () => new Promise((r) => setTimeout(() => { setTimeout(r, 20); throw new Error('late') }, 1)));
test('unhandled', async () => { Promise.reject(new Error('unh')); await new Promise((r) => setTimeout(r, 5)) });
test('only', { only: true }, () => {});`,
  'what tests print, before the reports of the same turn': `
describe('prints', () => { before(() => process.stdout.write('before\\n')); it('one', () => { process.stdout.write('one\\n') }); it('two', () => { process.stdout.write('two\\n') }) });
test('begun last', async (t) => { await t.test('waited', () => {}); t.test('not waited', () => {}) });
test({ name: 'named by options' }, () => {});
test('quotes', () => { throw new Error('say "hi"') });
test('regexp', () => { assert.match('abc', /x/) });
test('actual', () => { assert.ifError(new Error('if')) });`,
};

describe.each(Object.entries(samples))('%s', (_name, sample) => {
  it.each(['tap', 'spec', 'dot', 'junit'])('as the %s reporter of Node prints it', async (reporter) => {
    await compare(head + sample, [`--test-reporter=${reporter}`]);
  });
});

describe('the command line', () => {
  it('leaves out what does not match, or is not marked', async () => {
    const code = `${head}test('one', () => {}); describe('s', () => { it('two', () => {}); it('three', { only: true }, () => {}) }); test('four', { only: true }, async (t) => { await t.test('in', () => {}) }); describe('five', { only: true }, () => { it('six', () => {}) });`;
    await compare(code, ['--test-name-pattern=t[wh]', '--test-reporter=tap']);
    await compare(code, ['--test-only', '--test-reporter=tap']);
  });
});

it('calls hooks in the order of Node', async () => {
  const log = "const seen = []; process.on('exit', () => {}); ";
  const code = `${head}${log}
const note = (name) => () => { seen.push(name); };
beforeEach(note('r be')); afterEach(note('r ae')); before(note('r b'));
describe('o', () => { before(note('o b')); after(note('o a')); beforeEach(note('o be1')); beforeEach(note('o be2')); afterEach(note('o ae1')); afterEach(note('o ae2'));
  describe('i', () => { before(note('i b')); after(note('i a')); beforeEach(note('i be')); afterEach(note('i ae')); it('x', note('x')); it('f', () => { seen.push('f'); throw 1 }) }) });
test('outer', async (t) => { t.before(note('t b')); t.after(note('t after')); t.beforeEach(note('t be')); t.afterEach(note('t ae')); await t.test('inner', note('inner')) });
test('tell', (t) => { t.diagnostic(seen.join()) });`;
  await compare(code, ['--test-reporter=tap']);
});

describe('mocks', () => {
  const ours = testSystem().builtin<typeof import('node:test')>('test').mock;
  const real = (requireReal('node:test') as typeof import('node:test')).mock;

  it('count calls, change what is called and restore', () => {
    const run = (mock: typeof real) => {
      const seen: unknown[] = [];
      const add = mock.fn((a: number, b: number) => a + b);
      seen.push(add(1, 2), add.mock.callCount(), add.mock.calls[0]?.arguments, add.mock.calls[0]?.result);
      add.mock.mockImplementationOnce(() => 9);
      add.mock.mockImplementation(() => 7);
      seen.push(add(1, 1), add(1, 1));
      add.mock.restore();
      seen.push(add(2, 2), add.mock.callCount(), add.name, add.length);
      add.mock.resetCalls();
      const bare = mock.fn() as unknown as new () => object;
      seen.push(typeof new bare());
      seen.push(add.mock.callCount());
      const thing = {
        n: 5,
        get(this: { n: number }) {
          return this.n;
        },
      };
      const method = mock.method(thing, 'get', function (this: { n: number }) {
        return this.n * 2;
      });
      seen.push(thing.get(), method.mock.calls.length, method.mock.calls[0]?.this === thing);
      method.mock.restore();
      seen.push(thing.get());
      const twice = mock.fn(
        () => 'o',
        () => 'm',
        { times: 2 },
      );
      seen.push(twice(), twice(), twice());
      const failing = mock.fn(() => {
        throw new Error('x');
      });
      try {
        failing();
      } catch (error) {
        seen.push((error as Error).message, failing.mock.calls[0]?.error === error);
      }
      const box = {
        get value() {
          return 1;
        },
      };
      mock.getter(box, 'value', () => 2);
      seen.push(box.value);
      mock.restoreAll();
      seen.push(box.value);
      mock.reset();
      return seen;
    };
    expect(run(ours)).toEqual(run(real));
  });

  it('move timers and the date only when told to', () => {
    const run = (mock: typeof real) => {
      const seen: unknown[] = [];
      mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1000 });
      setTimeout(() => seen.push('a'), 10);
      const every = setInterval(() => seen.push('i', Date.now()), 4);
      mock.timers.tick(5);
      mock.timers.tick(5);
      clearInterval(every);
      // biome-ignore lint/complexity/useDateNow: both ways to the time are looked at
      seen.push(Date.now(), new Date().getTime());
      mock.timers.setTime(5000);
      seen.push(Date.now());
      mock.timers.reset();
      return seen;
    };
    expect(run(ours)).toEqual(run(real));
  });
});

it('has the exports of Node', () => {
  const ours = testSystem().builtin<object>('test');
  expect(Object.keys(ours).sort()).toEqual(
    [...new Set([...Object.keys(requireReal('node:test')), 'only', 'skip', 'todo'])].sort(),
  );
});
