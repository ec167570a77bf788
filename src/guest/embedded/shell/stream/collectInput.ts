import type { CommandTools } from '../commands/command.ts';
import { latin1FromBytes } from '../disk/bytes.ts';
import type { ByteSource } from './byteSource.ts';
import { readAll } from './readRecords.ts';

/** What a command that reads all is given of an input that never ends (`yes | awk 'NR == 3'`). */
const endlessBytes = 1 << 20;

/** The whole input of a command that cannot read piece by piece, a character for each byte; cut at a limit, with a note. */
export async function collectInput(
  source: ByteSource,
  commandName: string,
  tools: CommandTools,
  stopped: () => boolean,
): Promise<string> {
  const limit = source.isEndless ? endlessBytes : tools.maxBuiltBytes;
  const { bytes, cut } = await readAll(source, limit, stopped);
  if (cut) {
    tools.note({
      code: 'guest-output-limit',
      detail: `${commandName}: its input was cut at ${limit} bytes, because it cannot be read piece by piece`,
    });
    if (!source.keepsPosition) source.close();
  }
  // A part ends with a whole line, so that no tool takes the cut for the end of the last.
  const lines = cut ? bytes.lastIndexOf(10) + 1 : 0;
  return latin1FromBytes(lines > 0 ? bytes.subarray(0, lines) : bytes);
}
