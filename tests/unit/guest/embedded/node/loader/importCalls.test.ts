import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { importCallsIn } from '../../../../../../src/guest/embedded/node/loader/importCalls.ts';
import { walkReferences } from '../../../../../../src/guest/embedded/node/loader/scopes.ts';

/** Where a parser finds them. */
function parsed(source: string): number[] {
  const found: number[] = [];
  walkReferences(parse(source, { ecmaVersion: 'latest' }), new Set(), (node) => {
    if (node.type === 'ImportExpression') found.push(node.start);
  });
  return found.sort((a, b) => a - b);
}

test.each([
  `import('a').then(() => import ("b"))`,
  `const text = "import('a')" + \`import('b') \${import('c')}\`; // import('d')`,
  `const pattern = /import\\(/, quotient = a / import('e') / 2;`,
  `({ import(x) { return import(x) } }).import('f'); a?.import('g')`,
  `class A { import(x) { } static import(y) { } async import(z) { await import(z) } }`,
  `f(import('a'), (import('b')), import(import.meta ? 'c' : 'd'))`.replace('import.meta', 'x'),
  `if (a) /x/.test(import('a'))\n{ import('b') }`,
])('import() is where a parser finds it: %s', (source) => {
  expect(importCallsIn(source)).toEqual(parsed(source));
});

test('a text that has no tokens is left to the parser', () => {
  expect(importCallsIn('import("a"); "never closed')).toBeNull();
  expect(importCallsIn('import("a"')).toBeNull();
});
