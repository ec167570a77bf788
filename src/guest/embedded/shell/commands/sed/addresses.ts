import type { SedWorld } from './machine.ts';
import type { Address, RangeEnd, SedCommand } from './script.ts';

/** Which lines commands are for: their addresses and ranges, and the last regex, which an empty one stands for. */
export class Addresses {
  readonly #world: Pick<SedWorld, 'lineNumber' | 'isLastLine'>;
  readonly #pattern: () => string;
  #lastRegex: RegExp | null = null;

  /** `pattern` gives the pattern space. */
  constructor(world: Pick<SedWorld, 'lineNumber' | 'isLastLine'>, pattern: () => string) {
    this.#world = world;
    this.#pattern = pattern;
  }

  /** The regex, which is then the last; for an empty one (null) the last so far, null where there was none. */
  regexFor(regex: RegExp | null): RegExp | null {
    this.#lastRegex = regex ?? this.#lastRegex;
    return this.#lastRegex;
  }

  #matches(regex: RegExp | null): boolean {
    const used = this.regexFor(regex);
    if (!used) return false;
    used.lastIndex = 0;
    return used.test(this.#pattern());
  }

  async #selects(address: Address): Promise<boolean> {
    const line = this.#world.lineNumber();
    switch (address.kind) {
      case 'line':
        return line === address.line;
      case 'last':
        return this.#world.isLastLine();
      case 'step':
        return address.step === 0
          ? line === address.first
          : line >= address.first && (line - address.first) % address.step === 0;
      default:
        return this.#matches(address.regex);
    }
  }

  /** Whether the line is one that the command is for, not looking at its `!`. Opens and closes its range. */
  async applies(command: SedCommand): Promise<boolean> {
    const { from, to } = command;
    if (!from) return true;
    if (!to) return this.#selects(from);
    const line = this.#world.lineNumber();
    if (command.activeUntil === null) {
      const startsBefore = from.kind === 'line' && from.line === 0 && line === 1;
      if (!startsBefore && !(await this.#selects(from))) return false;
      if (startsBefore) {
        command.activeUntil = 'regex';
        if (to.kind === 'regex' && this.#matches(to.regex)) command.activeUntil = null;
        return true;
      }
      await this.#open(command, to, line);
      return true;
    }
    if (command.activeUntil === 'regex') {
      const ends =
        to.kind === 'last' ? await this.#world.isLastLine() : to.kind === 'regex' && this.#matches(to.regex);
      if (ends) command.activeUntil = null;
      return true;
    }
    if (line >= command.activeUntil) {
      const { activeUntil } = command;
      command.activeUntil = null;
      // A range whose end lies behind (after `n` or a `2,1`) takes no more than its first line.
      if (line > activeUntil) return this.applies(command);
    }
    return true;
  }

  async #open(command: SedCommand, to: RangeEnd, line: number): Promise<void> {
    if (to.kind === 'line') command.activeUntil = to.line > line ? to.line : null;
    else if (to.kind === 'count') command.activeUntil = to.count > 0 ? line + to.count : null;
    else if (to.kind === 'multiple') {
      const end = to.of > 0 ? Math.ceil(line / to.of) * to.of : line;
      command.activeUntil = end > line ? end : null;
    } else command.activeUntil = 'regex';
  }
}
