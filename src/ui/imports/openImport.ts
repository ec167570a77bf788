import { importTranscript, sideFileName, type Transcript } from '../../core/index.ts';
import * as words from '../words/imports.ts';

export type OpenedImport =
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'open'; readonly transcript: Transcript };

/** All chosen files together may hold so much (bytes): a browser's texts end at half a gigabyte. */
const mostBytes = 256 * 1024 * 1024;

/** Opens the conversation among the files; the others are the outputs that lie beside it. */
export async function openFiles(files: readonly File[]): Promise<OpenedImport> {
  const size = files.reduce((total, file) => total + file.size, 0);
  if (size > mostBytes) {
    return failed(words.tooLarge(size, mostBytes));
  }
  const [main, ...others] = [...files].sort((a, b) => rank(a) - rank(b));
  if (main === undefined) return failed(words.noFile);
  try {
    const sides = new Map<string, string>();
    for (const file of others) sides.set(sideFileName(file.name), await file.text());
    return opened(await main.text(), sides);
  } catch (error) {
    return failed(words.unread(error instanceof Error ? error.message : String(error)));
  }
}

export const openPasted = (text: string): OpenedImport => opened(text, new Map());

function opened(text: string, sides: ReadonlyMap<string, string>): OpenedImport {
  const result = importTranscript(text, sides);
  return result.ok ? { kind: 'open', transcript: result.transcript } : failed(result.message);
}

const failed = (message: string): OpenedImport => ({ kind: 'failed', message });

/** Session files before other JSON, that before anything else; of several the largest. */
function rank({ name, size }: File): number {
  const kind = name.endsWith('.jsonl') ? 0 : name.endsWith('.json') ? 1 : 2;
  return kind - size / (mostBytes * 2);
}
