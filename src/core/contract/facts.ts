import type { JobFacts } from './jobs.ts';
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
  /** The last lines of a file that may still grow. The output is those lines. */
  | {
      readonly kind: 'tail';
      readonly path: string;
      readonly shownLines: number;
      /** Size of the file when it was read. */
      readonly fileBytes: number;
      /** The output begins where the file does. */
      readonly isWhole: boolean;
    }
  /**
   * The command goes on as a job. Without `moved` it was a job from the start and the output is empty; with it the output
   * is what had come in the foreground, and the outcome is a timeout without a signal.
   */
  | {
      readonly kind: 'job';
      readonly job: JobFacts;
      /** Somebody will tell the model of the end. */
      readonly isHeard: boolean;
      readonly moved: { readonly by: 'timeout' | 'user'; readonly afterMs: number } | null;
    }
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
  | { readonly kind: 'edit-refused'; readonly path: string; readonly occurrences: number }
  /** The whole list after the call. The output holds it in words. */
  | { readonly kind: 'todo'; readonly items: readonly TodoItem[] }
  /** A result of a server's tool, part by part; the output is its text, with a line for each part that is a file. */
  | {
      readonly kind: 'mcp';
      readonly server: string;
      /** The server's own name of the tool. */
      readonly tool: string;
      readonly parts: readonly McpPartFacts[];
    };

export interface TodoItem {
  readonly text: string;
  readonly status: 'pending' | 'in-progress' | 'done';
}

export type McpPartFacts =
  | { readonly kind: 'text'; readonly bytes: number }
  | { readonly kind: 'link'; readonly uri: string }
  /** Bytes that are no text. `path` null where they could not be saved. `source`: what kind of part they came in. */
  | {
      readonly kind: 'file';
      readonly source: 'image' | 'audio' | 'resource' | 'text';
      readonly mimeType: string;
      readonly bytes: number;
      readonly path: string | null;
      /** Pixels, where the bytes are an image whose header says so. */
      readonly size: { readonly width: number; readonly height: number } | null;
    };
