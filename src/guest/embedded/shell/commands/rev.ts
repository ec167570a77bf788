import type { Command } from 'just-bash/browser';
import { bytesFromLatin1, bytesFromText, latin1FromBytes } from '../disk/bytes.ts';
import { type CommandTools, command } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { wholeLines } from './pieces.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Each line of `bytes` with its characters in the other order; where they are not UTF-8, with its bytes. */
function reversedLines(bytes: Uint8Array): Uint8Array {
  const reversed = (line: string): string => [...line].reverse().join('');
  const all = (text: string): string => text.split('\n').map(reversed).join('\n');
  try {
    return bytesFromText(all(strict.decode(bytes)));
  } catch {
    return bytesFromLatin1(all(latin1FromBytes(bytes)));
  }
}

/** `rev [FILE]…`. */
export function rev(tools: CommandTools): Command {
  return command('rev', async (args, context) => {
    const call = tools.live.takeCall('rev');
    const output = new CommandOutput('rev', tools, call);
    let exitCode = 0;
    const operands = args.filter((arg) => arg !== '--');
    for (const operand of operands.length > 0 ? operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`cannot open ${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      for await (const lines of wholeLines(input.chunks)) {
        if (!(await output.write(reversedLines(lines)))) return output.result(exitCode);
      }
    }
    return output.result(exitCode);
  });
}
