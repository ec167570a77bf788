import { expect, test } from 'vitest';
import {
  formatLessonsPlace,
  type LessonsPlace,
  parseLessonsPlace,
} from '../../../../src/ui/lessons/address.ts';

test.each<LessonsPlace>([
  { kind: 'list' },
  { kind: 'teachers' },
  { kind: 'lesson', id: 'units', step: 0, present: false },
  { kind: 'lesson', id: 'units', step: 3, present: true },
  { kind: 'packed', packed: '2s.0123abcd.q-_A', step: 1, present: false },
])('an address leads back to where it was made: %j', (place) => {
  const at = formatLessonsPlace(place).replace(/^#\/lessons?\/?/, '');
  expect(parseLessonsPlace(at)).toEqual(place);
});

test('a step that is no number is the first', () => {
  for (const step of ['0', 'x', '-1', '999', '']) {
    expect(parseLessonsPlace(`units/${step}`)).toEqual({
      kind: 'lesson',
      id: 'units',
      step: 0,
      present: false,
    });
  }
});
