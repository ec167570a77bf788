import {
  createShellCapture,
  defaultShellLimits,
  type Note,
  type Outcome,
  type OutputFacts,
  type OutputText,
  profileById,
  profileRef,
  type ShellCut,
  type ShellLimits,
  sentViewOf,
  signalNames,
  type ToolRecord,
} from '../../../src/core/index.ts';
import type { GoldenNotes } from './betterFsNotes.ts';
import type { BetterFsCase } from './betterFsTools.ts';
import { harnessText } from './format.ts';

/** Chunks are `[stream, text or bytes]`; others are given on as they are, for the tool to skip. */
export function capturedChunks(
  chunks: readonly unknown[],
  limits: ShellLimits,
): { readonly text: OutputText; readonly facts: OutputFacts } {
  const capture = createShellCapture(limits);
  for (const chunk of chunks) {
    const [stream, data]: readonly unknown[] = Array.isArray(chunk) ? chunk : [];
    const bytes =
      typeof data === 'string'
        ? new TextEncoder().encode(data)
        : Array.isArray(data)
          ? Uint8Array.from(data)
          : null;
    capture.push({ stream: stream === 'err' ? 'stderr' : 'stdout', bytes });
  }
  return capture.end();
}

/** A cut whose parts are given as texts. */
export function givenCut(given: {
  readonly head: string;
  readonly tail: string | null;
  readonly omittedBytes: number;
  readonly omittedLines: number;
}): { readonly cut: ShellCut; readonly text: OutputText } {
  const { head, tail, omittedBytes, omittedLines } = given;
  const { text } = capturedChunks([['out', head + (tail ?? '')]], {
    ...defaultShellLimits,
    maxOutputBytes: 1_000_000,
  });
  const part = (start: number, end: number) =>
    end > start ? [{ from: 'output' as const, of: 'merged' as const, start, end }] : [];
  return {
    cut: {
      head: part(0, head.length),
      tail: tail === null ? null : part(head.length, head.length + tail.length),
      omittedBytes,
      omittedLines,
    },
    text,
  };
}

const recordedNotes = new Set(['aborted', 'output-cap', 'clamped', 'unconfirmed-stop']);

/** The case as a session has it, through the profile; null where a record cannot hold what the case says. */
export function profileText(
  golden: BetterFsCase,
  { clamp }: GoldenNotes,
  text: OutputText,
  facts: OutputFacts,
): string | null {
  const outcome = outcomeOf(golden);
  const profile = profileById('better-fs-tools');
  if (profile === null) throw new Error('the better-fs-tools profile is missing');
  if (outcome === null || golden.run === null || !golden.notes.every((code) => recordedNotes.has(code))) {
    return null;
  }
  const limits: Readonly<Record<string, unknown>> = { ...Object(golden.limits) };
  const number = (name: string) => {
    const value = limits[name];
    return typeof value === 'number' ? value : undefined;
  };
  const [maxOutputBytes, defaultTimeoutMs, maxTimeoutMs] = [
    number('maxOutputBytes'),
    number('defaultTimeoutMs'),
    number('maxTimeoutMs'),
  ];
  const options = {
    'max-lines': number('maxOutputLines'),
    'head-percent': number('headPercent'),
    'max-capture-bytes': number('maxCaptureBytes'),
    'timeout-unit': clamp?.unit,
  };
  const given = Object.entries(options).flatMap(([id, value]) =>
    value === undefined ? [] : [[id, value] as const],
  );
  const ref = profileRef(
    profile,
    {},
    {
      options: Object.fromEntries(given),
      ...(maxOutputBytes === undefined ? {} : { inlineLimit: { default: maxOutputBytes } }),
      ...(defaultTimeoutMs === undefined ? {} : { defaultTimeoutMs }),
      ...(maxTimeoutMs === undefined ? {} : { maxTimeoutMs }),
    },
  );
  const notes: readonly Note[] =
    clamp === null
      ? []
      : [{ code: 'timeout-clamped', data: { askedMs: clamp.requestedMs, usedMs: golden.run.timeoutMs } }];
  const record: ToolRecord = {
    key: '0.0.0',
    callId: 'call',
    tool: 'bash',
    input: {},
    outcome,
    startedAtMs: 0,
    endedAtMs: golden.run.durationMs,
    output: facts,
    savedAs: golden.spill === null ? null : { path: golden.spill, bytes: facts.totalBytes },
    saveError: null,
    notes,
    facts: null,
  };
  const places = { sessionId: 's', home: '/h', workspace: '/work', usedStems: new Set<string>() };
  return harnessText(sentViewOf(ref, record, text, places), text);
}

function outcomeOf({ run, notes }: BetterFsCase): Outcome | null {
  if (run === null) return null;
  const unconfirmedStop = notes.includes('unconfirmed-stop');
  const signal = signalNames.find((name) => name === run.signal) ?? null;
  if (run.signal !== signal) return null;
  switch (run.stoppedBy) {
    case 'timeout':
      return { status: 'timeout', timeoutMs: run.timeoutMs, signal, unconfirmedStop };
    case 'abort':
    case 'output-cap': {
      // A record of such an end holds neither exit code nor signal.
      if (run.exitCode !== null || (signal !== 'SIGTERM' && !unconfirmedStop)) return null;
      const error = { code: 'STOPPED', phase: 'abort' as const, message: 'Stopped.' };
      return {
        status: 'error',
        error,
        stoppedBy: run.stoppedBy === 'abort' ? 'user' : 'cap',
        unconfirmedStop,
      };
    }
    case null:
      return run.exitCode === 0
        ? { status: 'ok', exitCode: 0 }
        : { status: 'failed', exitCode: run.exitCode, signal };
  }
}
