import type { ReadPage } from './read.ts';

/**
 * Facts that one tool knows beyond its output, from which a profile words the result. A failure is in the
 * record's outcome; the facts stand beside it (`read-missing` with outcome `error`, for example).
 * Where the facts go with an output (read-page, grep, glob, ls), the output holds the listing or the page's
 * raw bytes and nothing in the harness's words.
 */
export type ToolFacts =
  /** The output is the page's raw bytes, from the first line's first byte to the last shown line's newline. */
  | { readonly kind: 'read-page'; readonly page: ReadPage }
  /** A file that is not text. The output is empty. */
  | {
      readonly kind: 'read-stub';
      readonly path: string;
      /** What it is, as far as its first bytes say: `PNG image`, `gzip archive`, `binary data`. */
      readonly content: string;
      readonly bytes: number;
      readonly sha256: string;
    }
  | { readonly kind: 'read-empty'; readonly path: string }
  | {
      readonly kind: 'read-past-end';
      readonly path: string;
      readonly askedOffset: number;
      readonly totalLines: number;
    }
  /** `near`: names of the same folder that look alike, best first. */
  | { readonly kind: 'read-missing'; readonly path: string; readonly near: readonly string[] }
  | { readonly kind: 'read-directory'; readonly path: string }
  | {
      readonly kind: 'grep';
      readonly mode: 'content' | 'files_with_matches' | 'count';
      /** Matching lines found, in `files` files, before any limit. */
      readonly matches: number;
      readonly files: number;
      /** Lines of output left out by `head_limit`. */
      readonly omittedLines: number;
      /** Long lines that are shown in part, each as a window around its match. */
      readonly windowedLines: number;
      /** Folders of saved outputs that were left out because nobody named them. */
      readonly skippedFolders: readonly string[];
      /** False where the search was ended before it had seen every file. */
      readonly complete: boolean;
    }
  | {
      readonly kind: 'glob';
      readonly found: number;
      readonly shown: number;
      readonly complete: boolean;
    }
  | {
      readonly kind: 'ls';
      readonly path: string;
      readonly found: number;
      readonly shown: number;
      readonly complete: boolean;
    }
  | {
      readonly kind: 'written';
      readonly path: string;
      readonly bytes: number;
      readonly created: boolean;
    }
  | { readonly kind: 'edited'; readonly path: string; readonly replacements: number }
  /** An edit that found nothing, or more than it was allowed to replace. The file is unchanged. */
  | { readonly kind: 'edit-refused'; readonly path: string; readonly occurrences: number };
