/** What `readable-stream` finds when it requires "buffer" (../../../../build/nodeStreamParts.ts). */
export { Buffer } from '../../buffer/construct.ts';
export const { Blob } = globalThis;
