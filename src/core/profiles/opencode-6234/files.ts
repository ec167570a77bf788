import type { OutputText, ProfileContext, ToolRecord } from '../../contract/index.ts';
import { dataFolder, ulidOf } from '../opencodeFamily/files.ts';

/** Largest saved file in bytes; what is behind it is lost there. */
export const persistedBytes = 10_485_760;

const unsafe = /[^a-zA-Z0-9._-]/g;

/** The session's own folder. */
export function sessionFolder(ctx: ProfileContext): string {
  return `${dataFolder(ctx)}/storage/tool_results/${sessionName(ctx.sessionId)}`;
}

/** Where a result is saved: always in the session's own folder, whatever the call's id holds. */
export function resultPath(record: ToolRecord, text: OutputText, ctx: ProfileContext): string {
  const name = resultFileName({
    tool: record.tool,
    callId: record.callId,
    start: text.merged.head,
    ulid: ulidOf(record, ctx.sessionId),
  });
  return `${sessionFolder(ctx)}/${name}`;
}

/**
 * `tool[-call]-ULID.txt`, or `.json` where the text begins like JSON. The call's part is the last 8 units of
 * its id; the harness takes them as they are, here they are made safe as the tool's name is.
 */
export function resultFileName(named: {
  readonly tool: string;
  readonly callId: string | null;
  /** The start of the text; white space before its first character does not count. */
  readonly start: string;
  readonly ulid: string;
}): string {
  const tool = named.tool.replace(unsafe, '_').slice(0, 64);
  const call = named.callId ? `-${named.callId.slice(-8).replace(unsafe, '_')}` : '';
  return `${tool}${call}-${named.ulid}${isLikelyJson(named.start) ? '.json' : '.txt'}`;
}

/** By the first character alone. */
export function isLikelyJson(start: string): boolean {
  return /^\s*[{[]/.test(start);
}

/** The harness refuses a session that is not named `ses_…`; ours are given that name. */
function sessionName(sessionId: string): string {
  return /^ses_[a-zA-Z0-9_-]+$/.test(sessionId)
    ? sessionId
    : `ses_${sessionId.replace(/[^a-zA-Z0-9_-]/g, '_')}`;
}
