import type { Command } from 'just-bash/browser';
import { Base64Decoder, base64Pieces } from './base64Codec.ts';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { parseOptions } from './options.ts';

const table = {
  flags: 'di',
  valued: 'w',
  long: { decode: 'd', 'ignore-garbage': 'i', wrap: 'w' },
};

/** GNU `base64`, over streams. */
export function base64(tools: CommandTools): Command {
  return command('base64', async (args, context) => {
    const call = tools.live.takeCall('base64');
    const parsed = parseOptions(args, table);
    const usage = "Try 'base64 --help' for more information.\n";
    if ('error' in parsed) return fail(`base64: ${parsed.error}\n${usage}`);
    const { given, operands } = parsed;
    if (operands.length > 1) return fail(`base64: extra operand '${operands[1]}'\n${usage}`);
    const wrap = given.get('w') ?? '76';
    if (!/^\d+$/.test(wrap)) return fail(`base64: invalid wrap size: '${wrap}'\n`);
    const operand = operands[0] ?? '-';
    const input = await openInput(tools, context, operand);
    const output = new CommandOutput('base64', tools, call);
    if ('failed' in input) {
      const isFolder = input.failed === 'Is a directory';
      await output.error(isFolder ? 'read error: Is a directory' : `${operand}: ${input.failed}`);
      return output.result(1);
    }
    if (!given.has('d')) {
      await output.writeAll(base64Pieces(input.chunks, Number(wrap)));
      return output.result(0);
    }
    const decoder = new Base64Decoder(given.has('i'));
    for await (const chunk of input.chunks) {
      const bytes = decoder.decode(chunk);
      if (bytes.length > 0 && !(await output.write(bytes))) return output.result(0);
      if (decoder.isInvalid) break;
    }
    const rest = decoder.end();
    if (rest.length > 0) await output.write(rest);
    if (!decoder.isInvalid) return output.result(0);
    await output.error('invalid input');
    return output.result(1);
  });
}
