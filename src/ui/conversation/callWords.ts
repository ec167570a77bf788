import type { CallState, Outcome, ToolRecord } from '../../core/index.ts';
import { formatDuration } from '../kit/format.ts';
import type { IconName } from '../kit/icons.ts';

/** How a call ended, in a word with a shape; colour only supports it. */
export interface StatusMark {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'ok' | 'bad' | 'warn' | 'soft';
  readonly explanation: string;
}

function outcomeMark(outcome: Outcome): StatusMark {
  switch (outcome.status) {
    case 'ok':
      return { word: 'ok', icon: 'check', tone: 'ok', explanation: 'The tool has done what was asked.' };
    case 'failed': {
      const word = outcome.exitCode === null ? (outcome.signal ?? 'failed') : `exit ${outcome.exitCode}`;
      return {
        word,
        icon: 'cross',
        tone: 'bad',
        explanation: 'The command ended with a failure of its own.',
      };
    }
    case 'timeout':
      return {
        word: 'timeout',
        icon: 'clock',
        tone: 'warn',
        explanation: `Stopped after ${formatDuration(outcome.timeoutMs)}${outcome.unconfirmedStop ? '; the stop was not confirmed' : ''}.`,
      };
    case 'error':
      return outcome.stoppedBy === 'user'
        ? { word: 'aborted', icon: 'ban', tone: 'warn', explanation: 'Stopped by you.' }
        : {
            word: 'error',
            icon: 'alert',
            tone: 'bad',
            explanation: `${outcome.error.message} (${outcome.error.code}, ${outcome.error.phase})`,
          };
  }
}

export function statusMark(call: CallState): StatusMark {
  if (call.record) return outcomeMark(call.record.outcome);
  return call.started
    ? { word: 'running', icon: 'clock', tone: 'soft', explanation: 'The tool runs.' }
    : { word: 'waiting', icon: 'clock', tone: 'soft', explanation: 'The tool has not started yet.' };
}

const SHORT_CHARACTERS = 200;
const leading = ['command', 'pattern', 'file_path', 'filePath', 'path'];

/** The input in one line: the argument that says most, else the JSON. */
export function inputLine(input: unknown): string {
  let text: string | undefined;
  if (typeof input === 'object' && input !== null) {
    const fields: Record<string, unknown> = { ...input };
    text = leading.map((name) => fields[name]).find((value) => typeof value === 'string');
    const place = fields.path ?? fields.file_path;
    if (text !== undefined && text === fields.pattern && typeof place === 'string')
      text = `${text}  in ${place}`;
    if (text !== undefined && typeof fields.offset === 'number') {
      text += `  from line ${fields.offset}`;
      if (typeof fields.limit === 'number') text += `, ${fields.limit} lines`;
    }
  } else if (typeof input === 'string') text = input;
  const line = (text ?? JSON.stringify(input) ?? '').replace(/\s*\n\s*/g, ' ⏎ ');
  return line.length > SHORT_CHARACTERS ? `${line.slice(0, SHORT_CHARACTERS)}…` : line;
}

export function durationOf(record: ToolRecord): string {
  return formatDuration(record.endedAtMs - record.startedAtMs);
}

/** Why the model's view is not whole, or null where it is. */
export function truncationWords(call: CallState): string | null {
  const { record, sent } = call;
  if (!record || !sent || sent.account.whole) return null;
  if (record.facts?.kind === 'read-page') {
    const { firstLine, lastLine, totalLines } = record.facts.page;
    const count = (value: number) => value.toLocaleString('en-US');
    return `The model got lines ${count(firstLine)} to ${count(lastLine)} of ${count(totalLines)}.`;
  }
  const { seenUnits, sourceUnits } = sent.account;
  const share = `The model got ${seenUnits.toLocaleString('en-US')} of ${sourceUnits.toLocaleString('en-US')} characters.`;
  if (record.output.loss)
    return `${share} Saving stopped at byte ${record.output.loss.atByte.toLocaleString('en-US')}.`;
  return record.savedAs ? `${share} The whole is saved.` : `${share} Nothing was saved.`;
}
