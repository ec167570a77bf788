import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentOpener } from '../../../../src/agent/opening/documentOpener.ts';
import {
  inTurns,
  type OpeningProgress,
  openRecordingApart,
  openTranscriptApart,
  percentOf,
} from '../../../../src/agent/opening/index.ts';
import type { FromDocumentWorker, ToDocumentWorker } from '../../../../src/agent/opening/messages.ts';
import type { DocumentWorkerLike } from '../../../../src/agent/opening/openDocument.ts';
import { SliceJoiner, slicesOf } from '../../../../src/agent/opening/slices.ts';
import { linkOf, openLink, recordingFile } from '../../../../src/core/recording/index.ts';
import { sampleRecording } from '../../core/recording/samples.ts';

/** As structured cloning gives it to the other side. */
const cloned = <T>(value: T): T => structuredClone(value);

describe('a value in slices', () => {
  it('is the same value on the other side, members called __proto__ and their order included', () => {
    fc.assert(
      fc.property(
        fc
          .jsonValue({ maxDepth: 6 })
          .map((value) => JSON.parse(`{"__proto__":{"a":1},"v":${JSON.stringify(value)}}`)),
        fc.integer({ min: 1, max: 20 }),
        (value: unknown, maxWeight) => {
          const joiner = new SliceJoiner();
          for (const slice of slicesOf(value, maxWeight)) joiner.take(cloned(slice));
          expect(JSON.stringify(joiner.value)).toBe(JSON.stringify(value));
        },
      ),
    );
    expect(Object.getPrototypeOf({})).not.toHaveProperty('a');
  });

  it('holds no more values in one slice than its weight, however they lie', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, item) => sum + count(item), 1)
        : 1;
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 40 }),
        fc.integer({ min: 4, max: 30 }),
        (value, max) => {
          for (const slice of slicesOf(value, max)) expect(count(slice.values) - 1).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
});

/** The worker's side in this thread, with messages that come later, as a worker's do. */
class InThisThread implements DocumentWorkerLike {
  readonly #listeners: ((event: MessageEvent) => void)[] = [];
  ended = false;
  readonly #opener = new DocumentOpener(
    (message: FromDocumentWorker) => {
      const copy = cloned(message);
      setTimeout(() => {
        if (!this.ended)
          for (const listener of this.#listeners) listener(new MessageEvent('message', { data: copy }));
      }, 0);
    },
    { now: () => performance.now(), maxMs: 5_000 },
  );

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message' && typeof listener === 'function') this.#listeners.push(listener);
  }
  postMessage(message: ToDocumentWorker): void {
    void this.#opener.take(message);
  }
  terminate(): void {
    this.ended = true;
  }
}

const options = (onProgress?: (progress: OpeningProgress) => void, signal = new AbortController().signal) => {
  const worker = new InThisThread();
  return { worker, signal, startWorker: () => worker, ...(onProgress === undefined ? {} : { onProgress }) };
};

describe('a recording opened apart from the page', () => {
  const recording = sampleRecording();

  it('is the recording that the page itself would have opened, and its worker has ended', async () => {
    const link = linkOf(recording);
    const apart = options();
    expect(await openRecordingApart({ kind: 'recording-link', fragment: link }, apart)).toEqual(
      openLink(link),
    );
    expect(apart.worker.ended).toBe(true);
    const file = new Blob([new Uint8Array(recordingFile(recording))]);
    expect(await openRecordingApart({ kind: 'recording-file', file }, options())).toEqual({
      ok: true,
      recording,
    });
  });

  it('says what is wrong in the sentence that the page would have said', async () => {
    const cut = linkOf(recording).slice(0, -5);
    const opened = openLink(cut);
    expect(await openRecordingApart({ kind: 'recording-link', fragment: cut }, options())).toEqual({
      ok: false,
      message: opened.ok ? '' : opened.message,
    });
    const file = new File([], 'big.json');
    Object.defineProperty(file, 'size', { value: 64 * 1024 * 1024 + 1 });
    expect(await openRecordingApart({ kind: 'recording-file', file }, options())).toEqual({
      ok: false,
      message: 'big.json is larger than any recording. Choose one that ends in .spillway.json.gz.',
    });
  });

  it('a file that cannot be read, and one that is no text, are a sentence each', async () => {
    const broken = { size: 1, arrayBuffer: () => Promise.reject(new Error('gone')) } as unknown as Blob;
    expect(await openRecordingApart({ kind: 'recording-file', file: broken }, options())).toEqual({
      ok: false,
      message: 'It could not be read: gone',
    });
    expect(
      await openTranscriptApart({ kind: 'import-file', file: new Blob(['x']), sides: [] }, options()),
    ).toMatchObject({
      ok: false,
    });
  });

  it('one that is stopped is not opened, and its worker has ended', async () => {
    const stop = new AbortController();
    const apart = options(() => stop.abort(), stop.signal);
    const file = new Blob([JSON.stringify(recording)]);
    expect(await openRecordingApart({ kind: 'recording-file', file }, apart)).toEqual({
      ok: false,
      message: 'It was not opened: you stopped it.',
    });
    expect(apart.worker.ended).toBe(true);
  });

  it('tells how far it is, up to the whole', async () => {
    const text = JSON.stringify(
      Array.from({ length: 30_000 }, (_, at) => ({ role: 'user', content: `m ${at}` })),
    );
    const seen: (number | null)[] = [];
    const opened = await openTranscriptApart(
      { kind: 'import-text', text },
      options((progress) => seen.push(percentOf(progress))),
    );
    expect(opened.ok && opened.transcript.entries).toHaveLength(30_000);
    expect(seen[0]).toBeNull();
    expect(seen.at(-1)).toBe(100);
    expect(seen.slice(1)).toEqual([...seen.slice(1)].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(seen.length).toBeGreaterThan(4);
  });
});

describe('long work in turns', () => {
  it('gives its result, and null once it is wanted no more', async () => {
    function* work(steps: number) {
      for (let at = 0; at < steps; at += 1) {
        const until = performance.now() + 1;
        while (performance.now() < until);
        yield;
      }
      return 'done';
    }
    expect(await inTurns(work(20))).toBe('done');
    expect(await inTurns(work(1_000), () => false)).toBeNull();
  });
});
