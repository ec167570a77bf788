import type { OutputChunk, OutputFacts, ProfileRef, ReadPage, SentView } from '../../../core/index.ts';
import type { Boundary } from '../compare/boundaries.ts';
import type { CallFacts } from '../input/labInput.ts';

/** How much of an output a model view left out. Units of the profile's own text; bytes are of that text as UTF-8. */
export interface ViewLoss {
  readonly sourceUnits: number;
  readonly sourceBytes: number;
  readonly sourceLines: number;
  readonly keptUnits: number;
  readonly keptBytes: number;
  readonly lostUnits: number;
  readonly lostBytes: number;
  /** Lines whose end the model did not get. */
  readonly lostLines: number;
  /** What was kept, in units from 0 to `sourceUnits`; stderr behind stdout where a profile takes them apart. */
  readonly kept: readonly { readonly start: number; readonly end: number }[];
}

/** What one profile makes of the output. */
export interface LabView {
  readonly sent: SentView;
  readonly savedPath: string | null;
  readonly loss: ViewLoss;
}

export type LabResult =
  | { readonly ok: true; readonly view: LabView }
  /** A profile that could not word this output; the others are not affected. */
  | { readonly ok: false; readonly message: string };

/** One point of the chart: the size that was put in, and what came out per profile (the model text). */
export interface SweepPoint {
  readonly bytes: number;
  readonly texts: readonly string[];
}

/** The first page of the full output as the profile's read tool would begin it. */
export interface ReadWindow {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly totalLines: number;
}

export type ToLab =
  | {
      readonly type: 'input';
      readonly serial: number;
      readonly chunks: readonly OutputChunk[];
      readonly facts: CallFacts;
    }
  /** The same bytes with other facts beside them. */
  | { readonly type: 'facts'; readonly serial: number; readonly facts: CallFacts }
  | {
      readonly type: 'present';
      readonly serial: number;
      readonly id: number;
      readonly refs: readonly ProfileRef[];
    }
  | {
      readonly type: 'sweep';
      readonly serial: number;
      readonly id: number;
      readonly refs: readonly ProfileRef[];
      readonly sizes: readonly number[];
    }
  | { readonly type: 'window'; readonly id: number; readonly maxLines: number; readonly maxBytes: number }
  | { readonly type: 'boundaries'; readonly id: number; readonly ref: ProfileRef }
  | {
      readonly type: 'page';
      readonly id: number;
      readonly ref: ProfileRef;
      readonly page: ReadPage;
      readonly shownBytes: number;
    };

export type FromLab =
  | {
      readonly type: 'view';
      readonly id: number;
      readonly at: number;
      readonly result: LabResult;
      readonly output: OutputFacts;
    }
  | {
      readonly type: 'point';
      readonly id: number;
      readonly at: number;
      readonly point: SweepPoint;
      readonly spentMs: number;
    }
  | { readonly type: 'window'; readonly id: number; readonly window: ReadWindow }
  | { readonly type: 'boundaries'; readonly id: number; readonly boundaries: readonly Boundary[] }
  | { readonly type: 'page'; readonly id: number; readonly text: string }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
