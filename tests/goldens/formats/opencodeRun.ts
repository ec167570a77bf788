import {
  createCapture,
  isProbablyBinary,
  type OptionValues,
  type Outcome,
  profileById,
  profileContext,
  profileRef,
  type ReadPage,
  sentViewOf,
  type ToolFacts,
  type ToolRecord,
} from '../../../src/core/index.ts';
import { harnessText, windowsFor } from './format.ts';
import type { OpencodeCase } from './opencode.ts';

export interface OpencodeResult {
  readonly text: string;
  /** The path that the profile chose, null where it saves nothing. */
  readonly savedPath: string | null;
  readonly isError: boolean;
}

const profileIds = {
  'upstream.output': 'opencode',
  'upstream.read': 'opencode',
  'upstream.shell': 'opencode-shell',
  pr6234: 'opencode-6234',
} as const;

const tools = {
  'upstream.output': 'webfetch',
  'upstream.read': 'read',
  'upstream.shell': 'bash',
  pr6234: 'bash',
};

const taskTools: Readonly<Record<string, string>> = { task: 'yes', task_0107: 'yes, before 2026-01-13' };

const places = { sessionId: 'ses_abc', home: '/h', workspace: '/w', usedStems: new Set<string>() };

/** One case as a session runs it: plan the save, note the saved file (by the golden's name), present. */
export function runOpencode(golden: OpencodeCase, input: string, path: string): OpencodeResult {
  const profile = profileById(profileIds[golden.fn]);
  if (profile === null) throw new Error(`the profile ${profileIds[golden.fn]} is missing`);
  const { opt } = golden;
  const options: OptionValues = {
    ...(opt.maxLines === undefined ? {} : { 'max-lines': opt.maxLines }),
    ...(opt.direction === undefined ? {} : { direction: opt.direction }),
    ...(opt.hint === undefined ? {} : { 'task-tool': taskTools[opt.hint] ?? opt.hint }),
  };
  const overrides = {
    options,
    ...(opt.maxBytes === undefined ? {} : { inlineLimit: { default: opt.maxBytes } }),
  };
  const ref = profileRef(profile, {}, overrides);
  const ctx = profileContext(profile, ref, places);
  for (const [id, value] of Object.entries(options)) {
    if (ctx.options[id] !== value) throw new Error(`option ${id} does not take ${value}`);
  }
  const made = golden.fn === 'upstream.read' ? readOf(golden, input) : null;
  const { text, output } = captured(tools[golden.fn], made?.shown ?? input);
  const record: ToolRecord = {
    key: '0.0.0',
    callId: 'call_0123456789f3e21aa',
    tool: tools[golden.fn],
    input: {},
    outcome: outcomeOf(golden),
    startedAtMs: 0,
    endedAtMs: 0,
    output,
    savedAs: null,
    saveError: null,
    notes: [],
    facts: made?.facts ?? null,
  };
  const savedPath = profile.save(record, text, ctx)?.path ?? null;
  const saved = savedPath === null ? record : { ...record, savedAs: { path, bytes: output.totalBytes } };
  const view = sentViewOf(ref, saved, text, places);
  const isError = view.pieces.some((piece) => piece.from === 'harness' && piece.role === 'error');
  // The tool that gave no text gives none; that a model must get some is ours.
  const isNothing = golden.fn !== 'upstream.shell' && input === '' && made === null && savedPath === null;
  return { text: isNothing ? '' : harnessText(view, text), savedPath, isError };
}

function outcomeOf({ opt }: OpencodeCase): Outcome {
  if (opt.timeout !== undefined) {
    return { status: 'timeout', timeoutMs: opt.timeout, signal: 'SIGTERM', unconfirmedStop: false };
  }
  if (opt.aborted !== true) return { status: 'ok', exitCode: 0 };
  const error = { code: 'ABORTED', phase: 'abort' as const, message: 'Stopped.' };
  return { status: 'error', error, stoppedBy: 'user', unconfirmedStop: false };
}

function captured(tool: string, input: string) {
  const capture = createCapture({ cleaner: 'none', ...windowsFor(tool, input) });
  capture.push({ stream: 'stdout', bytes: new TextEncoder().encode(input) });
  capture.end();
  return { text: capture.text(), output: capture.facts() };
}

/** What the read tool finds out of a file, by the plainest means. */
function readOf(golden: OpencodeCase, input: string): { readonly facts: ToolFacts; readonly shown: string } {
  const { filepath = '/w/file', offset, limit } = golden.opt;
  const path = filepath;
  const lines = input.split(/(?<=\n)/);
  const totalLines = input === '' ? 0 : lines.length;
  const firstLine = Math.max(offset ?? 1, 1);
  if (isProbablyBinary(new TextEncoder().encode(input).subarray(0, 8192))) {
    return {
      facts: { kind: 'read-stub', path, content: 'binary data', bytes: input.length, sha256: '' },
      shown: '',
    };
  }
  if (totalLines === 0 && firstLine === 1) return { facts: { kind: 'read-empty', path }, shown: '' };
  if (firstLine > totalLines) {
    return { facts: { kind: 'read-past-end', path, askedOffset: firstLine, totalLines }, shown: '' };
  }
  const shown = lines.slice(firstLine - 1, firstLine - 1 + Math.max(limit ?? 2_000, 1));
  const lastLine = firstLine + shown.length - 1;
  const page: ReadPage = {
    path,
    askedOffset: offset ?? null,
    askedLimit: limit ?? null,
    firstLine,
    lastLine,
    totalLines,
    rangeTokens: null,
    capTokens: 200_000,
    encoding: 'o200k_base',
    cut: { kind: limit === undefined && lastLine < totalLines ? 'window' : 'none' },
  };
  return { facts: { kind: 'read-page', page }, shown: shown.join('') };
}
