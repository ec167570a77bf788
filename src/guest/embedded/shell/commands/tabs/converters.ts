import type { ByteBuilder } from '../text/byteBuilder.ts';
import { stopAfter, type TabStops } from './tabStops.ts';

const [backspace, tab, newline, space] = [8, 9, 10, 32];

export interface TabRules {
  readonly stops: TabStops;
  /** Only blanks at the start of a line are converted. */
  readonly startOnly: boolean;
}

/** Converts one byte after another, whatever pieces they come in. */
export interface TabConverter {
  put(byte: number): void;
  /** The input ends here. */
  end(): void;
}

/** Writes spaces for tabs. Columns are bytes, as for GNU. */
export class TabExpander implements TabConverter {
  readonly #out: ByteBuilder;
  readonly #rules: TabRules;
  #column = 0;
  #converts = true;

  constructor(out: ByteBuilder, rules: TabRules) {
    this.#out = out;
    this.#rules = rules;
  }

  put(byte: number): void {
    if (byte === newline) {
      this.#column = 0;
      this.#converts = true;
      this.#out.put(byte);
      return;
    }
    if (!this.#converts) {
      this.#out.put(byte);
      return;
    }
    if (byte === tab) {
      // Behind the last stop a tab is one space.
      const stop = stopAfter(this.#rules.stops, this.#column) ?? this.#column + 1;
      this.#out.repeat(space, stop - this.#column);
      this.#column = stop;
      return;
    }
    this.#column = byte === backspace ? Math.max(0, this.#column - 1) : this.#column + 1;
    if (this.#rules.startOnly && byte !== space) this.#converts = false;
    this.#out.put(byte);
  }

  end(): void {}
}

/**
 * Writes tabs for blanks that reach a stop. A single space does so only where other blanks are before or after it, and
 * spaces behind the last stop that is reached stay.
 */
export class TabMaker implements TabConverter {
  readonly #out: ByteBuilder;
  readonly #rules: TabRules;
  #column = 0;
  #converts = true;
  #afterBlank = true;
  /** A single space that reached a stop waits for what follows it. */
  #holdsSingle = false;
  /** Spaces since the last stop. */
  #spaces = 0;

  constructor(out: ByteBuilder, rules: TabRules) {
    this.#out = out;
    this.#rules = rules;
  }

  put(byte: number): void {
    if (this.#converts) {
      if (byte === space || byte === tab) {
        this.#blank(byte);
        return;
      }
      this.#writeHeld();
      this.#afterBlank = false;
      this.#column = byte === backspace ? Math.max(0, this.#column - 1) : this.#column + 1;
      if (this.#rules.startOnly) this.#converts = false;
    }
    this.#out.put(byte);
    if (byte !== newline) return;
    this.#column = 0;
    this.#converts = true;
    this.#afterBlank = true;
  }

  end(): void {
    this.#writeHeld();
  }

  #blank(byte: number): void {
    const stop = stopAfter(this.#rules.stops, this.#column);
    if (stop === null) {
      this.#writeHeld();
      this.#converts = false;
      this.#out.put(byte);
      return;
    }
    this.#column = byte === tab ? stop : this.#column + 1;
    if (this.#column < stop) this.#spaces++;
    else if (byte === tab || this.#afterBlank) {
      this.#out.repeat(tab, this.#holdsSingle ? 2 : 1);
      this.#holdsSingle = false;
      this.#spaces = 0;
    } else this.#holdsSingle = true;
    this.#afterBlank = true;
  }

  #writeHeld(): void {
    if (this.#holdsSingle) this.#out.put(this.#spaces > 0 ? tab : space);
    this.#out.repeat(space, this.#spaces);
    this.#holdsSingle = false;
    this.#spaces = 0;
  }
}
