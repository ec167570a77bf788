export type { Projector, PromptHead } from './projector.ts';
export { createProjector, projectPrompt, promptHead } from './projector.ts';
export type { SentCheck } from './sentView.ts';
export { isOlderView, modelTextOf, sentViewOf, verifySent } from './sentView.ts';
export { wireText, wireToolName } from './wire.ts';
