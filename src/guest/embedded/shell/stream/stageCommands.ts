import type { Command } from 'just-bash/browser';
import type { CommandRegistry } from './interpreter.ts';

/** The commands of the shell around, with ours made anew for the stage when the first of them is called. */
export class StageCommands extends Map<string, Command> {
  #make: (() => readonly Command[]) | null = null;
  readonly #takeTurn: () => void = () => {};
  #own = new Map<string, Command>();

  constructor(
    around: CommandRegistry,
    stage: { readonly own: () => readonly Command[]; readonly takeTurn: () => void },
  ) {
    super(around);
    this.#make = stage.own;
    this.#takeTurn = stage.takeTurn;
  }

  override get(name: string): Command | undefined {
    const command = super.get(name);
    if (!command) return command;
    if (this.#make) {
      for (const each of this.#make()) this.#own.set(each.name, each);
      this.#make = null;
    }
    const own = this.#own.get(name);
    const program = own ?? command;
    // Kept: what else the interpreter has noted about the command.
    return {
      ...command,
      execute: (args, context) => {
        this.#takeTurn();
        return program.execute(args, context);
      },
    };
  }
}
