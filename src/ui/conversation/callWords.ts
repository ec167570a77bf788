import type { CallState, Outcome, ReadPage, ToolFacts, ToolRecord } from '../../core/index.ts';
import { formatDuration } from '../kit/format.ts';
import type { IconName } from '../kit/icons.ts';
import * as words from '../words/conversation.ts';

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
      return { word: words.ok, icon: 'check', tone: 'ok', explanation: words.okWhy };
    case 'failed': {
      const word =
        outcome.exitCode === null ? (outcome.signal ?? words.failed) : words.exit(outcome.exitCode);
      return {
        word,
        icon: 'cross',
        tone: 'bad',
        explanation: words.failedWhy,
      };
    }
    case 'timeout':
      return {
        word: words.timeout,
        icon: 'clock',
        tone: 'warn',
        explanation: outcome.unconfirmedStop
          ? words.stoppedUnconfirmed(outcome.timeoutMs)
          : words.stoppedAfter(outcome.timeoutMs),
      };
    case 'error':
      return outcome.stoppedBy === 'user'
        ? { word: words.aborted, icon: 'ban', tone: 'warn', explanation: words.abortedWhy }
        : {
            word: words.error,
            icon: 'alert',
            tone: 'bad',
            explanation: words.errorWhy(outcome.error.message, outcome.error.code, outcome.error.phase),
          };
  }
}

export function statusMark(call: CallState): StatusMark {
  const facts = call.record?.facts;
  if (facts?.kind === 'job') {
    const explanation = facts.moved === null ? words.runsAsJob : words.goesOnAsJob;
    return { word: facts.job.id, icon: 'play', tone: 'soft', explanation };
  }
  if (call.record) return outcomeMark(call.record.outcome);
  if (call.questions?.some(({ answer }) => answer === null)) {
    return { word: words.asksYou, icon: 'alert', tone: 'warn', explanation: words.asksYouWhy };
  }
  return call.started
    ? { word: words.running, icon: 'clock', tone: 'soft', explanation: words.runningWhy }
    : { word: words.waiting, icon: 'clock', tone: 'soft', explanation: words.waitingWhy };
}

/** The tool as it is called here; as the model called it where there is none such, or before it has run. */
export function toolName({ record, wireName }: CallState): string {
  return record && record.tool !== 'unknown' ? record.tool : wireName.toLowerCase();
}

const SHORT_CHARACTERS = 200;
const leading = ['command', 'question', 'prompt', 'pattern', 'file_path', 'filePath', 'path'];

/** The input in one line: the argument that says most, else the JSON. */
export function inputLine(input: unknown): string {
  let text: string | undefined;
  if (typeof input === 'object' && input !== null) {
    const fields: Record<string, unknown> = { ...input };
    text = leading.map((name) => fields[name]).find((value) => typeof value === 'string');
    if (text === undefined && Array.isArray(fields.items)) text = words.items(fields.items.length);
    const place = fields.path ?? fields.file_path;
    if (text !== undefined && text === fields.pattern && typeof place === 'string')
      text = words.inPlace(text, place);
    if (text !== undefined && isLineNumber(fields.offset)) {
      text = isLineNumber(fields.limit)
        ? words.fromLineOn(text, fields.offset, fields.limit)
        : words.fromLine(text, fields.offset);
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
    sentences.push(words.gotCharacters(seenUnits, sourceUnits));
    if (record.savedAs && !loss) sentences.push(words.wholeSaved);
    if (!record.savedAs && !loss) sentences.push(words.nothingSaved);
  }
  if (loss) sentences.push(words.savingStopped(loss.atByte));
  return sentences.length === 0 ? words.outputMissing : sentences.join(' ');
}

/** Cuts that a tool made before there was an output to look at. */
function cutByTool(facts: ToolFacts): readonly string[] {
  switch (facts.kind) {
    case 'read-page':
      return [cutOfPage(facts.page)];
    case 'grep':
      return [
        ...(facts.omittedLines > 0 ? [words.linesLeftOut(facts.omittedLines)] : []),
        ...(facts.windowedLines > 0 ? [words.linesInPart(facts.windowedLines)] : []),
        ...(facts.complete ? [] : [words.searchEndedEarly]),
      ];
    case 'glob':
    case 'ls':
      return [
        ...(facts.shown < facts.found ? [words.gotNames(facts.shown, facts.found)] : []),
        ...(facts.complete ? [] : [words.searchEndedEarly]),
      ];
    default:
      return [];
  }
}

function cutOfPage({ cut, firstLine, lastLine, totalLines, capTokens }: ReadPage): string {
  if (cut.kind === 'range-over-cap') return words.gotNoLines(capTokens);
  if (cut.kind === 'long-line') return words.gotOfLongLine(cut.shownUnits, cut.lineUnits);
  return words.gotLines(firstLine, lastLine, totalLines);
}
