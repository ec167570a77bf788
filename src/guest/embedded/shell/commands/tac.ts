import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput, joined } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { parseOptions } from './options.ts';

const table = { flags: '', valued: 's', long: { separator: 's' } };
const pieceBytes = 256 * 1024;

/** The records of `bytes` from the last to the first, gathered into pieces. */
function* backwards(bytes: Uint8Array, separator: Uint8Array): Generator<Uint8Array> {
  const last = separator[separator.length - 1]!;
  const endsAt = (at: number): boolean =>
    separator.every((byte, index) => bytes[at - separator.length + 1 + index] === byte);
  let end = bytes.length;
  let piece: Uint8Array[] = [];
  let size = 0;
  const put = (from: number): void => {
    piece.push(bytes.subarray(from, end));
    size += end - from;
    end = from;
  };
  for (let at = bytes.length > 1 ? bytes.lastIndexOf(last, bytes.length - 2) : -1; at >= 0; ) {
    if (endsAt(at) && at + 1 < end) put(at + 1);
    at = at === 0 ? -1 : bytes.lastIndexOf(last, at - 1);
    if (size < pieceBytes) continue;
    yield joined(piece);
    piece = [];
    size = 0;
  }
  if (end > 0) put(0);
  if (size > 0) yield joined(piece);
}

/** GNU `tac`: a stream must be held to its end, as bytes and not as text. */
export function tac(tools: CommandTools): Command {
  return command('tac', async (args, context) => {
    const call = tools.live.takeCall('tac');
    const parsed = parseOptions(args, table);
    if ('error' in parsed) return fail(`tac: ${parsed.error}\nTry 'tac --help' for more information.\n`);
    const separator = new TextEncoder().encode(parsed.given.get('s') || '\n');
    const output = new CommandOutput('tac', tools, call);
    let exitCode = 0;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        const isFolder = input.failed === 'Is a directory';
        await output.error(
          isFolder
            ? `${operand}: read error: Is a directory`
            : `failed to open '${operand}' for reading: ${input.failed}`,
        );
        exitCode = 1;
        continue;
      }
      const parts: Uint8Array[] = [];
      for await (const chunk of input.chunks) parts.push(chunk);
      for (const piece of backwards(joined(parts), separator)) {
        if (!(await output.write(piece))) return output.result(exitCode);
      }
    }
    return output.result(exitCode);
  });
}
