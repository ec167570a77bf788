import type { Command } from 'just-bash/browser';
import type { CommandRegistry } from './interpreter.ts';

/** The commands of the shell around, with ours made anew for the stage when the first of them is called. */
export class StageCommands extends Map<string, Command> {
  readonly #make: () => readonly Command[] = () => [];
  readonly #takeTurn: () => void = () => {};
  #own: readonly Command[] | null = null;

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
    this.#own ??= this.#make();
    const program = this.#own.findLast((each) => each.name === name) ?? command;
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
