export { openBrowserLesson } from './browserLesson.ts';
export type { LessonBench, RunResult } from './lessonBench.ts';
