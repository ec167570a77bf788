import type {
  OutputText,
  Piece,
  ProfileContext,
  ReadPage,
  SavePlan,
  ToolRecord,
} from '../../contract/index.ts';
import { sha256Hex } from '../../hash/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { fileStemOf } from '../fileStem.ts';
import { inlineLimitOf, maxInlineUnits } from '../resolve.ts';
import { isAborted } from '../shared/harnessEndings.ts';
import { plainResult, withForeignEndings } from '../shared/harnessResult.ts';
import { type LongText, longText, mergedText } from '../shared/longText.ts';
import { numberedLines } from '../shared/numberedLines.ts';
import { recordHex, secondsWords } from '../shared/recordIds.ts';
import { exitCodeOfSignal } from '../shared/signalNumbers.ts';
import { clippedFileNotice, clippedNotice, truncateMiddle } from './truncate.ts';

const howToGoOn =
  'You may wait longer to see additional output by sending empty command \'\', send other commands to interact with the current process, send keys ("C-c", "C-z", "C-d") to interrupt/kill the previous command before sending your new command, or use the timeout parameter in terminal for future commands.';

export function observationsFolder(ctx: ProfileContext): string {
  return `${ctx.home}/.openhands/conversations/${fileStemOf(ctx.sessionId, new Set())}/observations`;
}

export function planOpenhandsSave(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): SavePlan | null {
  if (record.tool !== 'bash' || ctx.options.saveFolder !== 'set') return null;
  const content = terminalContent(record, text, ctx);
  const limit = limitOf(ctx, 'bash');
  if (limit === 0 || (content.isWhole && content.codePoints <= limit)) return null;
  const hash = content.isWhole ? sha256Hex(content.start(content.units)).slice(0, 8) : recordHex(record, 8);
  return { path: `${observationsFolder(ctx)}/bash_output_${hash}.txt` };
}

export function presentTerminal(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const content = terminalContent(record, text, ctx);
  const path = record.savedAs?.path ?? null;
  return withForeignEndings(truncateMiddle(content, limitOf(ctx, 'bash'), clippedNotice, path), record, text);
}

export function presentOpenhandsResult(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const result = longText(plainResult(record, text), text);
  return truncateMiddle(result, limitOf(ctx, record.tool), clippedNotice, null);
}

export function presentOpenhandsRead(
  page: ReadPage,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const numbered = longText(numberedLines(text, page.firstLine), text);
  return [
    harnessPiece('status', `Here's the result of running \`cat -n\` on ${page.path}:\n`),
    ...truncateMiddle(numbered, limitOf(ctx, 'read'), clippedFileNotice, null),
    harnessPiece('separator', '\n'),
  ];
}

/** The output without white space at its end, and what the terminal says below it. */
function terminalContent(record: ToolRecord, text: OutputText, ctx: ProfileContext): LongText {
  const output = mergedText(text);
  const end = output.end(output.units);
  const units = output.units - (end.length - end.trimEnd().length);
  const exitCode = exitCodeOf(record);
  const lines = [
    `[${endingWords(record, exitCode)}]`,
    `[Current working directory: ${ctx.workspace}]`,
    ...(exitCode === -1 ? [] : [`[Command finished with exit code ${exitCode}]`]),
  ];
  return longText([...output.slice(0, units), harnessPiece('status', `\n${lines.join('\n')}`)], text);
}

function endingWords({ outcome }: ToolRecord, exitCode: number): string {
  if (outcome.status === 'timeout') {
    return `The command has no new output after ${secondsWords(outcome.timeoutMs)} seconds. ${howToGoOn}`;
  }
  const wasInterrupted = exitCode === 130 ? ' CTRL+C was sent.' : '';
  return exitCode === -1
    ? 'The command did not complete.'
    : `The command completed with exit code ${exitCode}.${wasInterrupted}`;
}

/** -1: none, as a command has that still runs. A stop by the user is a Ctrl+C there. */
function exitCodeOf(record: ToolRecord): number {
  const { outcome } = record;
  if (isAborted(record)) return 130;
  if (outcome.status === 'ok') return outcome.exitCode ?? 0;
  if (outcome.status !== 'failed') return -1;
  if (outcome.exitCode !== null) return outcome.exitCode;
  return outcome.signal === null ? -1 : exitCodeOfSignal(outcome.signal);
}

function limitOf(ctx: ProfileContext, tool: string): number {
  return inlineLimitOf(ctx.limits, tool) ?? maxInlineUnits;
}
