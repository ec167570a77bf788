import {
  cleanerFor,
  createCapture,
  type JsonObject,
  type OutputText,
  type Profile,
  type ProfileContext,
  type TokenCounter,
  type TokenEncoding,
  type ToolRecord,
  windowsFor,
} from '../../core/index.ts';
import { FileFactsCache } from './fileFactsCache.ts';
import { type ReadableFs, read, runRead } from './read.ts';
import { refused } from './toolPort.ts';

export interface ReadAloneRequest {
  readonly fs: ReadableFs;
  readonly profile: Profile;
  readonly profileContext: ProfileContext;
  /** In our tool's field names: `path`, `offset` (a line, from 1), `limit` (lines). */
  readonly input: JsonObject;
  readonly callId: string;
  readonly counter: TokenCounter;
  readonly encoding: TokenEncoding;
}

/**
 * The read tool without a session around it: the record and the page's text, from which a profile words what a
 * model would get. Input that the tool's door refuses is a record too, as it is in a session.
 */
export async function readAlone(
  request: ReadAloneRequest,
): Promise<{ readonly record: ToolRecord; readonly text: OutputText }> {
  const { fs, profile, profileContext, input, callId, counter, encoding } = request;
  const capture = createCapture({ cleaner: cleanerFor(profile, read.name), ...windowsFor(read.name) });
  const parsed = read.parse(input);
  const result = parsed.ok
    ? await runRead(parsed.input, {
        guest: { fs },
        out: { push: (chunk) => capture.push(chunk) },
        profile,
        profileContext,
        counter,
        encoding,
        stop: new AbortController().signal,
        fileFacts: new FileFactsCache(1),
      })
    : refused({ code: 'INVALID_INPUT', phase: 'input', message: parsed.message });
  capture.end();
  const record: ToolRecord = {
    key: '1.1.0',
    callId,
    tool: read.name,
    input,
    outcome: result.outcome,
    startedAtMs: 0,
    endedAtMs: 0,
    output: capture.facts(),
    savedAs: null,
    saveError: null,
    notes: result.notes,
    facts: result.facts,
  };
  return { record, text: capture.text() };
}
