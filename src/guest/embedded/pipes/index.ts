export {
  createOutputPipe,
  createPipe,
  isPipe,
  isReaderClosed,
  sealPipe,
  writtenCount,
} from './pipeMemory.ts';
export { type Piece, PipeReader } from './pipeReader.ts';
export { PipeWriter } from './pipeWriter.ts';
export { openStdio } from './stdio.ts';
