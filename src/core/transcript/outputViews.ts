import type { Piece, SavedFile, SentView } from '../contract/index.ts';
import { createCapture, decodeUtf8Stream } from '../output/index.ts';
import { pieceUnits } from '../pieces/index.ts';
import { absent, type TranscriptView, whole } from './document.ts';
import { bytesWords } from './words.ts';

/** The beginning of an output: what is shown of it, or all of it. */
export interface OutputSample {
  readonly bytes: Uint8Array;
  readonly totalBytes: number;
}

/** What a person sees of an output: escapes of the terminal taken out, lines as they stood in the end. */
export function userView(sample: OutputSample | undefined): TranscriptView {
  if (sample === undefined) return absent('Its output is not here.');
  const { bytes } = sample;
  const capture = createCapture({ cleaner: 'ansi+cr', headUnits: bytes.length, tailUnits: 0 });
  capture.push({ stream: 'stdout', bytes });
  capture.end();
  return ofSample(capture.text().merged.head, sample);
}

/** The bytes as they are, read as UTF-8. */
export function diskView(sample: OutputSample | undefined, savedAs: SavedFile | null): TranscriptView {
  if (savedAs === null) return absent('Nothing was saved in a file.');
  if (sample === undefined) return absent(`The file ${savedAs.path} is not here.`);
  const decoder = decodeUtf8Stream();
  return ofSample(decoder.push(sample.bytes) + decoder.end(), sample);
}

function ofSample(text: string, { bytes, totalBytes }: OutputSample): TranscriptView {
  if (bytes.length >= totalBytes) return whole(text);
  const why = `The first ${bytesWords(bytes.length)} of ${bytesWords(totalBytes)}: the rest is in the session.`;
  return { kind: 'part', text, why };
}

/** The model's text with the ranges in it that are the harness's words. */
export function modelView(sent: SentView): {
  readonly model: TranscriptView;
  readonly modelSha256: string;
  readonly harness: readonly { readonly start: number; readonly end: number }[];
} {
  return { model: whole(sent.text), modelSha256: sent.sha256, harness: harnessRanges(sent.pieces) };
}

export function harnessRanges(
  pieces: readonly Piece[],
): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let at = 0;
  for (const piece of pieces) {
    const end = at + pieceUnits(piece);
    const last = ranges.at(-1);
    if (piece.from === 'harness' && end > at) {
      if (last?.end === at) last.end = end;
      else ranges.push({ start: at, end });
    }
    at = end;
  }
  return ranges;
}
