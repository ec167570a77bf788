import type { ToolOutput } from '../text/toolOutput.ts';
import { Addresses } from './addresses.ts';
import type { SedCommand } from './script.ts';
import { substituted } from './substitute.ts';
import { unambiguous } from './unambiguous.ts';

/** What a running script needs of the world around it. */
export interface SedWorld {
  readonly quiet: boolean;
  readonly separator: string;
  readonly lineLength: number;
  readonly output: ToolOutput;
  /** Lines of all inputs; moves to the next file by itself. */
  nextLine(): Promise<{ readonly text: string; readonly ended: boolean } | null>;
  isLastLine(): Promise<boolean>;
  lineNumber(): number;
  fileName(): string;
  print(text: string): void;
  readonly files: {
    append(path: string, text: string): void;
    read(path: string): Promise<string>;
    readLine(path: string): Promise<string | null>;
  };
  run(command: string): Promise<string>;
}

/** One script at work: pattern space, hold space, and what is appended after each cycle. */
export class SedMachine {
  readonly #commands: readonly SedCommand[];
  readonly #world: SedWorld;
  readonly #addresses: Addresses;
  #pattern = '';
  #hold = '';
  #ended = true;
  #appended: string[] = [];
  #substituted = false;
  #skipsRead = false;

  constructor(commands: readonly SedCommand[], world: SedWorld) {
    this.#commands = commands;
    this.#world = world;
    this.#addresses = new Addresses(world, () => this.#pattern);
  }

  /** Runs to the end of the input; the exit code. */
  async run(): Promise<number> {
    const { output } = this.#world;
    for (;;) {
      if (output.closed) return 0;
      if (!this.#skipsRead && !(await this.#read())) return 0;
      this.#skipsRead = false;
      const ending = await this.#cycle();
      if (ending.quit !== null) {
        if (ending.autoprint) this.#autoprint();
        await this.#flushAppended();
        return ending.quit;
      }
      if (ending.autoprint) this.#autoprint();
      await this.#flushAppended();
      if (output.isFull) await output.flush();
    }
  }

  async #read(): Promise<boolean> {
    const line = await this.#world.nextLine();
    if (line === null) return false;
    this.#pattern = line.text;
    this.#ended = line.ended;
    this.#substituted = false;
    return true;
  }

  #autoprint(): void {
    if (!this.#world.quiet) this.#printLine(this.#pattern);
  }

  #printLine(text: string): void {
    this.#world.print(text + (this.#ended ? this.#world.separator : ''));
  }

  async #flushAppended(): Promise<void> {
    if (this.#appended.length === 0) return;
    // A last line without its end gets one when something follows it.
    if (!this.#ended) this.#world.print(this.#world.separator);
    for (const text of this.#appended) this.#world.print(text);
    this.#appended = [];
  }

  async #cycle(): Promise<{ quit: number | null; autoprint: boolean }> {
    const commands = this.#commands;
    for (let at = 0; at < commands.length; at++) {
      const command = commands[at]!;
      const applies = (await this.#addresses.applies(command)) !== command.negated;
      if (!applies) {
        if (command.letter === '{') at = command.target - 1;
        continue;
      }
      switch (command.letter) {
        case '{':
          break;
        case 's': {
          const { substitution } = command;
          const regex = this.#addresses.regexFor(substitution!.regex);
          if (!regex) break;
          const changed = substituted(this.#pattern, regex, substitution!);
          if (changed === null) break;
          this.#substituted = true;
          this.#pattern = substitution!.evaluates
            ? (await this.#world.run(changed)).replace(/\n$/, '')
            : changed;
          if (substitution!.prints) this.#printLine(this.#pattern);
          if (substitution!.file !== null) this.#world.files.append(substitution!.file, `${this.#pattern}\n`);
          break;
        }
        case 'p':
          this.#printLine(this.#pattern);
          break;
        case 'd':
          return { quit: null, autoprint: false };
        case 'D': {
          const end = this.#pattern.indexOf('\n');
          if (end < 0) return { quit: null, autoprint: false };
          this.#pattern = this.#pattern.slice(end + 1);
          this.#skipsRead = true;
          return { quit: null, autoprint: false };
        }
        case 'n': {
          if (await this.#world.isLastLine()) return { quit: 0, autoprint: true };
          this.#autoprint();
          await this.#flushAppended();
          const was = this.#substituted;
          await this.#read();
          this.#substituted = was;
          break;
        }
        case 'N': {
          if (await this.#world.isLastLine()) return { quit: 0, autoprint: true };
          await this.#flushAppended();
          const before = this.#pattern;
          const was = this.#substituted;
          await this.#read();
          this.#substituted = was;
          this.#pattern = `${before}${this.#world.separator}${this.#pattern}`;
          break;
        }
        case 'b':
          at = command.target - 1;
          break;
        case 't':
        case 'T': {
          const jumps = this.#substituted === (command.letter === 't');
          this.#substituted = false;
          if (jumps) at = command.target - 1;
          break;
        }
        case 'q':
          return { quit: command.number ?? 0, autoprint: true };
        case 'Q':
          return { quit: command.number ?? 0, autoprint: false };
        case 'c': {
          const inRange = command.to !== null && !command.negated && command.activeUntil !== null;
          if (!inRange || (await this.#world.isLastLine())) this.#world.print(command.text);
          return { quit: null, autoprint: false };
        }
        default:
          await this.#simple(command);
      }
    }
    return { quit: null, autoprint: true };
  }

  async #simple(command: SedCommand): Promise<void> {
    const world = this.#world;
    switch (command.letter) {
      case 'a':
        this.#appended.push(command.text);
        break;
      case 'i':
        world.print(command.text);
        break;
      case 'r':
        this.#appended.push(await world.files.read(command.text));
        break;
      case 'R': {
        const line = await world.files.readLine(command.text);
        if (line !== null) this.#appended.push(`${line}\n`);
        break;
      }
      case 'w':
        world.files.append(command.text, `${this.#pattern}\n`);
        break;
      case 'W':
        world.files.append(command.text, `${this.#pattern.split('\n')[0]}\n`);
        break;
      case 'P':
        world.print(`${this.#pattern.split('\n')[0]}${world.separator}`);
        break;
      case '=':
        world.print(`${world.lineNumber()}\n`);
        break;
      case 'F':
        world.print(`${world.fileName()}\n`);
        break;
      case 'l':
        world.print(unambiguous(this.#pattern, command.number ?? world.lineLength));
        break;
      case 'y':
        this.#pattern = Array.from(
          this.#pattern,
          (character) => command.map!.get(character) ?? character,
        ).join('');
        break;
      case 'g':
        this.#pattern = this.#hold;
        break;
      case 'G':
        this.#pattern += `\n${this.#hold}`;
        break;
      case 'h':
        this.#hold = this.#pattern;
        break;
      case 'H':
        this.#hold += `\n${this.#pattern}`;
        break;
      case 'x':
        [this.#pattern, this.#hold] = [this.#hold, this.#pattern];
        break;
      case 'z':
        this.#pattern = '';
        break;
      case 'e':
        if (command.text === '') this.#pattern = (await world.run(this.#pattern)).replace(/\n$/, '');
        else world.print(await world.run(command.text));
        break;
    }
  }
}
