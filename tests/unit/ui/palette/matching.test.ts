import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../../../../src/ui/app/keyCommands.ts';
import { matching } from '../../../../src/ui/palette/matching.ts';

const command = (title: string, group: Command['group'] = 'turn'): Command => ({
  id: title,
  title,
  group,
  keys: '',
  enabled: () => true,
  run: () => undefined,
});
const all = [
  command('Open “Drunk tests”', 'session'),
  command('Theme: dark', 'look'),
  command('Rerun the tests', 'session'),
  command('Run'),
  command('Now run it', 'turn'),
];
const titles = (typed: string) => matching(all, typed).map(({ title }) => title);

test('nothing typed leaves every command in its order', () => {
  expect(matching(all, '  ')).toEqual(all);
});

test('a title that begins with the words comes first, then words that begin words, then the rest', () => {
  expect(titles('run')).toEqual(['Run', 'Now run it', 'Open “Drunk tests”', 'Rerun the tests']);
});

test('every word must be there, in the title or the name of the group, in any order and case', () => {
  expect(titles('TESTS open')).toEqual(['Open “Drunk tests”']);
  expect(titles('dark look')).toEqual(['Theme: dark']);
  expect(titles('dark session')).toEqual([]);
});

test('whatever is typed, what is found is among the commands and none is there twice', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (typed) => {
      const found = matching(all, typed);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((each) => all.includes(each))).toBe(true);
    }),
  );
});
