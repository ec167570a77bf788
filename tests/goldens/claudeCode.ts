import {
  type OutputText,
  type ProfileContext,
  profileById,
  profileContext,
  profileRef,
  sentViewOf,
  type ToolRecord,
  type WindowedText,
} from '../../src/core/index.ts';
import { harnessText } from './formats/format.ts';

/** One case: the text that a tool returned, and what the model gets for it. */
export interface GoldenRun {
  readonly tool: string;
  readonly input: string;
  /** Absolute path that a saved result is named by. */
  readonly outputFile: string;
}

export interface GoldenResult {
  readonly text: string;
  readonly persisted: boolean;
  /** The path that the profile chose, null where it saves nothing. */
  readonly path: string | null;
}

/** Runs one case through the profile as a session does: plan the save, note the saved file, present. */
export function runClaudeCode({ tool, input, outputFile }: GoldenRun): GoldenResult {
  const profile = profileById('claude-code');
  if (profile === null) throw new Error('the claude-code profile is missing');
  const { places, callId, isProfilePath } = placesOf(outputFile);
  const ref = profileRef(profile);
  const ctx: ProfileContext = profileContext(profile, ref, places);
  const record = recordOf(tool, input, callId);
  const text = outputTextOf(input);
  const plan = profile.save(record, text, ctx);
  const path = plan === null ? null : isProfilePath ? plan.path : outputFile;
  const saved = path === null ? record : { ...record, savedAs: { path, bytes: record.output.totalBytes } };
  // The tool that gave no text gives none; that a model must get some is ours.
  const isNothing = input === '' && plan === null;
  return {
    text: isNothing ? '' : harnessText(sentViewOf(ref, saved, text, places), text),
    persisted: plan !== null,
    path,
  };
}

/** Home, project, session and id that lead to the file's path. A file elsewhere is taken as the place it was saved. */
function placesOf(outputFile: string) {
  const found = /^(.*)\/\.claude\/projects\/([^/]+)\/([^/]+)\/tool-results\/(.+)\.txt$/.exec(outputFile);
  const [, home = '/home/u', workspace = 'p', sessionId = 's', callId = 'call'] = found ?? [];
  return {
    places: { home, workspace, sessionId, usedStems: new Set<string>() },
    callId,
    isProfilePath: found !== null,
  };
}

function recordOf(tool: string, input: string, callId: string): ToolRecord {
  const bytes = new TextEncoder().encode(input).length;
  return {
    key: '0.0.0',
    callId,
    tool,
    input: {},
    outcome: { status: 'ok', exitCode: 0 },
    startedAtMs: 0,
    endedAtMs: 0,
    output: {
      totalBytes: bytes,
      stdoutBytes: bytes,
      stderrBytes: 0,
      lines: linesOf(input),
      segments: [{ stream: 'stdout', bytes }],
      loss: null,
    },
    savedAs: null,
    saveError: null,
    notes: [],
    facts: null,
  };
}

/**
 * The golden's input is the tool's text itself: nothing is decoded or cleaned. The whole text is its window, since a
 * tool whose results have no limit gives all of it, however long.
 */
function outputTextOf(input: string): OutputText {
  const whole = windowed(input);
  return { cleaner: 'none', merged: whole, stdout: whole, stderr: windowed('') };
}

function windowed(text: string): WindowedText {
  return {
    units: text.length,
    codePoints: [...text].length,
    utf8Bytes: new TextEncoder().encode(text).length,
    lines: linesOf(text),
    head: text,
    tail: '',
  };
}

function linesOf(text: string): number {
  const newlines = text.split('\n').length - 1;
  return newlines + (text === '' || text.endsWith('\n') ? 0 : 1);
}
