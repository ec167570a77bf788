import type { ProfileContext } from '../../contract/index.ts';
import { fileStemOf } from '../fileStem.ts';

/** Beside each other in the workspace, where read and tail reach them; neither in `.entoli-tmp`, which may be cleared. */
export function outputFolder(ctx: ProfileContext): string {
  return `${ctx.workspace}/.entoli-output`;
}

export function jobsFolder(ctx: ProfileContext): string {
  return `${ctx.workspace}/.entoli-jobs`;
}

export function outputPath(callId: string, ctx: ProfileContext): string {
  return `${outputFolder(ctx)}/${fileStemOf(callId, ctx.usedStems)}.txt`;
}

export function jobLogPath(callId: string, ctx: ProfileContext): string {
  return `${jobsFolder(ctx)}/${fileStemOf(callId, ctx.usedStems)}.log`;
}
