import { expect, test } from 'vitest';
import { parseScript } from '../../../../../../src/guest/embedded/node/loader/awaitContexts.ts';
import { Edits } from '../../../../../../src/guest/embedded/node/loader/edits.ts';
import { walkReferences } from '../../../../../../src/guest/embedded/node/loader/scopes.ts';
import { tellStackRead } from '../../../../../../src/guest/embedded/node/loader/stackReads.ts';

test.each([
  ['log(error.stack)', 'log(error.stac$)'],
  ['log(err?.stack ?? e2.stack)', 'log(err?.stac$ ?? e2.stac$)'],
  ['log(event.error.cause.stack)', 'log(event.error.cause.stac$)'],
  ['log(new TypeError("x").stack)', 'log(new TypeError("x").stac$)'],
  ['err.stack = err.stack.trim()', 'err.stac$ = err.stac$.trim()'],
  ['delete err.stack', 'delete err.stack'],
  ['d3.stack(); this.stack.push(1); items[0].stack', 'd3.stack(); this.stack.push(1); items[0].stack'],
  ['"err.stack"; /err.stack/; ({ stack: 1 })', '"err.stack"; /err.stack/; ({ stack: 1 })'],
])('where an engine keeps stacks to itself, those of errors are read by another name: %s', (source, read) => {
  const edits = new Edits(source);
  walkReferences(parseScript(source), new Set(), (node, parents) => tellStackRead(node, parents, edits));
  expect(edits.apply('/a.js', '')).toBe(read);
});
