import { parseEvents, type RecordKey, recordKey } from '../../core/index.ts';
import type { SessionStore } from '../../store/index.ts';

/** A multiple of three, so that pieces of base64 join without padding in between. */
const encodedAtOnce = 3 * 8192;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += encodedAtOnce) {
    const piece = bytes.subarray(at, at + encodedAtOnce);
    // Not spread: a quarter of the time. The types want a list, which it need not be.
    text += btoa(String.fromCharCode.apply(null, piece as unknown as number[]));
  }
  return text;
}

async function* chunksAsJson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for await (const chunk of chunks) {
    yield `${separator}"${base64(chunk)}"`;
    separator = ',';
  }
  yield ']';
}

/**
 * A session as one JSON text, a piece at a time: its log, its outputs and the newest workspace; bytes as lists
 * of base64 chunks. Made from the session's own data, in which no key is.
 */
export async function* exportSession(store: SessionStore, id: string): AsyncGenerator<string> {
  const raw = await store.log.readAll();
  yield `{"format":"spillway-session","version":1,"id":${JSON.stringify(id)},"events":[`;
  let separator = '';
  for (const event of raw) {
    yield `${separator}${JSON.stringify(event)}`;
    separator = ',\n';
  }
  yield '],"outputs":{';
  separator = '';
  for (const key of outputKeys(raw)) {
    if ((await store.outputs.size(key)) === 0) continue;
    yield `${separator}\n"${key}":`;
    yield* chunksAsJson(store.outputs.stream(key));
    separator = ',';
  }
  yield '},"workspace":[';
  separator = '';
  for (const entry of await store.journal.tree()) {
    yield separator;
    separator = ',\n';
    if (entry.kind !== 'file') {
      yield JSON.stringify(entry);
      continue;
    }
    const { content, ...file } = entry;
    yield JSON.stringify('output' in content ? { ...file, output: content.output } : file).slice(0, -1);
    if (!('output' in content)) {
      yield ',"chunks":';
      yield* chunksAsJson(store.journal.content(entry));
    }
    yield '}';
  }
  yield ']}\n';
}

/** Every call that a step asked for may have an output, also one that has no record; so may jobs and own commands. */
function outputKeys(raw: readonly unknown[]): readonly RecordKey[] {
  return parseEvents(raw).events.flatMap((event): readonly RecordKey[] => {
    if (event.type === 'job-started') return [event.output];
    if (event.type === 'command-started') return [event.key];
    const step = event.type === 'sub-agent' ? event.event : event;
    if (step.type !== 'step') return [];
    const calls = step.parts.filter(({ type }) => type === 'tool-call');
    return calls.map((_, index) => recordKey(step.turn, step.step, index));
  });
}
