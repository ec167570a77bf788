import type { Recording, Transcript } from '../../core/index.ts';
import type {
  DocumentSource,
  FailedOpening,
  FromDocumentWorker,
  OpeningProgress,
  ToDocumentWorker,
} from './messages.ts';
import { SliceJoiner } from './slices.ts';

export type DocumentWorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export interface OpeningOptions {
  /** Gives it up. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: OpeningProgress) => void;
  readonly startWorker?: () => DocumentWorkerLike;
}

export type OpenedRecording = { readonly ok: true; readonly recording: Recording } | FailedOpening;
export type OpenedTranscript = { readonly ok: true; readonly transcript: Transcript } | FailedOpening;

/** Most bytes that a file is read for: a recording unfolds to at most 64 MiB. */
const maxRecordingFileBytes = 64 * 1024 * 1024;

/** Opens a recording apart from the page. Never rejects; what is wrong is one sentence. */
export async function openRecordingApart(
  source: Extract<DocumentSource, { kind: `recording-${string}` }>,
  options: OpeningOptions,
): Promise<OpenedRecording> {
  if (source.kind === 'recording-file' && source.file.size > maxRecordingFileBytes) {
    const name = source.file instanceof File ? source.file.name : 'This';
    return failed(`${name} is larger than any recording. Choose one that ends in .spillway.json.gz.`);
  }
  const opened = await openApart(source, options);
  // The worker is this page's own, and has checked every field of it.
  return opened.ok ? { ok: true, recording: opened.document as Recording } : opened;
}

/** Opens what another program has kept apart from the page. Never rejects; what is wrong is one sentence. */
export async function openTranscriptApart(
  source: Extract<DocumentSource, { kind: `import-${string}` }>,
  options: OpeningOptions,
): Promise<OpenedTranscript> {
  const opened = await openApart(source, options);
  // As above.
  return opened.ok ? { ok: true, transcript: opened.document as Transcript } : opened;
}

const failed = (message: string): FailedOpening => ({ ok: false, message });

async function openApart(
  source: DocumentSource,
  { signal, onProgress, startWorker = startDocumentWorker }: OpeningOptions,
): Promise<{ readonly ok: true; readonly document: unknown } | FailedOpening> {
  if (signal.aborted) return failed(stopped);
  const worker = startWorker();
  const joiner = new SliceJoiner();
  const send = (message: ToDocumentWorker) => worker.postMessage(message);
  try {
    return await new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(failed(stopped)), { once: true });
      worker.addEventListener('error', () =>
        resolve(
          failed('The part of this page that opens documents has failed. Reload the page and try again.'),
        ),
      );
      worker.addEventListener('message', ({ data }: MessageEvent<FromDocumentWorker>) => {
        if (signal.aborted) return;
        if (data.type === 'failed') resolve(data.outcome);
        else if (data.type === 'end') resolve({ ok: true, document: joiner.value });
        else {
          joiner.take(data.slice);
          onProgress?.({ phase: 'taking', done: data.done, total: data.total });
          send({ type: 'next' });
        }
      });
      send({ type: 'open', source });
      onProgress?.({ phase: 'reading' });
    });
  } finally {
    worker.terminate();
  }
}

const stopped = 'It was not opened: you stopped it.';

function startDocumentWorker(): DocumentWorkerLike {
  return new Worker(new URL('./document-worker.ts', import.meta.url), { type: 'module', name: 'document' });
}
