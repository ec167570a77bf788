import type { ExecResult } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import { CommandOutput } from '../commandOutput.ts';
import { encodeText } from './bytesText.ts';

const heldUnits = 1 << 16;

/** Gathers a text tool's output into pieces of a sensible size. */
export class ToolOutput {
  readonly #output: CommandOutput;
  readonly #name: string;
  #held = '';
  /** Nobody takes more: the tool should end as on a closed pipe. */
  closed = false;

  constructor(name: string, tools: CommandTools) {
    this.#name = name;
    this.#output = new CommandOutput(name, tools, tools.live.takeCall(name));
  }

  print(text: string): void {
    this.#held += text;
  }

  /** Whether so much is held that it should be passed on before more is made. */
  get isFull(): boolean {
    return this.#held.length >= heldUnits;
  }

  async flush(): Promise<void> {
    const held = this.#held;
    this.#held = '';
    if (held !== '' && !this.closed) this.closed = !(await this.#output.write(encodeText(held)));
  }

  async raw(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (!this.closed) this.closed = !(await this.#output.write(bytes));
  }

  /** `name: words`, after what was printed before. */
  async error(words: string): Promise<void> {
    await this.errorText(`${this.#name}: ${words}\n`);
  }

  async errorText(text: string): Promise<void> {
    await this.flush();
    await this.#output.errorText(text);
  }

  async end(exitCode: number): Promise<ExecResult> {
    await this.flush();
    return this.#output.result(exitCode);
  }
}
