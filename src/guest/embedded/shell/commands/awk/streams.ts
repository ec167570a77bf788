import type { CommandTools, Context } from '../command.ts';
import { openInput } from '../inputs.ts';
import { runForTool } from '../runShellText.ts';
import { encodeText, latin1FromLossless } from '../text/bytesText.ts';
import type { ToolOutput } from '../text/toolOutput.ts';
import { unescaped } from './lexer.ts';
import { RecordReader } from './records.ts';
import type { AwkRuntime } from './runtime.ts';
import { toNumber } from './values.ts';

interface OutputStream {
  readonly kind: 'file' | 'append' | 'command' | 'stderr';
  held: string;
  /** A file that was opened by `>` is emptied at its first write. */
  isFresh: boolean;
}

const heldLimit = 1 << 20;

/** Files and commands that a program reads and writes, and the main input. */
export class AwkStreams {
  readonly output: ToolOutput;
  readonly #tools: CommandTools;
  readonly #context: Context;
  readonly #outputs = new Map<string, OutputStream>();
  readonly #inputs = new Map<string, RecordReader | null>();
  readonly #exitCodes = new Map<string, number>();
  readonly #setVariable: (name: string, text: string) => void;
  #main: RecordReader | null = null;
  #argument = 1;
  #sawFile = false;
  #ended = false;
  #heldUnits = 0;
  failed = false;

  constructor(
    tools: CommandTools,
    context: Context,
    output: ToolOutput,
    setVariable: (name: string, text: string) => void,
  ) {
    this.#tools = tools;
    this.#context = context;
    this.output = output;
    this.#setVariable = setVariable;
  }

  /** Whether so much is held that it should be passed on. */
  get isFull(): boolean {
    return this.output.isFull || this.#heldUnits > heldLimit;
  }

  write(kind: '>' | '>>' | '|', target: string, text: string): void {
    if (kind !== '|' && (target === '/dev/stdout' || target === '-')) {
      this.output.print(text);
      return;
    }
    let stream = this.#outputs.get(target);
    if (!stream) {
      const isStderr = kind !== '|' && target === '/dev/stderr';
      const streamKind = isStderr ? 'stderr' : kind === '|' ? 'command' : kind === '>' ? 'file' : 'append';
      stream = { kind: streamKind, held: '', isFresh: streamKind === 'file' };
      this.#outputs.set(target, stream);
    }
    stream.held += text;
    this.#heldUnits += text.length;
  }

  /** Passes on what is held, except for commands, which run when they are closed. */
  async flush(): Promise<void> {
    for (const [target, stream] of this.#outputs)
      if (stream.kind !== 'command') await this.#flushOne(target, stream);
    await this.output.flush();
  }

  async #flushOne(target: string, stream: OutputStream): Promise<void> {
    const { held } = stream;
    if (held === '' && !stream.isFresh) return;
    stream.held = '';
    this.#heldUnits -= held.length;
    if (stream.kind === 'stderr') return this.output.errorText(held);
    const path = this.#tools.disk.resolvePath(this.#context.cwd, target);
    if (stream.isFresh) await this.#tools.disk.writeFile(path, encodeText(held));
    else await this.#tools.disk.appendFile(path, encodeText(held));
    stream.isFresh = false;
  }

  async #runOutput(command: string, stream: OutputStream): Promise<number> {
    await this.flush();
    const ran = await runForTool(this.#tools, this.#context, command, latin1FromLossless(stream.held));
    this.#heldUnits -= stream.held.length;
    this.output.print(ran.stdout);
    if (ran.stderr !== '') await this.output.errorText(ran.stderr);
    return ran.exitCode;
  }

  async close(target: string): Promise<number> {
    let code = -1;
    const stream = this.#outputs.get(target);
    if (stream) {
      this.#outputs.delete(target);
      code = 0;
      if (stream.kind === 'command') code = await this.#runOutput(target, stream);
      else await this.#flushOne(target, stream);
    }
    if (this.#inputs.delete(target)) code = this.#exitCodes.get(target) ?? 0;
    return code;
  }

  async closeAll(): Promise<void> {
    for (const target of [...this.#outputs.keys()]) await this.close(target);
    await this.output.flush();
  }

  async system(command: string): Promise<number> {
    await this.flush();
    const ran = await runForTool(this.#tools, this.#context, command, '');
    this.output.print(ran.stdout);
    if (ran.stderr !== '') await this.output.errorText(ran.stderr);
    return ran.exitCode;
  }

  /** A record of a file or of a command's output; null at the end, `false` where it cannot be read. */
  async readFrom(
    kind: 'file' | 'command',
    source: string,
    separator: string,
  ): Promise<string | null | false> {
    let reader = this.#inputs.get(source);
    if (reader === undefined) {
      await this.flush();
      if (kind === 'command') {
        const ran = await runForTool(this.#tools, this.#context, source, '');
        if (ran.stderr !== '') await this.output.errorText(ran.stderr);
        this.#exitCodes.set(source, ran.exitCode);
        reader = new RecordReader(only(encodeText(ran.stdout)));
      } else {
        const input = await openInput(this.#tools, this.#context, source);
        if ('failed' in input) return false;
        reader = new RecordReader(input.chunks);
      }
      this.#inputs.set(source, reader);
    }
    return reader ? (reader.ready() ?? reader.next(separator)) : false;
  }

  /** The input that the next main record comes from; null after the last. */
  async mainReader(runtime: AwkRuntime): Promise<RecordReader | null> {
    while (!this.#main && !this.#ended) {
      const count = toNumber(runtime.globalNamed('ARGC'));
      const operands = runtime.array('ARGV');
      if (this.#argument >= count) {
        if (this.#sawFile) {
          this.#ended = true;
          break;
        }
        this.#sawFile = true;
        await this.#openMain('-', runtime);
        continue;
      }
      const operand = runtime.text(operands.get(String(this.#argument++)));
      if (operand === '') continue;
      const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(operand);
      if (assignment) {
        this.#setVariable(assignment[1]!, unescaped(assignment[2]!));
        continue;
      }
      this.#sawFile = true;
      await this.#openMain(operand, runtime);
    }
    return this.#main;
  }

  async #openMain(operand: string, runtime: AwkRuntime): Promise<void> {
    const input = await openInput(this.#tools, this.#context, operand);
    if ('failed' in input) {
      this.failed = true;
      await this.output.error(`cannot open ${operand} (${input.failed})`);
      if (input.failed !== 'Is a directory') this.#ended = true;
      return;
    }
    runtime.specials.FILENAME = operand === '-' ? '' : operand;
    runtime.specials.FNR = 0;
    this.#main = new RecordReader(input.chunks, () => this.output.flush());
  }

  /** Leaves the rest of the current main input. */
  async nextMain(): Promise<void> {
    const reader = this.#main;
    this.#main = null;
    await reader?.close();
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
