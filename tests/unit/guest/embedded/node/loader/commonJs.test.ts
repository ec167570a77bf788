import { expect, test } from 'vitest';
import { scratchLoader } from '../fixtures.ts';

function load(texts: Readonly<Record<string, string>>, entry = '/w/a.js'): unknown {
  return scratchLoader(texts).loader.commonJs.load(entry);
}

test('files, directories, JSON, packages and their maps are found as in Node', () => {
  const exported = load({
    '/w/a.js': `module.exports = [require('./f'), require('./d'), require('./j.json').k, require('p'), require('p/sub'),
      require('q'), require('q/feat/x'), require('#inner'), require('self/own')]`,
    '/w/package.json':
      '{"name":"self","exports":{"./own":"./own.js"},"imports":{"#inner":{"require":"./f.js"}}}',
    '/w/own.js': 'module.exports = "own"',
    '/w/f.js': 'module.exports = "file"',
    '/w/d/index.js': 'module.exports = "directory"',
    '/w/j.json': '{"k":"json"}',
    '/node_modules/p/package.json': '{"main":"lib"}',
    '/node_modules/p/lib/index.js': 'module.exports = "main"',
    '/node_modules/p/sub.js': 'module.exports = "sub"',
    '/w/node_modules/q/package.json':
      '{"exports":{".":[{"import":"./no.mjs"},{"node":{"require":"./r.cjs"}}],"./feat/*":"./f/*.js"}}',
    '/w/node_modules/q/r.cjs': 'module.exports = "condition"',
    '/w/node_modules/q/f/x.js': 'module.exports = "pattern"',
  });
  expect(exported).toEqual([
    'file',
    'directory',
    'json',
    'main',
    'sub',
    'condition',
    'pattern',
    'file',
    'own',
  ]);
});

test('a target of null forbids a path that a pattern would give', () => {
  const texts = {
    '/w/a.js': `require('q/feat/x')`,
    '/w/node_modules/q/package.json': '{"exports":{"./feat/*":"./f/*.js","./feat/x":null}}',
    '/w/node_modules/q/f/x.js': '',
  };
  expect(() => load(texts)).toThrow(/Package subpath '\.\/feat\/x' is not defined by "exports"/);
});

test('a module of a cycle sees what the other has exported so far', () => {
  const exported = load({
    '/w/a.js': `exports.x = 1; exports.b = require('./b'); exports.y = 2`,
    '/w/b.js': `const a = require('./a'); module.exports = { ...a }`,
  });
  expect(exported).toMatchObject({ x: 1, y: 2, b: { x: 1 } });
});

test('what is not found says who asked', () => {
  const texts = { '/w/a.js': `require('./b')`, '/w/b.js': `require('nope')` };
  expect(() => load(texts)).toThrow("Cannot find module 'nope'\nRequire stack:\n- /w/b.js\n- /w/a.js");
});

test('a module that throws is loaded anew by the next who asks', () => {
  const exported = load({
    '/w/a.js': `let n = 0; for (const _ of [1, 2]) try { require('./b') } catch { n++ } module.exports = [n, globalThis.ran]`,
    '/w/b.js': `globalThis.ran = (globalThis.ran ?? 0) + 1; throw new Error('x')`,
  });
  expect(exported).toEqual([2, 2]);
});

test('an ES module can be required unless it awaits', () => {
  const exported = load({
    '/w/a.js': `let code; try { require('./t.mjs') } catch (error) { code = error.code } module.exports = [require('./m.mjs').b, code]`,
    '/w/m.mjs': 'export const b = 2',
    '/w/t.mjs': 'await 1',
  });
  expect(exported).toEqual([2, 'ERR_REQUIRE_ASYNC_MODULE']);
});

test('a file of a package without a type is an ES module where it cannot be CommonJS', () => {
  const { loader } = scratchLoader({
    '/w/i.js': `import fs from 'fs'`,
    '/w/e.js': 'export const x = 1',
    '/w/t.js': 'await 1',
    '/w/c.js': 'const x = "import fs from"; exports.x = x',
    '/w/s.js': 'let x = ;',
  });
  const isModule = (path: string) => loader.commonJs.textIsModule(path);
  expect(['/w/i.js', '/w/e.js', '/w/t.js', '/w/c.js'].map(isModule)).toEqual([true, true, true, false]);
  expect(() => isModule('/w/s.js')).toThrow("Unexpected token ';'");
});

test.each([
  [
    'p',
    'MODULE_NOT_FOUND Cannot find module \'/w/node_modules/p/no.js\'. Please verify that the package.json has a valid "main" entry',
  ],
  ['e/gone', "MODULE_NOT_FOUND Cannot find module '/w/node_modules/e/gone.js'"],
  [
    'e/out',
    'ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "./../x.js" defined for \'./out\' in the package config /w/node_modules/e/package.json',
  ],
  [
    '#/a',
    'ERR_INVALID_MODULE_SPECIFIER Invalid module "#/a" is not a valid internal imports specifier name imported from /w/a.js',
  ],
  [
    'bad',
    "undefined Error parsing /w/node_modules/bad/package.json: Expected property name or '}' in JSON at position 1",
  ],
])('require of %s fails as in Node', (request, words) => {
  const message = load({
    '/w/a.js': `try { require(${JSON.stringify(request)}) } catch (error) { module.exports = error.code + ' ' + error.message }`,
    '/w/package.json': '{"imports":{"#a":"./a.js"}}',
    '/w/node_modules/p/package.json': '{"main":"no.js"}',
    '/w/node_modules/e/package.json': '{"exports":{"./gone":"./gone.js","./out":"./../x.js"}}',
    '/w/node_modules/bad/package.json': '{bad',
  });
  expect(String(message).replace(/ \(line \d+ column \d+\)$/, '')).toBe(words);
});

test('an ES module that exports module.exports is that to require; other names come with its namespace', () => {
  const exported = load({
    '/w/a.js': `module.exports = [require('./m.mjs'), require('./n.mjs').x]`,
    '/w/m.mjs': `const all = { q: 1 }; export { all as 'module.exports' }`,
    '/w/n.mjs': 'export const x = 2',
  });
  expect(exported).toEqual([{ q: 1 }, 2]);
});

test('extensions that a program adds are tried, and a file by that name is loaded with them', () => {
  const exported = load({
    '/w/a.js': `require.extensions['.txt'] = (module) => { module.exports = 'text' }; module.exports = require('./t')`,
    '/w/t.txt': '',
  });
  expect(exported).toBe('text');
});
