export type { Presented, RawOutput } from './presentOutput.ts';
export { ParsedOutput, presentOutput } from './presentOutput.ts';
