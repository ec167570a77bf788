import type { Command, ExecResult } from 'just-bash/browser';
import type { FileStat } from '../../../../port.ts';
import { type CommandTools, type Context, command, fail } from '../command.ts';
import { reasonOf } from '../inputs.ts';
import { selfDescription } from '../selfDescription.ts';
import { type GivenOption, getopt, type OptionSpec } from '../text/getopt.ts';
import { answersOf, type LineReader } from '../text/lineReader.ts';
import { ToolOutput } from '../text/toolOutput.ts';

/** One call of a command that works on files: its options, its words, and what it asks of the disk. */
export class FileTool {
  readonly name: string;
  readonly tools: CommandTools;
  readonly context: Context;
  readonly output: ToolOutput;
  readonly options: readonly GivenOption[];
  readonly operands: readonly string[];
  exitCode = 0;
  #answers: LineReader | null = null;

  constructor(
    name: string,
    tools: CommandTools,
    context: Context,
    parsed: { readonly options: readonly GivenOption[]; readonly operands: readonly string[] },
  ) {
    this.name = name;
    this.tools = tools;
    this.context = context;
    this.output = new ToolOutput(name, tools);
    this.options = parsed.options;
    this.operands = parsed.operands;
  }

  has(...keys: string[]): boolean {
    return this.options.some(({ key }) => keys.includes(key));
  }

  /** The key given last of several that outdo each other. */
  last(...keys: string[]): string | undefined {
    return this.options.findLast(({ key }) => keys.includes(key))?.key;
  }

  value(key: string): string | undefined {
    return this.options.findLast((option) => option.key === key)?.value;
  }

  path(operand: string): string {
    return this.tools.disk.resolvePath(this.context.cwd, operand);
  }

  async lstat(operand: string): Promise<FileStat | null> {
    return this.tools.disk.lstatOf(this.path(operand)).catch(() => null);
  }

  async stat(operand: string): Promise<FileStat | null> {
    return this.tools.disk.statOf(this.path(operand)).catch(() => null);
  }

  async isFolder(operand: string): Promise<boolean> {
    return (await this.stat(operand))?.kind === 'directory';
  }

  /** Says what went wrong; the command goes on and ends with this code. */
  async fail(words: string, exitCode = 1): Promise<void> {
    this.exitCode = exitCode;
    await this.output.error(words);
  }

  /** Whether the next line of standard input says yes; nobody who answers means no. */
  async agrees(question: string): Promise<boolean> {
    await this.output.errorText(`${this.name}: ${question} `);
    this.#answers ??= await answersOf(this.tools, this.context);
    return /^[yY]/.test((await this.#answers?.line()) ?? '');
  }

  /** A mistake in how the command was called. */
  async usage(words: string): Promise<void> {
    this.exitCode = 1;
    await this.output.errorText(`${this.name}: ${words}\nTry '${this.name} --help' for more information.\n`);
  }

  /** Null where `work` was done, else the reason in `strerror`'s words. */
  async attempt(work: Promise<unknown>): Promise<string | null> {
    try {
      await work;
      return null;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'ENOTEMPTY') return 'Directory not empty';
      if (code === 'EEXIST') return 'File exists';
      if (code === 'EPERM') return 'Operation not permitted';
      return reasonOf(error);
    }
  }
}

export function baseName(operand: string): string {
  const trimmed = operand.replace(/\/+$/, '');
  return trimmed === '' ? '/' : trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** `folder/name`, without doubling the slash. */
export function joinPath(folder: string, name: string): string {
  return `${folder.replace(/(.)\/+$/, '$1').replace(/^\/$/, '')}/${name}`;
}

export function fileCommand(
  tools: CommandTools,
  name: string,
  spec: OptionSpec,
  run: (tool: FileTool) => Promise<void>,
): Command {
  const full = { ...spec, long: { ...spec.long, help: 'help', version: 'version' } };
  return command(name, async (args, context): Promise<ExecResult> => {
    const parsed = getopt(args, full);
    if ('error' in parsed)
      return fail(`${name}: ${parsed.error}\nTry '${name} --help' for more information.\n`);
    const tool = new FileTool(name, tools, context, parsed);
    if (tool.has('version')) tool.output.print(`${name} (GNU coreutils) 9.1\n`);
    else if (tool.has('help')) tool.output.print(selfDescription(name, ['--help']) ?? '');
    else await run(tool);
    return tool.output.end(tool.exitCode);
  });
}
