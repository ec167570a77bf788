import type { Lesson, TokenCounter } from '../../core/index.ts';
import { createDeadlines } from '../timers.ts';
import { createWorkerMatcher } from '../tools/search/workerMatcher.ts';
import { LessonBench } from './lessonBench.ts';

/** The bench of a lesson in a page. The guest's code comes with the first of them. */
export function openBrowserLesson(lesson: Lesson, counter: TokenCounter): Promise<LessonBench> {
  return LessonBench.open(lesson, {
    counter,
    bootGuest: async (boot) => {
      const guest = await import('../../guest/index.ts');
      return guest.bootEmbeddedGuest(boot);
    },
    createMatcher: createWorkerMatcher,
    clock: () => Date.now(),
    after: createDeadlines(),
    newId: () => crypto.randomUUID(),
  });
}
