import type {
  OutputText,
  Piece,
  Profile,
  ProfileContext,
  SavePlan,
  ToolRecord,
} from '../../contract/index.ts';
import { sha256Hex } from '../../hash/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { profileNamed } from '../names.ts';
import { inlineLimitOf, maxInlineUnits } from '../resolve.ts';
import { elideMiddle } from '../shared/cuts.ts';
import { inlineResult, resultParts } from '../shared/result.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { betterFsToolsAbout, betterFsToolsQuirks } from './about.ts';
import { notesOfRecord, runOfRecord } from './fromRecord.ts';
import type { TimeoutUnit } from './numberWords.ts';
import { type ReadViewLimits, readFactsWords, readViewPieces } from './readView.ts';
import { cutShellOutput } from './shellCut.ts';
import { defaultReadLimits, defaultShellLimits, type ShellLimits } from './shellLimits.ts';
import { shellReport } from './shellReport.ts';
import { toolTexts } from './toolTexts.ts';

export {
  byteWords,
  durationWords as shellDurationWords,
  type TimeoutUnit,
  timeoutWords,
} from './numberWords.ts';
export type { ShellCapture } from './shellCapture.ts';
export { createShellCapture } from './shellCapture.ts';
export type { CutLimits, ShellCut } from './shellCut.ts';
export { cutShellOutput } from './shellCut.ts';
export type { ReadLimits, ShellLimits } from './shellLimits.ts';
export {
  defaultReadLimits,
  defaultShellLimits,
  drainMs as shellDrainMs,
  extraExitWaitMs as shellExtraExitWaitMs,
  resolveReadLimits,
  resolveShellLimits,
} from './shellLimits.ts';
export type { IncompleteCauses, ShellNote } from './shellNotes.ts';
export { shellNotes } from './shellNotes.ts';
export type { ShellFixes, ShellOutput, ShellRun, ShellView } from './shellReport.ts';
export { shellOutputOf, shellReport } from './shellReport.ts';
export { shellToolDescription } from './toolTexts.ts';

const timeoutUnits: readonly TimeoutUnit[] = ['plain', 'milliseconds', 'seconds'];

/** `@better-fs-tools/shell` 0.2.0: a status line, both ends of the output, and notes. */
export const betterFsTools: Profile = {
  ...profileNamed('better-fs-tools'),
  version: 2,
  about: betterFsToolsAbout,
  quirks: betterFsToolsQuirks,
  limits: {
    lengthUnit: 'raw bytes',
    // Raw bytes of the model view; of read, UTF-8 bytes of the shown lines.
    inlineLimit: { default: defaultShellLimits.maxOutputBytes, read: defaultReadLimits.maxViewBytes },
    previewUnits: 0,
    defaultTimeoutMs: defaultShellLimits.defaultTimeoutMs,
    maxTimeoutMs: defaultShellLimits.maxTimeoutMs,
    readLines: defaultReadLimits.maxLines,
    readTokens: 200_000,
  },
  options: [
    numberOption(
      'max-lines',
      'Lines of the model view',
      'lines',
      1_000_000,
      defaultShellLimits.maxOutputLines,
    ),
    numberOption('head-percent', 'Share of the head', 'percent', 100, defaultShellLimits.headPercent),
    numberOption(
      'max-capture-bytes',
      'Bytes after which a command is stopped',
      'bytes',
      1_000_000_000,
      defaultShellLimits.maxCaptureBytes,
    ),
    {
      kind: 'choice',
      id: 'timeout-unit',
      label: 'Unit of times in the clamp note',
      values: timeoutUnits,
      default: 'plain',
    },
    { kind: 'choice', id: 'spill', label: 'Spill sink', values: ['file', 'none'], default: 'file' },
  ],
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  tools: (ctx) => toolTexts(ctx, shellLimitsOf(ctx)),
  savedFolders: (ctx) => [spillFolder(ctx)],
  save: planSpill,
  present: (record, text, ctx) => {
    if (record.facts?.kind === 'read-page') return readViewPieces(record.facts.page, text, readLimitsOf(ctx));
    return record.tool === 'bash' ? presentShell(record, text, ctx) : presentOther(record, text, ctx);
  },
  presentRead: (page, _record, text, ctx) => readViewPieces(page, text, readLimitsOf(ctx)),
};

function presentShell(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const limits = shellLimitsOf(ctx);
  const run = runOfRecord(record, limits);
  const notes = notesOfRecord(record, {
    limits,
    timeoutUnit: timeoutUnits.find((unit) => unit === ctx.options['timeout-unit']) ?? 'plain',
    saysSpillFailure: ctx.quirks['spill-failure-silent'] === 'fixed',
  });
  const cut = cutShellOutput(text, record.output, limits);
  const view = run === null ? null : { run, cut, spill: record.savedAs?.path ?? null };
  return shellReport(view, notes, {
    unconfirmedStatus: ctx.quirks['unconfirmed-status'] === 'fixed',
    gapCount: ctx.quirks['gap-count'] === 'fixed',
  });
}

/** Tools that the package does not have, and reads that show no lines. */
function presentOther(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const said = record.facts === null ? null : readFactsWords(record.facts, readLimitsOf(ctx).maxLines);
  if (said !== null) {
    const isError = record.outcome.status === 'error';
    return [harnessPiece(isError ? 'error' : 'empty', said)];
  }
  const parts = resultParts(record, text);
  const { pieces } = elideMiddle(parts.body, shellLimitsOf(ctx).maxOutputBytes, text);
  return inlineResult(pieces, parts.endings, text);
}

function planSpill(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (record.tool !== 'bash' || ctx.options.spill === 'none') return null;
  if (cutShellOutput(text, record.output, shellLimitsOf(ctx)).tail === null) return null;
  return { path: `${spillFolder(ctx)}/${uuidOf(`${ctx.sessionId}\n${record.key}\n${record.callId}`)}.log` };
}

function spillFolder(ctx: ProfileContext): string {
  return `${ctx.workspace}/.bash-output`;
}

/** The form of a random UUID, made of a hash so that a result is the same when it is made again. */
function uuidOf(seed: string): string {
  const hex = sha256Hex(seed);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${'89ab'.charAt(Number.parseInt(hex.slice(16, 17), 16) % 4)}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function shellLimitsOf(ctx: ProfileContext): ShellLimits {
  return {
    ...defaultShellLimits,
    defaultTimeoutMs: ctx.limits.defaultTimeoutMs,
    maxTimeoutMs: ctx.limits.maxTimeoutMs,
    maxOutputBytes: inlineLimitOf(ctx.limits, 'bash') ?? maxInlineUnits,
    maxOutputLines: numberIn(ctx, 'max-lines', defaultShellLimits.maxOutputLines),
    headPercent: numberIn(ctx, 'head-percent', defaultShellLimits.headPercent),
    maxCaptureBytes: numberIn(ctx, 'max-capture-bytes', defaultShellLimits.maxCaptureBytes),
  };
}

function readLimitsOf(ctx: ProfileContext): ReadViewLimits {
  return {
    ...defaultReadLimits,
    maxLines: ctx.limits.readLines,
    maxViewBytes: inlineLimitOf(ctx.limits, 'read') ?? maxInlineUnits,
  };
}

function numberIn(ctx: ProfileContext, id: string, fallback: number): number {
  const value = ctx.options[id];
  return typeof value === 'number' ? value : fallback;
}

function numberOption(id: string, label: string, unit: string, max: number, value: number) {
  return { kind: 'number' as const, id, label, unit, min: 1, max, default: value };
}
