export type { FactName, Facts } from './facts.ts';
export { allHold, factsOfConditions, factsOfStep, fillFacts, holds, readFactName } from './facts.ts';
export type {
  Check,
  Choice,
  Condition,
  FactTable,
  FactValue,
  Lesson,
  LessonFile,
  LessonRun,
  LessonSource,
  LessonStep,
  LessonTask,
  Prediction,
  TaskField,
  TaskTool,
} from './lesson.ts';
export type { UnpackedLesson } from './pack.ts';
export { packLesson, unpackLesson } from './pack.ts';
export type { ParsedLesson } from './parse.ts';
export { parseLesson } from './parse.ts';
export type { Verdict } from './predict.ts';
export { judge, numberIn } from './predict.ts';
