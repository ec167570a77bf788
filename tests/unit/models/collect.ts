import type { Prompt } from '../../../src/core/index.ts';
import type { ModelClient, ModelEvent } from '../../../src/models/index.ts';

export async function collect(
  client: ModelClient,
  prompt: Prompt,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of client.stream(prompt, signal)) events.push(event);
  return events;
}

/** The last event of a stream, which must be its only `end`. */
export function endOf(events: readonly ModelEvent[]): Extract<ModelEvent, { type: 'end' }> {
  const ends = events.filter((event) => event.type === 'end');
  const last = events.at(-1);
  if (ends.length !== 1 || last?.type !== 'end') throw new Error('a stream has one end, and it is last');
  return last;
}

export function bodyOf(events: readonly ModelEvent[]): string | null {
  const request = events.find((event) => event.type === 'request');
  if (request === undefined) return null;
  return typeof request.body === 'string' ? request.body : request.body();
}
