import type { AssistantPart, Prompt } from '../../core/index.ts';
import type { ModelError, ModelEvent } from '../port.ts';

/** About one token's worth of text per delta, so that the page grows as it does with a real model. */
const DELTA_CHARS = 24;

/** What a model that lives in the page says in one request. */
export interface LocalAnswer {
  readonly parts: readonly AssistantPart[];
  readonly error: ModelError | null;
}

/** Waits on a timer; resolves early, without error, when the signal fires. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitOnTimer: Wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

/** Cuts a text into deltas that never split a surrogate pair. */
export function* deltasOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + DELTA_CHARS, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

export const ABORTED: ModelError = {
  code: 'ABORTED',
  message: 'The request was stopped.',
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
};

/** Plays an answer as the events of a stream, without a timer of its own. A stop keeps what had come. */
export async function* playAnswer(
  prompt: Prompt,
  model: string,
  delayMs: number,
  answer: () => LocalAnswer,
  signal: AbortSignal,
  wait: Wait,
): AsyncGenerator<ModelEvent> {
  yield { type: 'request', body: () => JSON.stringify({ model, ...prompt }, null, 2) };
  if (delayMs > 0) await wait(delayMs, signal);
  const { parts, error } = signal.aborted ? { parts: [], error: ABORTED } : answer();
  const came: AssistantPart[] = [];
  for (const part of parts) {
    if (part.type === 'tool-call') {
      if (signal.aborted) break;
      came.push(part);
      yield { type: 'tool-call', part };
      continue;
    }
    let text = '';
    for (const delta of deltasOf(part.text)) {
      if (signal.aborted) break;
      text += delta;
      yield { type: part.type === 'text' ? 'text-delta' : 'reasoning-delta', delta };
    }
    if (text.length > 0) came.push({ ...part, text });
    if (signal.aborted) break;
  }
  const end = error ?? (signal.aborted ? ABORTED : null);
  const called = came.some((part) => part.type === 'tool-call');
  yield {
    type: 'end',
    parts: came,
    usage: null,
    finish: end !== null ? 'error' : called ? 'tool-calls' : 'stop',
    error: end,
  };
}
