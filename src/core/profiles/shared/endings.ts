import type { CaptureLoss, ToolFacts, ToolRecord } from '../../contract/index.ts';
import { movedByTimeout, movedByUser } from './jobWords.ts';
import { noteLines } from './noteWords.ts';
import { countWords, durationWords, sizeWords } from './words.ts';

/** One line for each fact about how a command ended that its output does not say, in the order of importance. */
export function endingLines(record: ToolRecord): readonly string[] {
  const lines: string[] = [];
  if (record.output.loss !== null) lines.push(lossLine(record.output.loss));
  lines.push(...noteLines(record));
  const ending = endingLine(record);
  if (ending !== null) lines.push(ending);
  return lines;
}

function endingLine(record: ToolRecord): string | null {
  const { outcome } = record;
  switch (outcome.status) {
    case 'ok':
      return null;
    case 'failed':
      if (outcome.exitCode !== null) return null;
      return outcome.signal === null
        ? 'Command failed without an exit code'
        : `Command was ended by ${outcome.signal}`;
    case 'timeout':
      if (record.facts?.kind === 'job') return movedLine(record.facts);
      return `Command timed out after ${durationWords(outcome.timeoutMs)}${stillRunning(outcome.unconfirmedStop)}`;
    case 'error': {
      const rest = stillRunning(outcome.unconfirmedStop);
      const { code, message } = outcome.error;
      switch (outcome.stoppedBy) {
        case 'user':
          return `Command was stopped by the user${rest}`;
        case 'cap':
          return `Command was stopped (${code}): ${message}${rest}`;
        case 'guest-death':
          return `Command ended because the computer that ran it stopped (${code}): ${message}`;
        case 'session-end':
          return `Command was stopped because the session ended${rest}`;
        default:
          return `Error (${code}): ${message}${rest}`;
      }
    }
  }
}

/** Said of a command that goes on in the background, whoever moved it. */
function movedLine({ job, isHeard, moved }: Extract<ToolFacts, { kind: 'job' }>): string {
  const { by = 'timeout', afterMs = 0 } = moved ?? {};
  return by === 'timeout' ? movedByTimeout(job, afterMs, isHeard) : movedByUser(job, isHeard);
}

function stillRunning(unconfirmedStop: boolean): string {
  return unconfirmedStop ? ' (the stop was not confirmed: it may still be running)' : '';
}

/** Loss in capture is said apart from what the view leaves out: it is in no file either. */
export function lossLine(loss: CaptureLoss): string {
  const lost =
    loss.lostBytes === null
      ? 'what came after is lost'
      : `${countWords(loss.lostBytes, 'byte')} after that ${loss.lostBytes === 1 ? 'is' : 'are'} lost`;
  return `Output was kept up to ${sizeWords(loss.atByte)} only (${lossReason[loss.code]}); ${lost}.`;
}

const lossReason: Readonly<Record<CaptureLoss['code'], string>> = {
  'output-cap': 'limit for one command',
  'session-cap': 'limit for one session',
  'guest-limit': 'limit of the guest for a part of the command',
  'guest-died': 'the computer that ran it stopped',
  'store-failed': 'saving failed',
};
