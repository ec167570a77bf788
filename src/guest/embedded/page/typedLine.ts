import type { InputMode } from '../../port.ts';
import { displayWidth } from './displayWidth.ts';

/** What came of a key: text for the terminal, and what the program gets: null is the end of the input. */
export interface TypedStep {
  readonly output: string;
  readonly answer?: Uint8Array | null;
}

const nothing: TypedStep = { output: '' };
const encoder = new TextEncoder();

/**
 * What a person types for a program that reads, as a terminal's own line discipline has it: shown as it is typed,
 * corrected with Backspace, Ctrl-W and Ctrl-U, handed over by Enter. Ctrl-D hands over what there is, or ends the input.
 */
export class TypedLine {
  readonly #isHidden: boolean;
  readonly #byKey: boolean;
  #characters: string[] = [];

  constructor(mode: InputMode) {
    this.#isHidden = mode === 'hidden-line' || mode === 'hidden-key';
    this.#byKey = mode === 'key' || mode === 'hidden-key';
  }

  /** What was typed and not handed over. */
  get left(): readonly string[] {
    return this.#characters;
  }

  press(key: string): TypedStep {
    switch (key) {
      case '\r':
        // Without the newline: a hidden line leaves the cursor where it was.
        return { output: this.#isHidden ? '' : '\r\n', answer: this.#take('\n') };
      case '\x04':
        return { output: '', answer: this.#characters.length > 0 ? this.#take('') : null };
      case '\x7f':
      case '\b':
        return this.#erase(this.#characters.length - 1);
      case '\x15':
        return this.#erase(0);
      case '\x17':
        return this.#erase(this.#wordStart());
      default:
        return this.#insert(key);
    }
  }

  #insert(key: string): TypedStep {
    if ([...key].length !== 1 || (key !== '\t' && /^[\x00-\x1f]/.test(key))) return nothing;
    this.#characters.push(key);
    const output = this.#isHidden ? '' : shown(key);
    return this.#byKey ? { output, answer: this.#take('') } : { output };
  }

  #take(end: string): Uint8Array {
    const text = this.#characters.join('') + end;
    this.#characters = [];
    return encoder.encode(text);
  }

  #erase(from: number): TypedStep {
    const erased = this.#characters.splice(Math.max(0, from));
    if (this.#isHidden) return nothing;
    return { output: '\b \b'.repeat(displayWidth(erased.map(shown).join(''))) };
  }

  #wordStart(): number {
    let at = this.#characters.length;
    while (at > 0 && /\s/.test(this.#characters[at - 1] ?? '')) at -= 1;
    while (at > 0 && !/\s/.test(this.#characters[at - 1] ?? '')) at -= 1;
    return at;
  }
}

/** A tab as blanks: how far it reached would have to be remembered to take it back. */
function shown(character: string): string {
  return character === '\t' ? '  ' : character;
}
