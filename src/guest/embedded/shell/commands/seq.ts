import type { Command } from 'just-bash/browser';
import { bytesFromText } from '../disk/bytes.ts';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { seqFormatter } from './seqFormat.ts';

const pieceUnits = 65_536;

function isNumber(text: string): boolean {
  return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text);
}

/** `seq [-w] [-s SEP] [-f FORMAT] [FIRST [STEP]] LAST`. */
export function seq(tools: CommandTools): Command {
  return command('seq', async (args) => {
    const call = tools.live.takeCall('seq');
    let separator = '\n';
    let format: string | null = null;
    let equalWidth = false;
    let index = 0;
    for (; index < args.length; index++) {
      const arg = args[index]!;
      if (isNumber(arg) || !arg.startsWith('-')) break;
      if (arg === '--') {
        index++;
        break;
      }
      const attached = /^(?:-([sf])(.+)|--(separator|format)=(.*))$/s.exec(arg);
      if (arg === '-w' || arg === '--equal-width') equalWidth = true;
      else if (attached) {
        const value = attached[2] ?? attached[4] ?? '';
        if ((attached[1] ?? attached[3])!.startsWith('s')) separator = value;
        else format = value;
      } else if (arg === '-s' || arg === '--separator') separator = args[++index] ?? '';
      else if (arg === '-f' || arg === '--format') format = args[++index] ?? '';
      else {
        return fail(
          `seq: invalid option -- '${arg.replace(/^-+/, '')}'\nTry 'seq --help' for more information.\n`,
        );
      }
    }
    const operands = args.slice(index);
    if (operands.length === 0) {
      return fail("seq: missing operand\nTry 'seq --help' for more information.\n");
    }
    if (operands.length > 3) {
      return fail(`seq: extra operand '${operands[3]}'\nTry 'seq --help' for more information.\n`);
    }
    for (const operand of operands) {
      if (!isNumber(operand)) {
        return fail(
          `seq: invalid floating point argument: '${operand}'\nTry 'seq --help' for more information.\n`,
        );
      }
    }
    const first = operands.length > 1 ? operands[0]! : '1';
    const step = operands.length > 2 ? operands[1]! : '1';
    const last = operands[operands.length - 1]!;
    if (Number(step) === 0) {
      return fail(`seq: invalid Zero increment value: '${step}'\nTry 'seq --help' for more information.\n`);
    }
    const print = seqFormatter({ first, step, last, equalWidth, format });
    if (typeof print !== 'function') return fail(`seq: ${print.error}\n`);

    const chunks = numbers(Number(first), Number(step), Number(last), print, separator);
    const output = new CommandOutput('seq', tools, call);
    await output.writeAll(chunks);
    return output.result(0);
  });
}

async function* numbers(
  first: number,
  step: number,
  last: number,
  print: (value: number) => string,
  separator: string,
): AsyncGenerator<Uint8Array> {
  // Half a step of slack in the last digit: 0 0.1 1 has eleven numbers.
  const count = Math.floor((last - first) / step + 1e-10) + 1;
  let piece = '';
  for (let index = 0; index < count; index++) {
    piece += (index > 0 ? separator : '') + print(first + index * step);
    if (piece.length >= pieceUnits) {
      yield bytesFromText(piece);
      piece = '';
    }
  }
  if (count > 0) yield bytesFromText(`${piece}\n`);
}
