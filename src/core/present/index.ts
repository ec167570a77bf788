export type { OutputWindows } from './outputWindows.ts';
export { windowsFor } from './outputWindows.ts';
export type { Presented, RawOutput } from './presentOutput.ts';
export { ParsedOutput, presentOutput, presentText } from './presentOutput.ts';
