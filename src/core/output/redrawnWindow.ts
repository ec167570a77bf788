import type { StreamName, WindowedText } from '../contract/index.ts';
import type { CursorMove } from './escapes.ts';
import { RedrawRow } from './redrawRow.ts';
import type { TextRun } from './runDecoder.ts';
import type { ShownText } from './streamTexts.ts';
import type { TextWindow } from './textWindow.ts';

const LF = 0x0a;

/** A window on what a terminal shows: lines go through a row in which they can be drawn again. */
export class RedrawnWindow implements ShownText {
  readonly #window: TextWindow;
  readonly #row: RedrawRow;

  constructor(window: TextWindow, like: RedrawRow | null = null) {
    this.#window = window;
    this.#row = new RedrawRow(
      {
        ascii: (_stream, bytes, from, to, newlines) => window.ascii(bytes, from, to, newlines),
        char: (_stream, codePoint) => window.char(codePoint),
        asciiRow: (row, length) => window.ascii(row, 0, length, 0),
      },
      like,
    );
  }

  copy(): RedrawnWindow {
    return new RedrawnWindow(this.#window.copy(), this.#row);
  }

  ascii(bytes: Uint8Array, from: number, to: number, newlines: number, stream: StreamName): void {
    this.#row.ascii(stream, bytes, from, to, newlines, 0);
  }

  /** Lines that begin and end in the run were never drawn again: they pass the row by. */
  text(run: TextRun, stream: StreamName): void {
    const { units, length } = run;
    const wholeFrom = this.#row.isEmpty || run.newlines === 0 ? 0 : units.indexOf(LF) + 1;
    const wholeTo = run.newlines === 0 ? 0 : units.lastIndexOf(LF, length - 1) + 1;
    if (wholeFrom > 0) this.#row.units(stream, units, 0, wholeFrom);
    if (wholeTo > wholeFrom) this.#window.text(partOf(run, wholeFrom, wholeTo));
    this.#row.units(stream, units, wholeTo, length);
  }

  control(codePoint: number, stream: StreamName): void {
    this.#row.char(stream, codePoint, 0);
  }

  move(kind: CursorMove, count: number): void {
    this.#row.move(kind, count);
  }

  flush(): void {
    this.#row.flush();
  }

  read(): WindowedText {
    return this.#window.read();
  }
}

/** `from` is 0 or behind the run's first newline, `to` behind its last: what is left out is counted, as it is short. */
function partOf(run: TextRun, from: number, to: number): TextRun {
  const before = countsOf(run.units, 0, from);
  const after = countsOf(run.units, to, run.length);
  return {
    units: run.units.subarray(from, to),
    length: to - from,
    newlines: run.newlines - (from > 0 ? 1 : 0),
    codePoints: run.codePoints - before.codePoints - after.codePoints,
    utf8Bytes: run.utf8Bytes - before.utf8Bytes - after.utf8Bytes,
    broken: run.broken,
  };
}

function countsOf(
  units: Uint16Array,
  from: number,
  to: number,
): { readonly codePoints: number; readonly utf8Bytes: number } {
  let codePoints = to - from;
  let utf8Bytes = 0;
  for (let at = from; at < to; at++) {
    const unit = units[at]!;
    // Each half of a pair stands for two of its four bytes.
    if (unit >= 0xd800 && unit <= 0xdfff) {
      utf8Bytes += 2;
      if (unit >= 0xdc00) codePoints -= 1;
    } else utf8Bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return { codePoints, utf8Bytes };
}
