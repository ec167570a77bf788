import {
  createCapture,
  type Outcome,
  type OutputFacts,
  type Profile,
  profileById,
  profileContext,
  profileRef,
  type ReadPage,
  sentViewOf,
  type ToolRecord,
} from '../../../src/core/index.ts';
import { windowsFor } from './format.ts';
import type { SpokenCase } from './spokenWords.ts';

export interface Spoken {
  readonly said: string;
  readonly savedPath: string | null;
}

const home = '/home/user';
const workspace = '/home/user/project';

/** What the profile says for one case. Throws where there is no such profile, tool or job word. */
export function spokenText(profileId: string, golden: SpokenCase, written?: string): Spoken {
  const profile = profileById(profileId);
  if (profile === null) throw new Error(`there is no profile ${profileId}`);
  switch (golden.kind) {
    case 'tool':
      return { said: toolText(profile, golden.tool), savedPath: null };
    case 'job':
      return { said: jobText(profile, golden), savedPath: null };
    case 'read':
      return resultOf(profile, {
        tool: 'read',
        input: written ?? golden.input ?? '',
        page: { encoding: 'o200k_base', ...golden.page },
      });
    case 'result':
      return resultOf(profile, {
        ...golden,
        input: written ?? golden.input ?? '',
        outcome: outcomeOf(golden),
      });
  }
}

interface Run {
  readonly tool: string;
  readonly input: string;
  readonly stderr?: string;
  readonly callId?: string;
  readonly usedStems?: readonly string[];
  readonly saveFails?: { readonly code: string; readonly message: string } | undefined;
  readonly outcome?: Outcome;
  readonly page?: ReadPage;
}

function resultOf(profile: Profile, run: Run): Spoken {
  const places = placesWith(run.usedStems ?? []);
  const ref = profileRef(profile);
  const capture = createCapture({
    cleaner: run.tool === 'read' ? 'none' : profile.cleaner,
    ...windowsFor(run.tool, run.input + (run.stderr ?? '')),
  });
  const push = (stream: 'stdout' | 'stderr', text: string) =>
    capture.push({ stream, bytes: new TextEncoder().encode(text) });
  push('stdout', run.input);
  push('stderr', run.stderr ?? '');
  capture.end();
  const record: ToolRecord = {
    key: '1.1.0',
    callId: run.callId ?? 'call_1',
    tool: run.tool,
    input: {},
    outcome: run.outcome ?? { status: 'ok', exitCode: run.tool === 'bash' ? 0 : null },
    startedAtMs: 0,
    endedAtMs: 0,
    output: capture.facts(),
    savedAs: null,
    saveError: null,
    notes: [],
    facts: run.page === undefined ? null : { kind: 'read-page', page: run.page },
  };
  const text = capture.text();
  const plan = profile.save(record, text, profileContext(profile, ref, places));
  const { saveFails } = run;
  const saved: ToolRecord =
    saveFails === undefined
      ? { ...record, savedAs: plan === null ? null : { path: plan.path, bytes: record.output.totalBytes } }
      : { ...record, saveError: { ...saveFails, phase: 'save' } };
  return { said: sentViewOf(ref, saved, text, places).text, savedPath: plan?.path ?? null };
}

function toolText(profile: Profile, tool: string): string {
  const ctx = profileContext(profile, profileRef(profile), placesWith([]));
  const found = profile.tools(ctx).find((text) => text.tool === tool);
  if (found === undefined) throw new Error(`there is no tool ${tool}`);
  const { wireName, description, inputSchema } = found;
  return JSON.stringify({ name: wireName, description, inputSchema });
}

const nothingPrinted: OutputFacts = {
  totalBytes: 0,
  stdoutBytes: 0,
  stderrBytes: 0,
  lines: 0,
  segments: [],
  loss: null,
};

function jobText(profile: Profile, golden: Extract<SpokenCase, { kind: 'job' }>): string {
  const { jobs } = profile;
  const job = { id: golden.jobId, command: golden.command, logPath: golden.logPath };
  const ctx = profileContext(profile, profileRef(profile), placesWith([]));
  const said = {
    logPath: () => jobs?.logPath(golden.jobId, ctx),
    started: () => jobs?.started(job, golden.isHeard),
    movedToBackground: () => jobs?.movedToBackground?.(job, golden.timeoutMs, golden.isHeard),
    ended: () =>
      jobs?.ended(
        job,
        golden.exitCode === 0
          ? { status: 'ok', exitCode: 0 }
          : { status: 'failed', exitCode: golden.exitCode, signal: null },
        nothingPrinted,
      ),
  }[golden.said]();
  if (said === undefined) throw new Error(`the profile has no words for ${golden.said}`);
  return said;
}

function outcomeOf({ tool, exitCode, signal, timeoutMs }: Extract<SpokenCase, { kind: 'result' }>): Outcome {
  if (timeoutMs !== undefined) {
    return { status: 'timeout', timeoutMs, signal: signal ?? 'SIGTERM', unconfirmedStop: false };
  }
  if (signal !== undefined) return { status: 'failed', exitCode: null, signal };
  if (tool !== 'bash') return { status: 'ok', exitCode: null };
  return exitCode === 0 ? { status: 'ok', exitCode } : { status: 'failed', exitCode, signal: null };
}

function placesWith(usedStems: readonly string[]) {
  return { sessionId: 's', home, workspace, usedStems: new Set(usedStems) };
}
