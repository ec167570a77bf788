export type { DecidedPage, PageFacts } from './decideCut.ts';
export { decideCut, needsLongLine } from './decideCut.ts';
export { createEstimatingCounter } from './estimatedTokens.ts';
export type { LineIndex, LineStart, LineWindow } from './lineIndex.ts';
export { createLineIndex, createLineWindow } from './lineIndex.ts';
export type { ReadPlan } from './plan.ts';
export { planRead } from './plan.ts';
