import type { ExecResult } from 'just-bash/browser';
import { brokenPipeExitCode } from '../commands/commandOutput.ts';

/** Those that the shell itself runs. */
const builtinWriters = new Set(
  'echo printf pwd declare typeset export set type alias dirs pushd popd'.split(' '),
);

/**
 * What a stage's writes into a pipe that nobody reads have led to. SIGPIPE ends whoever writes: the shell
 * where that is a builtin, else the program alone. A second program ends the shell too, though bash would
 * go on: `while :; do seq 3; done | head` never ends there.
 */
export class BrokenPipe {
  #endedShell = false;
  /** The call of a program whose write met a pipe without a reader. */
  #program: object | null = null;

  get endedShell(): boolean {
    return this.#endedShell;
  }

  /** `writer`, null where the shell itself, has met the pipe: whether that ends the shell. */
  ends(writer: { readonly name: string } | null): boolean {
    const ownsWrite = !writer || builtinWriters.has(writer.name);
    if (ownsWrite || (this.#program !== null && this.#program !== writer)) this.#endedShell = true;
    else this.#program = writer;
    return this.#endedShell;
  }

  forgetProgram(): void {
    this.#program = null;
  }

  /**
   * The result of a fork; its end by a broken pipe is a result too. `isUnaware` says whether it was a program
   * of just-bash, which does not know that its output was not taken; ours and processes say it themselves.
   */
  async outcome(
    running: Promise<ExecResult>,
    { isUnaware }: { readonly isUnaware: () => boolean },
  ): Promise<ExecResult> {
    let result: ExecResult;
    try {
      result = await running;
    } catch (error) {
      if (!this.#endedShell) throw error;
      result = { stdout: '', stderr: '', exitCode: brokenPipeExitCode };
    }
    if (!this.#endedShell)
      return this.#program !== null && isUnaware() ? { ...result, exitCode: brokenPipeExitCode } : result;
    const stderr = result.stderr.replace(/(bash: )?execution aborted\n/g, '');
    return { ...result, stderr, exitCode: brokenPipeExitCode };
  }
}
