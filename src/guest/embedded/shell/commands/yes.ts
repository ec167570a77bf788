import type { Command } from 'just-bash/browser';
import { bytesFromText } from '../disk/bytes.ts';
import { isDirect } from '../stream/route.ts';
import { type CommandTools, command } from './command.ts';
import { CommandOutput, outputLimitNote } from './commandOutput.ts';

const pieceBytes = 65_536;
/**
 * What `yes` writes where its output is collected (`x=$(yes)`): nobody there will ever have enough.
 */
const boundedBytes = 1 << 20;

/** `yes [STRING]…`, until whoever reads it has enough. */
export function yes(tools: CommandTools): Command {
  return command('yes', async (args) => {
    const call = tools.live.takeCall('yes');
    const line = bytesFromText(`${args.length > 0 ? args.join(' ') : 'y'}\n`);
    const count = Math.max(1, Math.floor(pieceBytes / line.length));
    const piece = new Uint8Array(line.length * count);
    for (let index = 0; index < count; index++) piece.set(line, index * line.length);

    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield piece.slice();
    }
    tools.live.pipeAt(call.route.out)?.markEndless();
    const output = new CommandOutput('yes', tools, call);
    if (isDirect(call.route.out)) {
      await output.writeAll(endless());
      return output.result(0);
    }
    const pieces = Math.max(1, Math.floor(Math.min(tools.maxBuiltBytes, boundedBytes) / piece.length));
    for (let index = 0; index < pieces; index++) await output.write(piece);
    tools.note(outputLimitNote('yes', pieces * piece.length));
    return output.result(0);
  });
}
