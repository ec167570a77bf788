import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { getopt, lastValues } from './text/getopt.ts';

const spec = { short: 'bsw:', long: { bytes: 'b', spaces: 's', 'width=': 'w' } };
const pieceBytes = 64 * 1024;
const [backspace, tab, newline, carriageReturn, space] = [8, 9, 10, 13, 32];

/** Breaks lines as GNU does, which counts bytes as columns. What it made is in `made`, to be taken piece by piece. */
class Folder {
  readonly #width: number;
  readonly #atSpaces: boolean;
  readonly #countsBytes: boolean;
  #made = new Uint8Array(2 * pieceBytes);
  #length = 0;
  #line = new Uint8Array(256);
  #lineLength = 0;
  #column = 0;

  constructor(width: number, atSpaces: boolean, countsBytes: boolean) {
    this.#width = width;
    this.#atSpaces = atSpaces;
    this.#countsBytes = countsBytes;
  }

  put(byte: number): void {
    if (byte === newline) {
      this.#print(this.#lineLength);
      this.#end();
      this.#column = 0;
      return;
    }
    for (;;) {
      this.#column = this.#after(this.#column, byte);
      if (this.#column <= this.#width || this.#lineLength === 0) break;
      const blank = this.#atSpaces ? this.#lastBlank() : -1;
      const rest = this.#line.slice(blank < 0 ? this.#lineLength : blank + 1, this.#lineLength);
      this.#print(blank < 0 ? this.#lineLength : blank + 1);
      this.#end();
      this.#column = 0;
      for (const kept of rest) {
        this.#column = this.#after(this.#column, kept);
        this.#keep(kept);
      }
    }
    this.#keep(byte);
  }

  /** The last line has no end. */
  finish(): void {
    this.#print(this.#lineLength);
    this.#lineLength = 0;
    this.#column = 0;
  }

  get isFull(): boolean {
    return this.#length >= pieceBytes;
  }

  take(): Uint8Array {
    const piece = this.#made.slice(0, this.#length);
    this.#length = 0;
    return piece;
  }

  #after(column: number, byte: number): number {
    if (this.#countsBytes) return column + 1;
    if (byte === backspace) return Math.max(0, column - 1);
    if (byte === carriageReturn) return 0;
    return byte === tab ? column + 8 - (column % 8) : column + 1;
  }

  #lastBlank(): number {
    for (let at = this.#lineLength - 1; at >= 0; at--)
      if (this.#line[at] === space || this.#line[at] === tab) return at;
    return -1;
  }

  #keep(byte: number): void {
    if (this.#lineLength === this.#line.length) {
      const longer = new Uint8Array(2 * this.#line.length);
      longer.set(this.#line);
      this.#line = longer;
    }
    this.#line[this.#lineLength++] = byte;
  }

  #print(count: number): void {
    if (this.#length + count + 1 > this.#made.length) {
      const longer = new Uint8Array(2 * (this.#length + count + 1));
      longer.set(this.#made.subarray(0, this.#length));
      this.#made = longer;
    }
    this.#made.set(this.#line.subarray(0, count), this.#length);
    this.#length += count;
  }

  #end(): void {
    this.#made[this.#length++] = newline;
    this.#lineLength = 0;
  }
}

/** GNU `fold`. */
export function fold(tools: CommandTools): Command {
  return command('fold', async (args, context) => {
    // `-40` is `-w 40`.
    const words = args.map((arg) => (/^-\d+$/.test(arg) ? `-w${arg.slice(1)}` : arg));
    const parsed = getopt(words, spec);
    if ('error' in parsed) return fail(`fold: ${parsed.error}\nTry 'fold --help' for more information.\n`);
    const given = lastValues(parsed.options);
    const width = given.get('w') ?? '80';
    if (!/^\d+$/.test(width) || Number(width) === 0)
      return fail(
        `fold: invalid number of columns: '${width}'${Number(width) === 0 ? ': Numerical result out of range' : ''}\n`,
      );
    const output = new CommandOutput('fold', tools, tools.live.takeCall('fold'));
    const folder = new Folder(Number(width), given.has('s'), given.has('b'));
    let exitCode = 0;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      for await (const chunk of input.chunks) {
        for (const byte of chunk) {
          folder.put(byte);
          if (folder.isFull && !(await output.write(folder.take()))) return output.result(exitCode);
        }
        if (!(await output.write(folder.take()))) return output.result(exitCode);
      }
      folder.finish();
    }
    await output.write(folder.take());
    return output.result(exitCode);
  });
}
