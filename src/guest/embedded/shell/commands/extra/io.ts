import type { Command } from 'just-bash/browser';
import type { FileStat } from '../../../../port.ts';
import { bytesFromLatin1, bytesFromText, textFromBytes } from '../../disk/bytes.ts';
import type { Call } from '../../stream/liveDevice.ts';
import { type CommandTools, type Context, command } from '../command.ts';
import { CommandOutput, joined } from '../commandOutput.ts';
import { openInput, reasonOf } from '../inputs.ts';
import { type Options, optionsOf } from './getopt.ts';

export type Failed = { readonly failed: string };

/** What one call of a command of this folder reads and writes with. */
export class Io {
  readonly name: string;
  readonly tools: CommandTools;
  readonly context: Context;
  readonly call: Call;
  readonly #output: CommandOutput;

  constructor(name: string, tools: CommandTools, context: Context) {
    this.name = name;
    this.tools = tools;
    this.context = context;
    this.call = tools.live.takeCall(name);
    this.#output = new CommandOutput(name, tools, this.call);
  }

  get output(): CommandOutput {
    return this.#output;
  }

  /** False once nobody takes more. */
  out(text: string): Promise<boolean> {
    return this.#output.write(bytesFromText(text));
  }

  bytes(bytes: Uint8Array): Promise<boolean> {
    return this.#output.write(bytes);
  }

  /** Words on stderr that are not introduced by the command's name. */
  note(text: string): Promise<void> {
    return this.#output.errorText(text);
  }

  /** `name: text` on stderr, and the exit code to end with. */
  async fail(text: string, exitCode = 1): Promise<number> {
    await this.#output.error(text);
    return exitCode;
  }

  /** A mistake in how the command was called, with GNU's second line. */
  usage(text: string, exitCode = 1): Promise<number> {
    return this.fail(`${text}\nTry '${this.name} --help' for more information.`, exitCode);
  }

  env(name: string): string | undefined {
    return this.context.exportedEnv?.[name];
  }

  path(operand: string): string {
    return this.tools.disk.resolvePath(this.context.cwd, operand);
  }

  /** The pieces of a file or, for `-`, of standard input. */
  async open(operand: string): Promise<AsyncIterable<Uint8Array> | Failed> {
    const input = await openInput(this.tools, this.context, operand);
    return 'failed' in input ? input : input.chunks;
  }

  async readAll(operand: string): Promise<Uint8Array | Failed> {
    const chunks = await this.open(operand);
    return 'failed' in chunks ? chunks : collect(chunks);
  }

  async readText(operand: string): Promise<string | Failed> {
    const bytes = await this.readAll(operand);
    return bytes instanceof Uint8Array ? textFromBytes(bytes) : bytes;
  }

  /** Without following a last link; null where nothing is. */
  async lstat(path: string): Promise<FileStat | null> {
    return this.tools.disk.lstatOf(path).catch(() => null);
  }

  async stat(path: string): Promise<FileStat | null> {
    return this.tools.disk.statOf(path).catch(() => null);
  }

  /** Null where the change was made, else the words of `strerror`. */
  async attempt(change: Promise<unknown>): Promise<string | null> {
    try {
      await change;
      return null;
    } catch (error) {
      return wordsOf(error);
    }
  }

  /** A number from 0 up to but not `below`, of the guest's seeded random. */
  random(below: number): number {
    const { randomByte } = this.tools;
    const word = [0, 1, 2, 3].reduce((sum) => sum * 256 + randomByte(), 0);
    return Math.floor((word / 2 ** 32) * below);
  }

  get stopped(): boolean {
    return this.tools.signal.aborted || this.tools.deadlines.reached;
  }
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return joined(parts);
}

/** `strerror` for what changing a file can meet. A full disk is everybody's error and goes on upward. */
export function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EFBIG') throw error;
  const known: Readonly<Record<string, string>> = {
    EEXIST: 'File exists',
    ENOTEMPTY: 'Directory not empty',
    EINVAL: 'Invalid argument',
    EPERM: 'Operation not permitted',
    EBUSY: 'Device or resource busy',
    ENAMETOOLONG: 'File name too long',
  };
  return known[code] ?? reasonOf(error);
}

type Run = (io: Io, args: readonly string[]) => Promise<number>;

/** A command that only writes through its `Io` and answers its exit code. */
export function extraCommand(tools: CommandTools, name: string, run: Run): Command {
  return command(name, async (args, context) => {
    const io = new Io(name, tools, context);
    return io.output.result(await run(io, args));
  });
}

/** The same for one whose options `spec` tells; a wrong option ends with `wrongUsage`. */
export function optionCommand(
  tools: CommandTools,
  name: string,
  spec: readonly string[],
  run: (io: Io, options: Options) => Promise<number>,
  wrongUsage = 1,
): Command {
  return extraCommand(tools, name, async (io, args) => {
    const options = optionsOf(args, spec);
    return 'error' in options ? io.usage(options.error, wrongUsage) : run(io, options);
  });
}

/** One unit per byte to bytes; for formats that are made as text of bytes. */
export const fromLatin1 = bytesFromLatin1;
