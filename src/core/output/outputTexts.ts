import type { CleanerId, OutputText, StreamName } from '../contract/index.ts';
import { cleanerRules } from './cleanerRules.ts';
import { RedrawRow } from './redrawRow.ts';
import { streamThrough } from './redrawStream.ts';
import { TextStream } from './textStream.ts';
import { TextWindow } from './textWindow.ts';

/** Sizes of the two ends that are kept of each text, in UTF-16 units. */
export interface WindowSizes {
  /** 131,072 where left out. */
  readonly headUnits?: number;
  /** 131,072 where left out. */
  readonly tailUnits?: number;
}

const DEFAULT_WINDOW_UNITS = 131_072;

/**
 * The three windowed texts of an output. The merged text is the two streams' cleaned characters in the order
 * in which they were complete: a character whose bytes came in two chunks stands where its last byte came.
 * Where the cleaner follows redraws, the merged text is what one terminal shows of both streams.
 */
export class OutputTexts {
  readonly #cleaner: CleanerId;
  readonly #merged: TextWindow;
  readonly #windows: Readonly<Record<StreamName, TextWindow>>;
  readonly #streams: Readonly<Record<StreamName, TextStream>>;
  /** Lines that can still be drawn again, stdout's first; none where the cleaner follows no redraws. */
  readonly #rows: readonly RedrawRow[];

  /** @throws RangeError where a window size is not a whole number of at least 0. */
  constructor(cleaner: CleanerId, sizes: WindowSizes) {
    const head = checkedUnits('headUnits', sizes.headUnits);
    const tail = checkedUnits('tailUnits', sizes.tailUnits);
    const merged = new TextWindow(head, tail);
    const windows = { stdout: new TextWindow(head, tail), stderr: new TextWindow(head, tail) };
    const redraws = cleanerRules(cleaner).redraws;
    const mergedRow = rowInto(merged);
    const rows = { stdout: rowInto(windows.stdout), stderr: rowInto(windows.stderr) };
    const streamOf = (stream: StreamName) =>
      redraws
        ? streamThrough(stream, cleaner, [mergedRow, rows[stream]])
        : streamInto(cleaner, merged, windows[stream]);
    this.#cleaner = cleaner;
    this.#merged = merged;
    this.#windows = windows;
    this.#streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };
    this.#rows = redraws ? [rows.stdout, rows.stderr, mergedRow] : [];
  }

  /** Takes `bytes[from, to)` of one stream and returns how many newline bytes it held. */
  push(stream: StreamName, bytes: Uint8Array, from: number, to: number): number {
    return this.#streams[stream].push(bytes, from, to);
  }

  /** Flushes stdout, then stderr. */
  end(): void {
    this.#streams.stdout.end();
    this.#streams.stderr.end();
    for (const row of this.#rows) row.flush();
  }

  read(): OutputText {
    return {
      cleaner: this.#cleaner,
      merged: this.#merged.read(),
      stdout: this.#windows.stdout.read(),
      stderr: this.#windows.stderr.read(),
    };
  }
}

function streamInto(cleaner: CleanerId, merged: TextWindow, own: TextWindow): TextStream {
  return new TextStream(cleaner, {
    ascii(bytes, from, to, newlines) {
      merged.ascii(bytes, from, to, newlines);
      own.ascii(bytes, from, to, newlines);
    },
    char(codePoint) {
      merged.char(codePoint);
      own.char(codePoint);
    },
  });
}

function rowInto(window: TextWindow): RedrawRow {
  return new RedrawRow({
    ascii: (_stream, bytes, from, to, newlines) => {
      window.ascii(bytes, from, to, newlines);
    },
    char: (_stream, codePoint) => {
      window.char(codePoint);
    },
    asciiRow: (row, length) => {
      window.ascii(row, 0, length, 0);
    },
  });
}

function checkedUnits(name: string, units: number | undefined): number {
  const size = units ?? DEFAULT_WINDOW_UNITS;
  if (!Number.isSafeInteger(size) || size < 0)
    throw new RangeError(`${name} must be a whole number of at least 0`);
  return size;
}
