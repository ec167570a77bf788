import type { CleanerId } from '../contract/index.ts';
import { cleanerRules } from './cleanerRules.ts';

/** What a sequence does within the line: the cursor's column (from 1), steps of it, or an erased part of the line. */
export type CursorMove = 'column' | 'right' | 'left' | 'erase';

/**
 * Where cleaned characters go. Byte offsets are in the stream that wrote them; the bytes of a character are
 * `[startByte, endByte)`. A run of plain ASCII goes in one call: unit k of it is byte `startByte + k`.
 */
export interface CleanSink {
  ascii(bytes: Uint8Array, from: number, to: number, newlines: number, startByte: number): void;
  char(codePoint: number, startByte: number, endByte: number): void;
  /** Told only where the cleaner follows redraws. `count` is the sequence's number, 0 where it has none. */
  move?(kind: CursorMove, count: number): void;
}

/** Final bytes of the sequences that redraw a line: CHA and HPA, CUF, CUB, EL and ED. */
const CURSOR_MOVES: ReadonlyMap<number, CursorMove> = new Map([
  [0x47, 'column'],
  [0x60, 'column'],
  [0x43, 'right'],
  [0x44, 'left'],
  [0x4b, 'erase'],
  [0x4a, 'erase'],
]);
const ERASE_DISPLAY = 0x4a;

/** Whether a control sequence with this final byte may move within the line. */
export function isCursorMove(final: number): boolean {
  return CURSOR_MOVES.has(final);
}

/**
 * Most characters that one escape sequence may hold after its ESC. Real ones are far shorter (a window title,
 * a link); without a bound `ESC ]` in a binary would swallow all the output that follows.
 */
export const MAX_SEQUENCE_CHARS = 4096;

const NUL = 0x00;
const BEL = 0x07;
const LF = 0x0a;
const CR = 0x0d;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const VISIBLE_NUL = 0x2400;

type State = 'text' | 'escape' | 'intermediate' | 'csi' | 'osc' | 'string' | 'string-escape';

/**
 * Removes terminal escape sequences, one character at a time, whatever the chunks were.
 *
 * Removed: CSI (`ESC [` … final), two-byte escapes and charset selects (`ESC`, intermediates, final), and the
 * strings OSC, DCS, SOS, PM, APC ended as a terminal ends them: ST (`ESC \`), BEL for OSC, CAN, SUB or the
 * next escape. A CSI or short escape broken by a control or a non-ASCII character is dropped as far as it
 * came, and that character is text. What is unfinished when the stream ends is dropped.
 *
 * So that nothing can hide output: a string that meets a line end, and any sequence longer than
 * `MAX_SEQUENCE_CHARS`, was no sequence; all of it but its ESC comes back as text.
 *
 * The 8-bit C1 controls are not sequences here: as single bytes they are invalid UTF-8, and as U+0080–U+009F
 * they come from mis-encoded text far more often than from a program that drives a terminal.
 */
export class EscapeFilter {
  readonly #sink: CleanSink;
  readonly #escapes: boolean;
  readonly #showNul: boolean;
  readonly #redraws: boolean;
  #state: State = 'text';
  #heldFrom = 0;
  #held = 0;
  #heldChars = new Uint32Array(0);
  #heldBytes = new Uint8Array(0);

  constructor(cleaner: CleanerId, sink: CleanSink) {
    this.#sink = sink;
    const rules = cleanerRules(cleaner);
    this.#escapes = rules.escapes;
    this.#showNul = rules.nul;
    this.#redraws = rules.redraws;
  }

  /** No sequence is open: plain characters may go past the filter. */
  get idle(): boolean {
    return this.#state === 'text';
  }

