import type { CallState, Outcome, ReadPage, ToolFacts, ToolRecord } from '../../core/index.ts';
import { formatCount, formatCounted, formatDuration } from '../kit/format.ts';
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
  const facts = call.record?.facts;
  if (facts?.kind === 'job') {
    const explanation = facts.moved === null ? 'It runs as a job.' : 'It goes on as a job.';
    return { word: facts.job.id, icon: 'play', tone: 'soft', explanation };
  }
  if (call.record) return outcomeMark(call.record.outcome);
  if (call.questions?.some(({ answer }) => answer === null)) {
    return { word: 'asks you', icon: 'alert', tone: 'warn', explanation: 'It waits for your answer.' };
  }
  return call.started
    ? { word: 'running', icon: 'clock', tone: 'soft', explanation: 'The tool runs.' }
    : { word: 'waiting', icon: 'clock', tone: 'soft', explanation: 'The tool has not started yet.' };
}

const SHORT_CHARACTERS = 200;
const leading = ['command', 'question', 'prompt', 'pattern', 'file_path', 'filePath', 'path'];

/** The input in one line: the argument that says most, else the JSON. */
export function inputLine(input: unknown): string {
  let text: string | undefined;
  if (typeof input === 'object' && input !== null) {
    const fields: Record<string, unknown> = { ...input };
    text = leading.map((name) => fields[name]).find((value) => typeof value === 'string');
    if (text === undefined && Array.isArray(fields.items)) text = `${fields.items.length} items`;
    const place = fields.path ?? fields.file_path;
    if (text !== undefined && text === fields.pattern && typeof place === 'string')
      text = `${text}  in ${place}`;
    if (text !== undefined && isLineNumber(fields.offset)) {
      text += `  from line ${fields.offset}`;
      if (isLineNumber(fields.limit)) text += `, ${fields.limit} lines`;
    }
  } else if (typeof input === 'string') text = input;
  const line = (text ?? JSON.stringify(input) ?? '').replace(/\s*\n\s*/g, ' ⏎ ');
  return line.length > SHORT_CHARACTERS ? `${line.slice(0, SHORT_CHARACTERS)}…` : line;
}

/** Models send numbers as text too, and the tools take them. */
function isLineNumber(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && /^\d{1,12}$/.test(value));
}

/** How long the call took; null where nobody saw its end, since the page went away while it ran. */
export function durationOf(record: ToolRecord): string | null {
  const { outcome } = record;
  if (outcome.status === 'error' && outcome.stoppedBy === 'session-end') return null;
  return formatDuration(record.endedAtMs - record.startedAtMs);
}

/** Why the model's view is not whole, or null where it is. */
export function truncationWords(call: CallState): string | null {
  const { record, sent } = call;
  if (!record || !sent || sent.account.whole) return null;
  const { seenUnits, sourceUnits } = sent.account;
  const { loss } = record.output;
  const sentences = record.facts === null ? [] : [...cutByTool(record.facts)];
  if (seenUnits < sourceUnits) {
    sentences.push(`The model got ${formatCount(seenUnits)} of ${formatCount(sourceUnits)} characters.`);
    if (record.savedAs && !loss) sentences.push('The whole is saved.');
    if (!record.savedAs && !loss) sentences.push('Nothing was saved.');
  }
  if (loss) sentences.push(`Saving stopped at byte ${formatCount(loss.atByte)}.`);
  return sentences.length === 0 ? 'Output is missing.' : sentences.join(' ');
}

/** Cuts that a tool made before there was an output to look at. */
function cutByTool(facts: ToolFacts): readonly string[] {
  switch (facts.kind) {
    case 'read-page':
      return [cutOfPage(facts.page)];
    case 'grep':
      return [
        ...(facts.omittedLines > 0 ? [`${formatCounted(facts.omittedLines, 'more line')} left out.`] : []),
        ...(facts.windowedLines > 0
          ? [`${formatCounted(facts.windowedLines, 'long line')} shown in part.`]
          : []),
        ...(facts.complete ? [] : [endedEarly]),
      ];
    case 'glob':
    case 'ls':
      return [
        ...(facts.shown < facts.found
          ? [`The model got ${formatCount(facts.shown)} of ${formatCounted(facts.found, 'name')}.`]
          : []),
        ...(facts.complete ? [] : [endedEarly]),
      ];
    default:
      return [];
  }
}

const endedEarly = 'The search ended before it had seen everything.';

function cutOfPage({ cut, firstLine, lastLine, totalLines, capTokens }: ReadPage): string {
  if (cut.kind === 'range-over-cap')
    return `The model got none of the lines: the range has more than ${formatCounted(capTokens, 'token')}.`;
  if (cut.kind === 'long-line') {
    const shown = formatCounted(cut.shownUnits, 'character');
    return cut.lineUnits === null
      ? `The model got the first ${shown} of one very long line.`
      : `The model got the first ${shown} of ${formatCount(cut.lineUnits)} of one line.`;
  }
  return `The model got lines ${formatCount(firstLine)} to ${formatCount(lastLine)} of ${formatCount(totalLines)}.`;
}
