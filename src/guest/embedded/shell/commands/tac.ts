import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput, joined } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { parseOptions } from './options.ts';

const table = { flags: '', valued: 's', long: { separator: 's' } };
const pieceBytes = 256 * 1024;

/** Gathers what is put into pieces. */
class Gathered {
  #parts: Uint8Array[] = [];
  #size = 0;

  put(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  /** A piece where there is enough for one, or `all` that is left. */
  *take(all = false): Generator<Uint8Array> {
    if (this.#size < (all ? 1 : pieceBytes)) return;
    const piece = joined(this.#parts);
    this.#parts = [];
    this.#size = 0;
    yield piece;
  }
}

/** The records of `chunks` from the last to the first; takes the chunks away one by one, as they are large together. */
function* backwards(chunks: Uint8Array[], separator: number): Generator<Uint8Array> {
  const gathered = new Gathered();
  /** Of the record that begins in a chunk before: what is known of it, in order. */
  let known: Uint8Array[] = [];
  let isLast = true;
  for (let chunk = chunks.pop(); chunk; chunk = chunks.pop()) {
    let end = chunk.length;
    // The separator at the end of all belongs to the last record.
    const from = isLast ? end - 2 : end - 1;
    isLast = false;
    for (let at = from < 0 ? -1 : chunk.lastIndexOf(separator, from); at >= 0; ) {
      gathered.put(chunk.subarray(at + 1, end));
      for (const part of known) gathered.put(part);
      known = [];
      end = at + 1;
      at = at === 0 ? -1 : chunk.lastIndexOf(separator, at - 1);
      yield* gathered.take();
    }
    known.unshift(chunk.subarray(0, end));
  }
  for (const part of known) gathered.put(part);
  yield* gathered.take(true);
}

/** The same for a separator of several bytes, which may lie in two chunks: of all in one. */
function* backwardsAtWord(bytes: Uint8Array, separator: Uint8Array): Generator<Uint8Array> {
  const gathered = new Gathered();
  const last = separator[separator.length - 1]!;
  const endsAt = (at: number): boolean =>
    separator.every((byte, index) => bytes[at - separator.length + 1 + index] === byte);
  let end = bytes.length;
  for (let at = bytes.length > 1 ? bytes.lastIndexOf(last, bytes.length - 2) : -1; at >= 0; ) {
    if (endsAt(at) && at + 1 < end) {
      gathered.put(bytes.subarray(at + 1, end));
      end = at + 1;
    }
    at = at === 0 ? -1 : bytes.lastIndexOf(last, at - 1);
    yield* gathered.take();
  }
  gathered.put(bytes.subarray(0, end));
  yield* gathered.take(true);
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
      const [only] = separator;
      const pieces =
        separator.length === 1 && only !== undefined
          ? backwards(parts, only)
          : backwardsAtWord(joined(parts), separator);
      for (const piece of pieces) {
        if (!(await output.write(piece))) return output.result(exitCode);
      }
    }
    return output.result(exitCode);
  });
}
