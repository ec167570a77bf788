import {
  importTranscript,
  openLink,
  openRecordingFile,
  type Recording,
  type TimeBound,
  type Transcript,
} from '../../core/index.ts';
import type { DocumentSource, FailedOpening, FromDocumentWorker, ToDocumentWorker } from './messages.ts';
import { type Slice, slicesOf } from './slices.ts';

/** The worker's side: opens one document and hands it over, one slice for each time that it is asked. */
export class DocumentOpener {
  #slices: Iterator<Slice> | null = null;
  #done = 0;
  #total = 1;

  constructor(
    private readonly post: (message: FromDocumentWorker) => void,
    private readonly time: TimeBound,
  ) {}

  async take(message: ToDocumentWorker): Promise<void> {
    if (message.type === 'next') this.#next();
    else await this.#open(message.source);
  }

  async #open(source: DocumentSource): Promise<void> {
    let opened: OpenedDocument;
    try {
      opened = await openDocument(source, this.time);
    } catch (error) {
      opened = {
        ok: false,
        message: `It could not be read: ${error instanceof Error ? error.message : error}`,
      };
    }
    if (!opened.ok) {
      this.post({ type: 'failed', outcome: opened });
      return;
    }
    const { document } = opened;
    this.#total = 'events' in document ? document.events.length : document.entries.length;
    this.#slices = slicesOf(document);
    this.#next();
  }

  #next(): void {
    const next = this.#slices?.next();
    if (next === undefined || next.done) {
      this.post({ type: 'end' });
      return;
    }
    const slice = next.value;
    // The document's list is the largest part of all but hostile ones: its items are what is counted.
    if (slice.names === null && slice.into > 0) this.#done += slice.values.length;
    this.post({ type: 'slice', slice, done: Math.min(this.#done, this.#total), total: this.#total });
  }
}

type OpenedDocument = { readonly ok: true; readonly document: Recording | Transcript } | FailedOpening;

async function openDocument(source: DocumentSource, time: TimeBound): Promise<OpenedDocument> {
  switch (source.kind) {
    case 'recording-link':
      return ofRecording(openLink(source.fragment, time));
    case 'recording-file':
      return ofRecording(openRecordingFile(new Uint8Array(await source.file.arrayBuffer()), time));
    case 'import-text':
      return ofImport(importTranscript(source.text));
    case 'import-file': {
      const sides = new Map<string, string>();
      for (const { name, file } of source.sides) sides.set(name, await file.text());
      return ofImport(importTranscript(await source.file.text(), sides));
    }
  }
}

const ofRecording = (opened: ReturnType<typeof openLink>): OpenedDocument =>
  opened.ok ? { ok: true, document: opened.recording } : { ok: false, message: opened.message };

const ofImport = (imported: ReturnType<typeof importTranscript>): OpenedDocument =>
  imported.ok ? { ok: true, document: imported.transcript } : imported;
