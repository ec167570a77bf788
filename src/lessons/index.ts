import { type Lesson, type ParsedLesson, parseLesson } from '../core/index.ts';

/** The lessons in the order in which they build on each other; each is a folder of that name. */
export const lessonOrder: readonly string[] = [
  'three-views',
  'saved-not-lost',
  'head-or-tail',
  'units',
  'reading-back',
  'timeout',
  'background',
  'refuse-or-save',
  'phantom-read',
  'the-bill',
  'your-own-profile',
];

const proses = import.meta.glob<string>('./*/lesson.md', { query: '?raw', import: 'default', eager: true });
const datas = import.meta.glob<string>('./*/lesson.json', { query: '?raw', import: 'default', eager: true });

/** A lesson of this page by its folder's name; what is wrong with it is said in a sentence. */
export function readLesson(id: string): ParsedLesson {
  const prose = proses[`./${id}/lesson.md`];
  const data = datas[`./${id}/lesson.json`];
  if (!lessonOrder.includes(id) || prose === undefined || data === undefined) {
    return { ok: false, message: `There is no lesson “${id}” in this version of the page.` };
  }
  return parseLesson({ id, prose, data });
}

/** Every lesson of this page in its order. One that cannot be read is left out: a test reads them all. */
export function allLessons(): readonly Lesson[] {
  return lessonOrder.flatMap((id) => {
    const parsed = readLesson(id);
    return parsed.ok ? [parsed.lesson] : [];
  });
}
