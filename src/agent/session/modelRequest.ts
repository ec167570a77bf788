import type { AssistantPart, Prompt, TokenUsage } from '../../core/index.ts';
import type { ModelClient, ModelError } from '../../models/index.ts';
import { type After, waitFor } from '../timers.ts';

/** A request is sent at most this often again, and only where the model says that this is harmless. */
const maxRetries = 3;
const firstBackoffMs = 1_000;
const abortGraceMs = 100;
/** Nobody waits longer for a provider than this without being asked. */
const maxWaitMs = 60_000;

export interface ModelAnswer {
  readonly parts: readonly AssistantPart[];
  readonly usage: TokenUsage | null;
  readonly finish: string;
  readonly error: ModelError | null;
}

export interface RequestListener {
  /** The body of the last try; a model without a wire writes it when somebody looks. */
  readonly onBody: (body: string | (() => string)) => void;
  /** Everything that has streamed in so far; starts from nothing with each try. */
  readonly onProgress: (text: string, reasoning: string) => void;
  /** The request failed and is sent again after `waitMs`. */
  readonly onWait: (retry: {
    readonly tries: number;
    readonly waitMs: number;
    readonly message: string;
  }) => void;
}

async function requestOnce(
  client: ModelClient,
  prompt: Prompt,
  signal: AbortSignal,
  after: After,
  listener: RequestListener,
): Promise<ModelAnswer> {
  let text = '';
  let reasoning = '';
  const came: AssistantPart[] = [];
  listener.onProgress('', '');
  const brokenOff = (error: ModelError): ModelAnswer => {
    const parts: AssistantPart[] = text === '' ? came : [{ type: 'text', text }, ...came];
    return { parts, usage: null, finish: 'error', error };
  };
  try {
    for await (const event of withAbort(client.stream(prompt, signal), signal, after)) {
      if (event.type === 'request') listener.onBody(event.body);
      else if (event.type === 'text-delta') text += event.delta;
      else if (event.type === 'reasoning-delta') reasoning += event.delta;
      else if (event.type === 'tool-call') came.push(event.part);
      else return { parts: event.parts, usage: event.usage, finish: event.finish, error: event.error };
      if (event.type === 'text-delta' || event.type === 'reasoning-delta')
        listener.onProgress(text, reasoning);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return brokenOff({ ...noEnd, message: `The model failed: ${message}` });
  }
  return brokenOff(signal.aborted ? aborted : noEnd);
}

const aborted: ModelError = {
  code: 'ABORTED',
  message: 'The request was stopped.',
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
};

/** Of a request that was stopped before it was made. */
export const stoppedBefore: ModelAnswer = { parts: [], usage: null, finish: 'error', error: aborted };

const noEnd: ModelError = {
  code: 'STREAM_CUT',
  message: 'The answer ended before it was complete. Send a message to try again.',
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
};

/** Ends at once when the signal fires, whatever the stream does: a stop never waits for a provider. */
async function* withAbort<T>(stream: AsyncIterable<T>, signal: AbortSignal, after: After): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  let onAbort = () => {};
  // The stream gets a moment to end in its own words, with the parts that had come.
  const fired = new Promise<null>((resolve) => {
    onAbort = () => void after(abortGraceMs, () => resolve(null));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), fired]);
      if (next === null || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    void iterator.return?.()?.catch(() => {});
  }
}

/**
 * One model request with its retries. Tools run only after an answer is complete, so a request that failed
 * has acted on nothing and is sent again where the model's client says so. Never rejects.
 */
export async function requestModel(
  client: ModelClient,
  prompt: Prompt,
  signal: AbortSignal,
  after: After,
  listener: RequestListener,
): Promise<ModelAnswer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await requestOnce(client, prompt, signal, after, listener);
    const { error } = answer;
    if (error === null || !error.retryable || tries >= maxRetries || signal.aborted) return answer;
    const waitMs = error.retryAfterMs ?? firstBackoffMs * 2 ** tries;
    if (waitMs > maxWaitMs) return answer;
    listener.onWait({ tries: tries + 1, waitMs, message: error.message });
    await waitFor(after, waitMs, signal);
    if (signal.aborted) return { ...answer, error: aborted };
  }
}
