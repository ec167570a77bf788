import type { ModelRef, RecordedEvent } from '../../core/index.ts';
import type { ModelClient, ModelError, ModelEvent } from '../../models/index.ts';

type RecordedStep = Extract<RecordedEvent, { type: 'step' }>;

const failure = (code: string, message: string): ModelError => ({
  code,
  message,
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
});

/**
 * Says what a recording says, step by step, whatever it is sent. No provider is asked. An answer that its reader stopped
 * is stopped again, by `stop`, so that the turn ends as it did.
 */
export function createRecordedModel(
  ref: ModelRef,
  nextStep: () => Promise<RecordedStep | null>,
  stop: () => void,
): ModelClient {
  return {
    ref,
    ownTokenizer: true,
    async *stream(prompt, signal): AsyncGenerator<ModelEvent> {
      yield { type: 'request', body: () => JSON.stringify({ model: ref.model, ...prompt }, null, 2) };
      const step = await nextStep();
      if (step === null) {
        const error = failure('RECORDING_ENDED', 'The recording says nothing more here.');
        yield { type: 'end', parts: [], usage: null, finish: 'error', error };
        return;
      }
      const { parts, usage, cutShort } = step;
      for (const part of parts) {
        if (part.type === 'text') yield { type: 'text-delta', delta: part.text };
        else if (part.type === 'reasoning') yield { type: 'reasoning-delta', delta: part.text };
        else yield { type: 'tool-call', part };
      }
      if (cutShort === 'stopped') {
        stop();
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          else signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      const error = {
        stopped: failure('ABORTED', 'The request was stopped.'),
        error: failure('STREAM_CUT', 'The answer broke off, as it did when this was recorded.'),
      };
      yield {
        type: 'end',
        parts,
        usage,
        finish: cutShort === null ? finishOf(step.finish) : 'error',
        error: cutShort === null ? null : error[cutShort],
      };
    },
  };
}

type Finish = Extract<ModelEvent, { type: 'end' }>['finish'];
const finishes: readonly Finish[] = ['stop', 'tool-calls', 'length', 'content-filter', 'error', 'other'];
const finishOf = (recorded: string): Finish => finishes.find((finish) => finish === recorded) ?? 'other';