  accept(char: number, startByte: number, endByte: number): void {
    if (this.#state === 'text') {
      if (char === ESC && this.#escapes) this.#open(endByte);
      else this.#emit(char, startByte, endByte);
      return;
    }
    switch (this.#state) {
      case 'osc':
      case 'string':
        this.#inString(char, startByte, endByte);
        return;
      case 'string-escape':
        // ST ends the string; any other escape ends it too and is itself what follows.
        if (char === 0x5c) this.#state = 'text';
        else {
          this.#open(startByte);
          this.#inSequence(char, startByte, endByte);
        }
        return;
      default:
        this.#inSequence(char, startByte, endByte);
    }
  }

  #inString(char: number, startByte: number, endByte: number): void {
    if (char === ESC) this.#state = 'string-escape';
    else if (char === CAN || char === SUB || (char === BEL && this.#state === 'osc')) this.#state = 'text';
    else if (char === LF || char === CR) {
      this.#giveBack();
      this.#emit(char, startByte, endByte);
    } else this.#hold(char, startByte, endByte, this.#state);
  }

  #inSequence(char: number, startByte: number, endByte: number): void {
    if (char === ESC) this.#open(endByte);
    else if (char === CAN || char === SUB) this.#state = 'text';
    else if (char < 0x20 || char > 0x7e) {
      this.#state = 'text';
      this.#emit(char, startByte, endByte);
    } else if (this.#state === 'csi') {
      if (char >= 0x40) {
        this.#state = 'text';
        if (this.#redraws) this.#tellMove(char);
      } else this.#hold(char, startByte, endByte, 'csi');
    } else if (char < 0x30) this.#hold(char, startByte, endByte, 'intermediate');
    else if (this.#state === 'intermediate') this.#state = 'text';
    else this.#afterEscape(char, startByte, endByte);
  }

  /** `ESC [ 12 K`: what is held is `[` and the number. Private forms and lists of numbers move nothing here. */
  #tellMove(final: number): void {
    const kind = CURSOR_MOVES.get(final);
    if (kind === undefined) return;
    let count = 0;
    for (let k = 1; k < this.#held; k++) {
      const digit = this.#heldChars[k]! - 0x30;
      if (digit < 0 || digit > 9) return;
      count = Math.min(count * 10 + digit, 1_000_000);
    }
    // Of a screen only the part after the cursor is this line's; the rest was given out long ago.
    if (final === ERASE_DISPLAY && count !== 0) return;
    this.#sink.move?.(kind, count);
  }

  #afterEscape(char: number, startByte: number, endByte: number): void {
    if (char === 0x5b) this.#hold(char, startByte, endByte, 'csi');
    else if (char === 0x5d) this.#hold(char, startByte, endByte, 'osc');
    else if (char === 0x50 || char === 0x58 || char === 0x5e || char === 0x5f)
      this.#hold(char, startByte, endByte, 'string');
    else this.#state = 'text';
  }

  #open(heldFrom: number): void {
    this.#state = 'escape';
    this.#heldFrom = heldFrom;
    this.#held = 0;
  }

  #hold(char: number, startByte: number, endByte: number, state: State): void {
    if (this.#held === MAX_SEQUENCE_CHARS) {
      this.#giveBack();
      this.#emit(char, startByte, endByte);
      return;
    }
    if (this.#held === this.#heldChars.length) this.#grow();
    this.#heldChars[this.#held] = char;
    this.#heldBytes[this.#held] = endByte - startByte;
    this.#held += 1;
    this.#state = state;
  }

  #grow(): void {
    const size = Math.min(MAX_SEQUENCE_CHARS, Math.max(64, this.#heldChars.length * 4));
    const chars = new Uint32Array(size);
    chars.set(this.#heldChars);
    this.#heldChars = chars;
    const bytes = new Uint8Array(size);
    bytes.set(this.#heldBytes);
    this.#heldBytes = bytes;
  }

  #giveBack(): void {
    this.#state = 'text';
    let at = this.#heldFrom;
    for (let k = 0; k < this.#held; k++) {
      const end = at + this.#heldBytes[k]!;
      this.#emit(this.#heldChars[k]!, at, end);
      at = end;
    }
  }

  #emit(char: number, startByte: number, endByte: number): void {
    this.#sink.char(char === NUL && this.#showNul ? VISIBLE_NUL : char, startByte, endByte);
  }
}
