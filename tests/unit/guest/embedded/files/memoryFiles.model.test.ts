import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryFiles } from '../../../../../src/guest/embedded/files/memoryFiles.ts';
import { bytes, failure, text, trackedFiles } from './fixtures.ts';

/** The naive model: every path and what is there; null is a directory. */
type Model = Map<string, string | null>;

const names = ['a', 'b', 'c'];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => `/w/${parts.join('/')}`);
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('write', 'append'), path, to: path, content: fc.string({ maxLength: 5 }) }),
  fc.record({
    do: fc.constantFrom('mkdir', 'mkdirp', 'rm', 'rmrf', 'rename', 'copy', 'drain'),
    path,
    to: path,
    content: fc.constant(''),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const parentOf = (of: string) => of.slice(0, of.lastIndexOf('/'));
const below = (model: Model, root: string) => [...model.keys()].filter((each) => each.startsWith(`${root}/`));

/** Does the step in the model where POSIX allows it; says whether it did. */
function apply(model: Model, { do: what, path: at, to, content }: Step): boolean {
  const here = model.get(at);
  const parentIsDirectory = model.get(parentOf(at)) === null;
  switch (what) {
    case 'write':
    case 'append':
      if (!parentIsDirectory || here === null) return false;
      model.set(at, what === 'append' ? (here ?? '') + content : content);
      return true;
    case 'mkdir':
      if (!parentIsDirectory || here !== undefined) return false;
      model.set(at, null);
      return true;
    case 'mkdirp': {
      const parts = at.split('/').slice(2);
      for (let depth = 1; depth <= parts.length; depth++) {
        const each = `/w/${parts.slice(0, depth).join('/')}`;
        if (typeof model.get(each) === 'string') return false;
        model.set(each, null);
      }
      return true;
    }
    case 'rm':
      if (typeof here !== 'string') return false;
      model.delete(at);
      return true;
    case 'rmrf': {
      if (
        typeof model.get(parentOf(at)) === 'string' ||
        typeof model.get(parentOf(parentOf(at))) === 'string'
      ) {
        return false;
      }
      for (const each of [at, ...below(model, at)]) model.delete(each);
      return true;
    }
    case 'rename':
      return move(model, at, to);
    case 'copy':
      if (typeof here !== 'string' || model.get(parentOf(to)) !== null || model.get(to) === null)
        return false;
      model.set(to, here);
      return true;
    default:
      return true;
  }
}

function move(model: Model, from: string, to: string): boolean {
  const [source, target] = [model.get(from), model.get(to)];
  if (source === undefined || model.get(parentOf(to)) !== null) return false;
  if (from === to) return true;
  if (source === null) {
    if (to.startsWith(`${from}/`) || typeof target === 'string') return false;
    if (target === null && below(model, to).length > 0) return false;
  } else if (target === null) return false;
  const moved = [from, ...below(model, from)].map((each) => [each, model.get(each) ?? null] as const);
  for (const [each] of moved) model.delete(each);
  for (const [each, content] of moved) model.set(to + each.slice(from.length), content);
  return true;
}

function act(files: MemoryFiles, { do: what, path: at, to, content }: Step): void {
  if (what === 'write') files.writeFile(at, bytes(content));
  else if (what === 'append') files.appendFile(at, bytes(content));
  else if (what === 'mkdir') files.mkdir(at, false);
  else if (what === 'mkdirp') files.mkdir(at, true);
  else if (what === 'rm') files.rm(at, { recursive: false, force: false });
  else if (what === 'rmrf') files.rm(at, { recursive: true, force: true });
  else if (what === 'rename') files.rename(at, to);
  else if (what === 'copy') files.copy(at, to, false);
}

function contentOf(files: MemoryFiles): Model {
  const found: Model = new Map();
  const visit = (at: string) => {
    found.set(at, null);
    for (const { name, kind } of files.readdir(at)) {
      if (kind === 'directory') visit(`${at}/${name}`);
      else found.set(`${at}/${name}`, text(files.readFile(`${at}/${name}`)));
    }
  };
  visit('/w');
  return found;
}

const sorted = (model: Model) => [...model].sort(([a], [b]) => (a < b ? -1 : 1));

test('any sequence of operations gives what a map of paths gives, refusals included', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { files, budget } = trackedFiles();
      const model: Model = new Map([['/w', null]]);
      for (const each of steps) {
        const allowed = apply(model, each);
        expect([each, failure(() => act(files, each)) === 'none']).toEqual([each, allowed]);
      }
      expect(sorted(contentOf(files))).toEqual(sorted(model));
      const total = [...model.values()].reduce((sum, content) => sum + bytes(content ?? '').length, 0);
      expect(budget.usedBytes).toBe(total);
    }),
    { numRuns: 400 },
  );
});

test('a journal kept from drained changes always equals the tree', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { files, tracker } = trackedFiles();
      const journal: Model = new Map([['/w', null]]);
      const drain = () => {
        for (const change of tracker.drain(files)) {
          if (change.kind === 'removed') expect(journal.delete(change.path)).toBe(true);
          else journal.set(change.path, change.kind === 'file' ? text(files.readFile(change.path)) : null);
        }
        expect(sorted(journal)).toEqual(sorted(contentOf(files)));
      };
      for (const each of steps) {
        if (each.do === 'drain') drain();
        else failure(() => act(files, each));
      }
      drain();
      expect(tracker.drain(files)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
