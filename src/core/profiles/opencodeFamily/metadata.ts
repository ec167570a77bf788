import type { ToolRecord } from '../../contract/index.ts';
import { endingLines, lossLine } from '../shared/endings.ts';
import { noteLines } from '../shared/noteWords.ts';

/** The word for the tool in its own notices: the tool was renamed in spring 2026. */
export type ShellWord = 'bash' | 'shell';

/**
 * Lines of the trailer that a command's result ends with. The harness says that a command was stopped; that
 * output is missing, and what else changes how a result is read, is said there too (ours).
 */
export function metadataLines(record: ToolRecord, word: ShellWord, showsExit: boolean): readonly string[] {
  const { outcome } = record;
  const lines: string[] = [];
  if (outcome.status === 'timeout') lines.push(timeoutWords(word, outcome.timeoutMs));
  const isAborted = outcome.status === 'error' && outcome.stoppedBy === 'user';
  if (isAborted) lines.push('User aborted the command');
  if (outcome.status === 'error' && !isAborted) lines.push(...endingLines(record));
  else {
    if (record.output.loss !== null) lines.push(lossLine(record.output.loss));
    lines.push(...noteLines(record));
  }
  if (outcome.status === 'failed' && outcome.exitCode === null) {
    lines.push(outcome.signal === null ? 'No exit code' : `Ended by ${outcome.signal}`);
  } else if (showsExit && 'exitCode' in outcome && outcome.exitCode !== null && outcome.exitCode !== 0) {
    lines.push(`Exit code ${outcome.exitCode}`);
  }
  return lines;
}

/** The trailer in its tag; empty where there is nothing to say. */
export function metadataTrailer(lines: readonly string[], word: ShellWord): string {
  return lines.length === 0 ? '' : `\n\n<${word}_metadata>\n${lines.join('\n')}\n</${word}_metadata>`;
}

function timeoutWords(word: ShellWord, ms: number): string {
  const said = `${word} tool terminated command after exceeding timeout ${ms} ms`;
  return word === 'bash'
    ? said
    : `${said}. If this command is expected to take longer and is not waiting for interactive input, retry with a larger timeout value in milliseconds.`;
}
