import { ArgumentParser } from './argumentParser.ts';
import { type RangeEnd, type SedCommand, SedError } from './script.ts';

/** Parses a script into a flat list of commands; blocks and labels are places in it. */
export function parseScript(script: string, extended: boolean): SedCommand[] {
  return new Parser(script, extended).parse();
}

class Parser extends ArgumentParser {
  readonly #commands: SedCommand[] = [];
  readonly #open: number[] = [];
  readonly #labels = new Map<string, number>();

  parse(): SedCommand[] {
    for (;;) {
      this.skip(/[\s;]*/y);
      if (this.at >= this.text.length) break;
      this.#command();
    }
    if (this.#open.length > 0) throw new SedError(`-e expression #1, char 0: unmatched \`{'`);
    for (const command of this.#commands) {
      if (!/[btT]/.test(command.letter)) continue;
      const place = command.text === '' ? this.#commands.length : this.#labels.get(command.text);
      if (place === undefined)
        throw new SedError(
          `-e expression #1, char ${this.text.length}: can't find label for jump to \`${command.text}'`,
        );
      command.target = place;
    }
    return this.#commands;
  }

  #command(): void {
    const from = this.address();
    this.skip(/[ \t]*/y);
    let to: RangeEnd | null = null;
    if (from && this.text[this.at] === ',') {
      this.at++;
      to = this.rangeEnd();
      this.skip(/[ \t]*/y);
    }
    let negated = false;
    while (this.text[this.at] === '!') {
      negated = true;
      this.at++;
      this.skip(/[ \t]*/y);
    }
    const letter = this.text[this.at++];
    if (letter === undefined) this.fail('missing command');
    if (from?.kind === 'line' && from.line === 0 && to?.kind !== 'regex')
      this.fail('invalid usage of line address 0');
    const base = {
      from,
      to,
      negated,
      letter,
      text: '',
      number: null,
      substitution: null,
      map: null,
      target: 0,
      activeUntil: null,
    };
    this.#body(letter, base);
  }

  #body(letter: string, base: SedCommand): void {
    if (letter === '#') {
      if (base.from) this.fail("comments don't accept any addresses");
      this.skip(/[^\n]*/y);
      return;
    }
    if (letter === ':') {
      if (base.from) this.fail(": doesn't want any addresses");
      const label = this.skip(/[ \t]*[^\s;]*/y).trim();
      if (label === '') this.fail('":" lacks a label');
      this.#labels.set(label, this.#commands.length);
      return;
    }
    if (letter === '}') {
      const start = this.#open.pop();
      if (start === undefined) this.fail("unexpected `}'");
      this.#commands[start]!.target = this.#commands.length;
      this.#ending();
      return;
    }
    if (letter === '{') {
      this.#open.push(this.#commands.length);
      this.#commands.push(base);
      return;
    }
    if ('aic'.includes(letter)) this.#commands.push({ ...base, text: this.textArgument() });
    else if ('rRwW'.includes(letter)) {
      const file = this.skip(/[ \t]*[^\n]*/y).trimStart();
      if (file === '') this.fail('missing filename in r/R/w/W commands');
      this.#commands.push({ ...base, text: file });
    } else if ('btT'.includes(letter)) {
      this.#commands.push({ ...base, text: this.skip(/[ \t]*[^\s;}]*/y).trim() });
      this.#ending();
    } else if (letter === 's') {
      this.#commands.push({ ...base, substitution: this.substitution() });
      this.#ending();
    } else if (letter === 'y') {
      this.#commands.push({ ...base, map: this.mapping() });
      this.#ending();
    } else if ('qQlL'.includes(letter)) {
      const digits = this.skip(/[ \t]*\d*/y).trim();
      this.#commands.push({ ...base, number: digits === '' ? null : Number(digits) });
      this.#ending();
    } else if (letter === 'e') this.#commands.push({ ...base, text: this.skip(/[ \t]*[^\n]*/y).trimStart() });
    else if ('dDgGhHnNpPxz=F'.includes(letter)) {
      this.#commands.push(base);
      this.#ending();
    } else this.fail(`unknown command: \`${letter}'`);
  }

  #ending(): void {
    this.skip(/[ \t]*/y);
    const sign = this.text[this.at];
    if (sign === undefined || sign === '\n' || sign === ';' || sign === '}' || sign === '#') return;
    this.at++;
    this.fail('extra characters after command');
  }
}
