import {
  createCapture,
  type Outcome,
  profileById,
  profileContext,
  profileRef,
  type SignalName,
  sentViewOf,
  type ToolRecord,
} from '../../../src/core/index.ts';
import { windowsFor } from './format.ts';
import type { ProfileCase } from './profileCases.ts';

export interface ProfileResult {
  readonly text: string;
  /** The path that the profile chose, null where it saves nothing. */
  readonly savedPath: string | null;
}

const places = {
  sessionId: 's',
  home: '/home/user',
  workspace: '/home/user/project',
  usedStems: new Set<string>(),
};

/** Runs one case as a session does: capture, plan the save, note the saved file, present. */
export function runProfile(profileId: string, golden: ProfileCase, input: string): ProfileResult {
  const profile = profileById(profileId);
  if (profile === null) throw new Error(`there is no profile ${profileId}`);
  const ref = profileRef(profile, golden.quirks, {
    options: golden.options,
    ...(golden.limit === undefined
      ? {}
      : { inlineLimit: { default: golden.limit, [golden.tool]: golden.limit } }),
  });
  const capture = createCapture({
    cleaner: profile.cleaner,
    ...windowsFor(golden.tool, input + golden.stderr),
  });
  const encoder = new TextEncoder();
  if (input !== '') capture.push({ stream: 'stdout', bytes: encoder.encode(input) });
  if (golden.stderr !== '') capture.push({ stream: 'stderr', bytes: encoder.encode(golden.stderr) });
  capture.end();
  const record: ToolRecord = {
    key: '1.1.0',
    callId: golden.callId,
    tool: golden.tool,
    input: {},
    outcome: outcomeOf(golden),
    startedAtMs: 0,
    endedAtMs: golden.durationMs,
    output: capture.facts(),
    savedAs: null,
    saveError: null,
    notes: [],
    facts: null,
    ...(golden.contextTokensLeft === undefined ? {} : { contextTokensLeft: golden.contextTokensLeft }),
  };
  const text = capture.text();
  const plan = profile.save(record, text, profileContext(profile, ref, places));
  const saved =
    plan === null ? record : { ...record, savedAs: { path: plan.path, bytes: record.output.totalBytes } };
  return { text: sentViewOf(ref, saved, text, places).text, savedPath: plan?.path ?? null };
}

function outcomeOf({ exitCode, signal, timeoutMs, aborted }: ProfileCase): Outcome {
  if (aborted) {
    return {
      status: 'error',
      error: { code: 'ABORTED', phase: 'abort', message: 'The user stopped this call.' },
      stoppedBy: 'user',
      unconfirmedStop: false,
    };
  }
  const by: SignalName | null = signal ?? null;
  if (timeoutMs !== undefined) return { status: 'timeout', timeoutMs, signal: by, unconfirmedStop: false };
  if (by !== null) return { status: 'failed', exitCode: null, signal: by };
  return exitCode === 0 ? { status: 'ok', exitCode } : { status: 'failed', exitCode, signal: null };
}
