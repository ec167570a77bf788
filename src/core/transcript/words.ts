import type {
  AssistantPart,
  JsonValue,
  ModelRef,
  Outcome,
  ProfileRef,
  TurnEndReason,
} from '../contract/index.ts';
import type { TranscriptEnding } from './document.ts';

/** How a call ended, for people. */
export function endingOf(outcome: Outcome): {
  readonly ending: TranscriptEnding;
  readonly endingWords: string;
} {
  switch (outcome.status) {
    case 'ok':
      return { ending: 'ok', endingWords: 'ok' };
    case 'failed': {
      const { signal, exitCode } = outcome;
      return { ending: 'failed', endingWords: signal ?? (exitCode === null ? 'failed' : `exit ${exitCode}`) };
    }
    case 'timeout':
      return { ending: 'timeout', endingWords: `timed out after ${seconds(outcome.timeoutMs)}` };
    case 'error':
      return outcome.stoppedBy === 'user'
        ? { ending: 'stopped', endingWords: 'stopped by the user' }
        : { ending: 'error', endingWords: `error: ${outcome.error.message}` };
  }
}

/** `1.5 s`. */
export const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(ms < 10_000 ? 1 : 0))} s`;

/** `1,234`: the same on every machine, as `toLocaleString` is not. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `812 B`, `29.3 KB`; 1 KB is 1,024 bytes. */
export function bytesWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const isMega = bytes >= 1024 * 1024;
  const value = bytes / (isMega ? 1024 * 1024 : 1024);
  return `${Number(value.toFixed(1))} ${isMega ? 'MB' : 'KB'}`;
}

/** A command alone as its text, any other input as JSON. */
export function inputText(input: JsonValue | undefined): string {
  if (typeof input === 'object' && input !== null && !Array.isArray(input) && 'command' in input) {
    const { command } = input;
    if (typeof command === 'string') return command;
  }
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? '');
}

export const inputOfPart = (part: Extract<AssistantPart, { type: 'tool-call' }>): string =>
  part.brokenInput ?? inputText(part.input);

export const turnEndWords: Readonly<Record<TurnEndReason, string>> = {
  done: 'The turn ended',
  stopped: 'The turn was stopped',
  failed: 'The turn failed',
  'step-limit': 'The turn reached its limit of steps',
  interrupted: 'The page was closed while this turn ran',
};

/** A model that is all its provider has is named once. */
export const modelWords = ({ provider, model }: ModelRef): string =>
  provider === model ? model : `${provider} ${model}`;
export const profileWords = ({ id, name }: ProfileRef): string =>
  name === undefined ? id : `${name} (${id})`;
