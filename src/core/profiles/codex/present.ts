import type { OutputText, Piece, ProfileContext, ToolRecord } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { isAborted } from '../shared/harnessEndings.ts';
import { orNoOutput, plainResult, withForeignEndings } from '../shared/harnessResult.ts';
import { type LongText, longText, mergedText } from '../shared/longText.ts';
import { recordHex } from '../shared/recordIds.ts';
import { exitCodeOfSignal } from '../shared/signalNumbers.ts';
import { abortDropsQuirk, lineDifferenceQuirk } from './about.ts';
import { cutMiddle, linesOf, tokensOfBytes } from './cut.ts';
import { type CodexSettings, codexSettings } from './settings.ts';

const timeoutExitCode = 124;
export function presentCodexCommand(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const settings = codexSettings(ctx, 'bash');
  const seconds = Math.max(record.endedAtMs - record.startedAtMs, 0) / 1000;
  if (isAborted(record) && settings.form !== 'text') {
    const words = `Wall time: ${seconds.toFixed(1)} seconds\naborted by user`;
    const drops = ctx.quirks[abortDropsQuirk] === 'exact' || text.merged.units === 0;
    const output = drops ? [] : withHeader(mergedText(text), settings);
    const joint = output.length === 0 ? '' : '\nOutput:\n';
    return withForeignEndings([harnessPiece('status', words + joint), ...output], record, text);
  }
  const content = contentOf(record, text, settings);
  if (settings.form === 'unified') {
    const head = [
      `Chunk ID: ${recordHex(record, 6)}`,
      `Wall time: ${seconds.toFixed(4)} seconds`,
      processWords(record),
      `Original token count: ${tokensOfBytes(content.utf8Bytes)}`,
      'Output:\n',
    ];
    return withForeignEndings(
      [harnessPiece('status', head.join('\n')), ...withHeader(content, settings)],
      record,
      text,
    );
  }
  if (settings.form === 'text') {
    return withForeignEndings(orNoOutput(withHeader(content, settings), '(no output)'), record, text);
  }
  const cut = cutMiddle(content, settings);
  const lines = linesOf(content);
  const saysLines = ctx.quirks[lineDifferenceQuirk] === 'exact' ? lines !== cut.shownLines : cut.isCut;
  const head = [
    `Exit code: ${exitCodeOf(record)}`,
    `Wall time: ${Math.round(seconds * 10) / 10} seconds`,
    ...(saysLines ? [`Total output lines: ${lines}`] : []),
    'Output:\n',
  ];
  return withForeignEndings([harnessPiece('status', head.join('\n')), ...cut.pieces], record, text);
}

/** Every other result: the same cut with its header. */
export function presentCodexText(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  return withHeader(longText(plainResult(record, text), text), codexSettings(ctx, record.tool));
}

function withHeader(content: LongText, settings: CodexSettings): readonly Piece[] {
  const cut = cutMiddle(content, settings);
  if (!cut.isCut || settings.header === 'none') return cut.pieces;
  const warning =
    settings.header === 'newer'
      ? `Warning: truncated output (original token count: ${tokensOfBytes(content.utf8Bytes)})\n`
      : '';
  return [harnessPiece('notice', `${warning}Total output lines: ${linesOf(content)}\n\n`), ...cut.pieces];
}

/** What is cut: the output, after a timeout with a line about it before. A session that runs on has none. */
function contentOf(record: ToolRecord, text: OutputText, { form }: CodexSettings): LongText {
  const output = mergedText(text);
  const { outcome } = record;
  if (outcome.status !== 'timeout' || (form === 'unified' && outcome.signal === null)) return output;
  const words = `command timed out after ${outcome.timeoutMs} milliseconds\n`;
  return longText([harnessPiece('status', words), ...output.pieces], text);
}

function processWords(record: ToolRecord): string {
  const { outcome } = record;
  return outcome.status === 'timeout' && outcome.signal === null
    ? `Process running with session ID ${10_000 + (Number.parseInt(recordHex(record, 6), 16) % 90_000)}`
    : `Process exited with code ${exitCodeOf(record)}`;
}

function exitCodeOf({ outcome }: ToolRecord): number {
  switch (outcome.status) {
    case 'ok':
      return outcome.exitCode ?? 0;
    case 'timeout':
      return timeoutExitCode;
    case 'failed':
      if (outcome.exitCode !== null) return outcome.exitCode;
      return outcome.signal === null ? -1 : exitCodeOfSignal(outcome.signal);
    case 'error':
      return -1;
  }
}
