export { createPipe, PipeReader, PipeWriter } from './sharedPipe.ts';
