import { type OpenedTranscript, type OpeningOptions, openTranscriptApart } from '../../agent/index.ts';
import { sideFileName, type Transcript } from '../../core/index.ts';
import * as words from '../words/imports.ts';

export type OpenedImport =
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'open'; readonly transcript: Transcript };

/** All chosen files together may hold so much (bytes): a browser's texts end at half a gigabyte. */
const mostBytes = 256 * 1024 * 1024;

/** Opens the conversation among the files; the others are the outputs that lie beside it. */
export async function openFiles(files: readonly File[], options: OpeningOptions): Promise<OpenedImport> {
  const size = files.reduce((total, file) => total + file.size, 0);
  if (size > mostBytes) {
    return failed(words.tooLarge(size, mostBytes));
  }
  const [file, ...others] = [...files].sort((a, b) => rank(a) - rank(b));
  if (file === undefined) return failed(words.noFile);
  const sides = others.map((side) => ({ name: sideFileName(side.name), file: side }));
  return opened(await openTranscriptApart({ kind: 'import-file', file, sides }, options));
}

export const openPasted = async (text: string, options: OpeningOptions): Promise<OpenedImport> =>
  opened(await openTranscriptApart({ kind: 'import-text', text }, options));

const opened = (result: OpenedTranscript): OpenedImport =>
  result.ok ? { kind: 'open', transcript: result.transcript } : failed(result.message);

const failed = (message: string): OpenedImport => ({ kind: 'failed', message });

/** Session files before other JSON, that before anything else; of several the largest. */
function rank({ name, size }: File): number {
  const kind = name.endsWith('.jsonl') ? 0 : name.endsWith('.json') ? 1 : 2;
  return kind - size / (mostBytes * 2);
}
