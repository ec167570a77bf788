import type { Command } from 'just-bash/browser';
import { bytesFromText } from '../disk/bytes.ts';
import { type CommandTools, command } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';

const polynomial = 0x04c11db7;

const steps = Uint32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ polynomial : value << 1;
  return value >>> 0;
});

/** The CRC of POSIX, which also covers the length. */
class Crc {
  #value = 0;
  bytes = 0;

  add(chunk: Uint8Array): void {
    let value = this.#value;
    for (const byte of chunk) value = (value << 8) ^ steps[((value >>> 24) ^ byte) & 255]!;
    this.#value = value;
    this.bytes += chunk.length;
  }

  end(): number {
    let value = this.#value;
    for (let left = this.bytes; left > 0; left = Math.floor(left / 256)) {
      value = (value << 8) ^ steps[((value >>> 24) ^ (left % 256)) & 255]!;
    }
    return ~value >>> 0;
  }
}

/** `cksum [FILE]…`. */
export function cksum(tools: CommandTools): Command {
  return command('cksum', async (args, context) => {
    const call = tools.live.takeCall('cksum');
    const output = new CommandOutput('cksum', tools, call);
    let exitCode = 0;
    for (const operand of args.length > 0 ? args : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      const crc = new Crc();
      for await (const chunk of input.chunks) crc.add(chunk);
      const name = args.length > 0 ? ` ${operand}` : '';
      await output.write(bytesFromText(`${crc.end()} ${crc.bytes}${name}\n`));
    }
    return output.result(exitCode);
  });
}
