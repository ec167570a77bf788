export type { Presented, RawOutput } from './presentOutput.ts';
export { ParsedOutput, presentOutput, presentText } from './presentOutput.ts';
