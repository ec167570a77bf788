import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { fileChunks, type Input, openInput } from './inputs.ts';
import { parseCount, parseOptions } from './options.ts';
import { afterBytes, afterLines, headerFor, lastOf } from './pieces.ts';

const table = {
  flags: 'qvzfF',
  valued: 'ncs',
  long: {
    lines: 'n',
    bytes: 'c',
    quiet: 'q',
    silent: 'q',
    verbose: 'v',
    follow: 'f',
    'zero-terminated': 'z',
    'sleep-interval': 's',
  },
};

/** `-5`, `+5` and `-5f` as the old syntax has them, in today's words. */
function modern(args: readonly string[]): string[] {
  const old = /^([-+])(\d+)(c?)(f?)$/.exec(args[0] ?? '');
  if (!old) return [...args];
  const words = [`-${old[3] === 'c' ? 'c' : 'n'}`, old[1] === '+' ? `+${old[2]}` : old[2]!];
  return [...words, ...(old[4] ? ['-f'] : []), ...args.slice(1)];
}

const backStep = 256 * 1024;

/** Where the last `count` lines of a file begin, read from its end. */
async function startInFile(
  tools: CommandTools,
  file: { readonly path: string; readonly size: number },
  count: number,
  end: number,
): Promise<number> {
  let start = file.size;
  let left = count;
  let isLast = true;
  while (start > 0 && left > 0) {
    const from = Math.max(0, start - backStep);
    const bytes = await tools.disk.readRange(file.path, from, start - from);
    let at = bytes.length;
    if (isLast && bytes[at - 1] === end) at--;
    isLast = false;
    for (;;) {
      at = at === 0 ? -1 : bytes.lastIndexOf(end, at - 1);
      if (at < 0) break;
      if (--left === 0) return from + at + 1;
    }
    start = from;
  }
  return count === 0 ? file.size : 0;
}

/** How often a followed file is looked at, milliseconds. */
const followEveryMs = 200;

/** Who ends a command that follows: its signal, or the reader of its pipe. */
interface Reader {
  readonly signal: AbortSignal | undefined;
  readonly hasLeft: boolean;
  readonly onLeave: (wake: () => void) => () => void;
}

/** What is appended to a file behind `offset`, until the command is stopped. */
async function* followed(
  tools: CommandTools,
  path: string,
  offset: number,
  reader: Reader,
): AsyncGenerator<Uint8Array> {
  let at = offset;
  while (!tools.signal.aborted && !tools.deadlines.reached && !reader.signal?.aborted && !reader.hasLeft) {
    const { size } = await tools.disk.stat(path);
    // A shorter file was written anew.
    if (size < at) at = 0;
    for await (const bytes of size > at ? fileChunks(tools, path, at) : []) {
      at += bytes.length;
      yield bytes;
    }
    await pause(followEveryMs, reader);
  }
}

/** An abort ends it at once: just-bash gives up the whole script where a command does not end soon after one. */
function pause(ms: number, { signal, onLeave }: Reader): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      dispose();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
    const dispose = onLeave(wake);
  });
}

/** GNU `tail`: a file is read from its end, a stream through a window. */
export function tail(tools: CommandTools): Command {
  return command('tail', async (args, context) => {
    const call = tools.live.takeCall('tail');
    const parsed = parseOptions(modern(args), table);
    const digit = 'error' in parsed ? /^invalid option -- '(\d)'$/.exec(parsed.error)?.[1] : undefined;
    if (digit !== undefined) return fail(`tail: option used in invalid context -- ${digit}\n`);
    if ('error' in parsed) return fail(`tail: ${parsed.error}\nTry 'tail --help' for more information.\n`);
    const bytes = parsed.given.get('c');
    const wanted = bytes ?? parsed.given.get('n') ?? '10';
    const count = parseCount(wanted.replace(/^[-+]/, ''));
    const unit = bytes === undefined ? 'lines' : 'bytes';
    if (count === null) return fail(`tail: invalid number of ${unit}: '${wanted}'\n`);
    const end = parsed.given.has('z') ? 0 : 10;

    const operands = parsed.operands.length > 0 ? parsed.operands : ['-'];
    const pipe = tools.live.pipeAt(call.route.out);
    const reader: Reader = {
      signal: context.signal,
      get hasLeft() {
        return pipe !== null && !pipe.isRead;
      },
      onLeave: (wake) => pipe?.onLeave(wake) ?? (() => {}),
    };
    const wantsToFollow = parsed.given.has('f') || parsed.given.has('F');
    const follows = wantsToFollow && operands.length === 1;

    async function* cut(input: Input): AsyncGenerator<Uint8Array> {
      if (count === null) return;
      if (wanted.startsWith('+')) {
        const skip = Math.max(0, count - 1);
        yield* unit === 'lines' ? afterLines(input.chunks, skip, end) : afterBytes(input.chunks, skip);
      } else if (input.file) {
        const start =
          unit === 'bytes'
            ? Math.max(0, input.file.size - count)
            : await startInFile(tools, input.file, count, end);
        yield* fileChunks(tools, input.file.path, start);
      } else yield await lastOf(input.chunks, count, unit, end);
      if (follows && input.file) yield* followed(tools, input.file.path, input.file.size, reader);
    }

    const opened: (Input | { failed: string })[] = [];
    for (const operand of operands) opened.push(await openInput(tools, context, operand));

    const output = new CommandOutput('tail', tools, call);
    const header = headerFor(parsed.given, operands.length);
    let exitCode = 0;
    for (const [index, input] of opened.entries()) {
      if ('failed' in input) {
        const verb = input.failed === 'Is a directory' ? 'error reading' : 'cannot open';
        const rest = input.failed === 'Is a directory' ? '' : ' for reading';
        await output.error(`${verb} '${operands[index]}'${rest}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      const title = header(input.name);
      if (title) await output.write(title);
      await output.writeAll(cut(input));
    }
    if (follows && exitCode !== 0) await output.error('no files remaining');
    if (wantsToFollow && !follows) {
      await output.error('following several files is not in this guest: printed what is there');
    }
    return output.result(exitCode);
  });
}
