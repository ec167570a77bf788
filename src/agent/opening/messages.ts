import type { Slice } from './slices.ts';

/** A document of somebody else's, as it was given. */
export type DocumentSource =
  /** The fragment of an address, which holds a recording. */
  | { readonly kind: 'recording-link'; readonly fragment: string }
  | { readonly kind: 'recording-file'; readonly file: Blob }
  | { readonly kind: 'import-text'; readonly text: string }
  /** `sides`: files of outputs that lie beside it. */
  | {
      readonly kind: 'import-file';
      readonly file: Blob;
      readonly sides: readonly { readonly name: string; readonly file: Blob }[];
    };

/** How far it is; `done` and `total` count values that have been handed over. */
export type OpeningProgress =
  | { readonly phase: 'reading' }
  | { readonly phase: 'taking'; readonly done: number; readonly total: number };

/** In whole percent; null while it is read, of which nobody knows how long it takes. */
export const percentOf = (progress: OpeningProgress | null): number | null =>
  progress?.phase === 'taking' && progress.total > 0
    ? Math.floor((progress.done / progress.total) * 100)
    : null;

export type ToDocumentWorker =
  | { readonly type: 'open'; readonly source: DocumentSource }
  /** The page has taken what it got, and has drawn since. */
  | { readonly type: 'next' };

/** `outcome`: what the opening gave, without the document, which comes in slices. */
export type FromDocumentWorker =
  | { readonly type: 'failed'; readonly outcome: FailedOpening }
  | { readonly type: 'slice'; readonly slice: Slice; readonly done: number; readonly total: number }
  | { readonly type: 'end' };

export interface FailedOpening {
  readonly ok: false;
  /** One sentence. */
  readonly message: string;
  /** It was to be imported, and is one of Spillway's own recordings. */
  readonly recording?: true;
}
