import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'acorn';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  ContextsWanted,
  keepContexts,
  parseScript,
} from '../../../../../../src/guest/embedded/node/loader/awaitContexts.ts';
import { Edits } from '../../../../../../src/guest/embedded/node/loader/edits.ts';
import { createAsyncHooks } from '../../../../../../src/guest/embedded/node/modules/small/asyncHooks.ts';
import { scratchLoader } from '../fixtures.ts';
import { testSystem } from '../modules/testSystem.ts';

const folder = mkdtempSync(join(tmpdir(), 'contexts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Once, as in a process: it replaces what the callbacks of timers and promises go through. */
const asyncHooks = createAsyncHooks(testSystem());

type Texts = Readonly<Record<string, string>>;

/** What real Node prints, as the oracle. */
function inNode(texts: Texts, entry: string): unknown[] {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const main = join(folder, `main-${entry}`);
  const load = entry.endsWith('.mjs') ? `await import('./${entry}')` : `require('./${entry}')`;
  writeFileSync(main, `globalThis.print = (v) => console.log(JSON.stringify(v ?? null));\n${load}`);
  return execFileSync(process.execPath, [main], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

async function inGuest(texts: Texts, entry: string): Promise<unknown[]> {
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/w/${name}`, text]));
  const { loader, printed } = scratchLoader(files, { async_hooks: asyncHooks });
  const finished = new Promise<void>((resolve) => Object.assign(globalThis, { finish: resolve }));
  if (entry.endsWith('.mjs')) await loader.esModules.importFile(`/w/${entry}`);
  else loader.commonJs.load(`/w/${entry}`);
  await finished;
  return printed.map((each) => each ?? null);
}

const start = `import { AsyncLocalStorage } from 'node:async_hooks';
const als = new AsyncLocalStorage(), other = new AsyncLocalStorage();
const tick = () => new Promise((resolve) => setTimeout(resolve, 1));
const see = (name) => print([name, als.getStore() ?? null, other.getStore() ?? null]);
`;

const programs: Readonly<Record<string, string>> = {
  'two requests at once': `
    const handle = async (id) => { see(id + ' in'); await tick(); see(id + ' on'); await null; see(id + ' out') };
    await Promise.all([als.run('a', handle, 1), als.run('b', handle, 2)]);
    see('after');`,
  'arrows, methods, nesting and values': `
    const inc = async (x) => await tick().then(() => x + 1);
    const curried = (x) => async (y) => (await inc(x)) + await inc(y);
    class Service { async run(x) { return { got: await inc(await inc(x)), store: als.getStore() } } }
    print(await als.run('s', () => curried(1)(2)));
    print(await als.run('t', async () => new Service().run(1)));`,
  'errors that come out of an await': `
    const fail = async () => { await tick(); throw new Error('no') };
    await als.run('e', async () => {
      try { await fail() } catch (error) { see(error.message) } finally { see('finally') }
      await fail().catch(() => see('catch'));
      see('end');
    });`,
  'for await over a generator that awaits': `
    async function* numbers() { for (let i = 0; i < 3; i++) { await tick(); yield i } }
    await als.run('loop', async () => {
      for await (const n of numbers()) see(n);
      for await (const n of numbers()) { if (n === 1) continue; see(n) }
      if (als) outer: inner: for await (const n of numbers()) for (;;) continue outer; else see('never');
      see('end');
    });`,
  'enterWith, exit and inner runs': `
    await als.run('outer', async () => {
      als.enterWith('entered');
      await tick(); see('entered');
      await other.run('inner', async () => { await tick(); see('both') });
      als.exit(() => see('exited'));
      await tick(); see('back');
    });
    see('outside');`,
  'what was begun outside stays outside': `
    let release; const gate = new Promise((resolve) => { release = resolve });
    const outside = (async () => { await gate; see('outside'); await tick(); see('still') })();
    await als.run('in', async () => { await tick(); release(); await tick(); see('in') });
    await outside;`,
};

test.each(Object.keys(programs))('stores follow awaits as in Node: %s', async (name) => {
  const text = `${start}${programs[name] ?? ''}\nglobalThis.finish?.();`;
  const entry = `${name.replaceAll(/\W+/g, '-')}.mjs`;
  expect(await inGuest({ [entry]: text }, entry)).toEqual(inNode({ [entry]: text }, entry));
});

test('a CommonJS program whose storage stands in another file of its own is followed, too', async () => {
  const texts = {
    'store.cjs': `const { AsyncLocalStorage } = require('async_hooks'); exports.als = new AsyncLocalStorage()`,
    'log.cjs': `const { als } = require('./store.cjs'); exports.log = (m) => print(als.getStore() + ' ' + m)`,
    'app.cjs': `#!/usr/bin/env node
'use strict';
const { log } = require('./log.cjs');
const work = async m => { await null
  log(m) };
require('./store.cjs').als.run(7, async () => { await work('x'); log('y') }).then(() => globalThis.finish?.())`,
  };
  expect(await inGuest(texts, 'app.cjs')).toEqual(inNode(texts, 'app.cjs'));
});

test('a program that asks for no contexts is left as it is', async () => {
  const { loader, printed } = scratchLoader({ '/w/a.cjs': `print((async () => { await 1 }).toString())` });
  loader.commonJs.load('/w/a.cjs');
  expect(printed).toEqual(['async () => { await 1 }']);
});

const expression: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('x', '1', '"=>"', '`$' + '{await x}`', '{}.a', 'await(x)', 'async y=>await y'),
    tie('expression').map((inner) => `(await ${inner.startsWith('async') ? `(${inner})` : inner})`),
    tie('expression').map((inner) => `async()=>(${inner})`),
    tie('expression').map((inner) => `(async()=>\n(${inner}))()`),
    tie('expression').map((inner) => `(()=>async (a, b = 1)=>a)(${inner})`),
    tie('expression').map(
      (inner) =>
        `(async function(){'use strict'\nfor await (const i of [${inner}]) x = await i\nreturn x})()`,
    ),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a}, ${b}].length`),
  ),
})).expression;

test('any program stays a program, with as many lines', () => {
  fc.assert(
    fc.property(expression, (text) => {
      const source = `async function f(x) { try { return ${text} } catch { await 1 } finally { x = 2 } }`;
      const edits = new Edits(source);
      keepContexts(parseScript(source), edits);
      const kept = edits.apply('[test]', '');
      parse(kept, { ecmaVersion: 'latest' });
      expect(kept.split('\n').length).toBe(source.split('\n').length);
      expect(kept.match(/\bawait\b/g)?.length).toBe(source.match(/\bawait\b/g)?.length);
    }),
    { numRuns: 200 },
  );
});

test('packages that a program names are looked through, and a list of module names asks for nothing', () => {
  const texts: Readonly<Record<string, string>> = {
    '/w/node_modules/pkg/index.js': `module.exports = require('./store')`,
    '/w/node_modules/pkg/store.js': `exports.als = new (require('node:async_hooks').AsyncLocalStorage)()`,
    '/w/node_modules/lists/index.js': `module.exports = ['assert', 'async_hooks', "async_hooks"]`,
  };
  const wanted = () =>
    new ContextsWanted(
      (path) => texts[path] ?? null,
      (request) => `/w/node_modules/${request}/index.js`,
    );
  expect(wanted().by(`require('pkg'); await 1`, '/w/a.js')).toBe(true);
  expect(wanted().by(`import lists from 'lists'; await 1`, '/w/a.js')).toBe(false);
});
