import type { Command, ExecResult } from 'just-bash/browser';
import { type CommandTools, command } from './command.ts';
import { withoutEscapes } from './escapes.ts';
import { latin1FromLossless } from './text/bytesText.ts';

/** A result whose text may hold any bytes. */
export function bytesResult(text: string, exitCode = 0, stderr = ''): ExecResult {
  if (/^[\x00-\x7f]*$/.test(text)) return { stdout: text, stderr, exitCode };
  return {
    stdout: latin1FromLossless(text),
    stderr,
    exitCode,
    stdoutKind: 'bytes',
    stdoutEncoding: 'binary',
  };
}

/** bash's `echo`. */
export function echo(_tools: CommandTools): Command {
  return command('echo', async (args) => {
    let index = 0;
    let newline = true;
    let escapes = false;
    for (; /^-[neE]+$/.test(args[index] ?? ''); index++) {
      for (const letter of args[index]!.slice(1)) {
        if (letter === 'n') newline = false;
        else escapes = letter === 'e';
      }
    }
    const text = args.slice(index).join(' ');
    if (!escapes) return bytesResult(newline ? `${text}\n` : text);
    const made = withoutEscapes(text, { zeroOctal: true, stops: true, quotes: false });
    return bytesResult(made.stopped || !newline ? made.text : `${made.text}\n`);
  });
}
