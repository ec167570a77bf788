import type { Command, ExecResult } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { bytesResult } from './echo.ts';
import { textFromLatin1 } from './text/bytesText.ts';

/** Options of `jq` that take a value, and how many. */
const valued: Readonly<Record<string, number>> = {
  '--arg': 2,
  '--argjson': 2,
  '--slurpfile': 2,
  '--rawfile': 2,
  '--indent': 1,
  '-f': 1,
  '--from-file': 1,
  '-L': 1,
};

interface Written {
  readonly args: string[];
  /** Where the program stands in them; -1 where a file holds it. */
  readonly program: number;
  readonly joins: boolean;
  readonly indent: number | null;
}

/** Takes out what just-bash's `jq` does not know: `-j`, `--indent N`, and letters of the two in clusters. */
function rewritten(given: readonly string[]): Written {
  const args: string[] = [];
  let program = -1;
  let joins = false;
  let indent: number | null = null;
  let fromFile = false;
  let operandsOnly = false;
  for (let index = 0; index < given.length; index++) {
    const arg = given[index]!;
    if (operandsOnly || !/^-./.test(arg)) {
      if (program < 0 && !fromFile) program = args.length;
      args.push(arg);
      continue;
    }
    if (arg === '--args' || arg === '--jsonargs' || arg === '--') operandsOnly = arg === '--';
    if (arg === '--indent') {
      indent = Number(given[++index] ?? 2);
      continue;
    }
    if (arg === '-f' || arg === '--from-file') fromFile = true;
    if (arg === '--join-output') {
      joins = true;
      continue;
    }
    if (/^-[A-Za-z]+$/.test(arg) && arg.includes('j')) {
      joins = true;
      const rest = arg.replaceAll('j', '');
      if (rest !== '-') args.push(rest);
      continue;
    }
    args.push(arg);
    for (let left = valued[arg] ?? 0; left > 0; left--) args.push(given[++index] ?? '');
  }
  return { args, program, joins, indent };
}

/** `jq` of just-bash with GNU-like exit codes: 2 for bad input or a missing file, 3 for a bad program, 5 for a fault while it runs. */
export function jq(_tools: CommandTools): Command {
  return command('jq', async (given, context): Promise<ExecResult> => {
    if (!context.origCommand) return fail('bash: jq: command not found\n', 127);
    if (given.includes('--version')) return { stdout: 'jq-1.6\n', stderr: '', exitCode: 0 };
    const { args, program, joins, indent } = rewritten(given);
    // Each result as one JSON string a line, to be put together here.
    if (joins && program >= 0)
      args[program] = `(${args[program]}) | if type == "string" then . else tojson end | @json`;
    const ran = await context.origCommand(joins ? ['-r', ...args] : args);
    const worded = wordFault(ran, args[program] ?? '');
    if (joins && worded.stdout !== '') {
      const text = ran.stdoutKind === 'bytes' ? textFromLatin1(worded.stdout) : worded.stdout;
      const parts = text
        .trimEnd()
        .split('\n')
        .map((line): string => String(JSON.parse(line)));
      return bytesResult(parts.join(''), worded.exitCode, worded.stderr);
    }
    if (indent !== null && indent !== 2) {
      const stdout = worded.stdout.replace(/^ +/gm, (blanks) => ' '.repeat((blanks.length / 2) * indent));
      return { ...worded, stdout };
    }
    return worded;
  });
}

function wordFault(ran: ExecResult, program: string): ExecResult {
  const match = /^jq: parse error: ([^\n]*)\n/.exec(ran.stderr);
  const missing = /^jq: ([^\n]*): No such file or directory\n$/.exec(ran.stderr);
  if (missing)
    return {
      ...ran,
      stderr: `jq: error: Could not open file ${missing[1]}: No such file or directory\n`,
      exitCode: 2,
    };
  if (!match) return ran;
  const [, words = ''] = match;
  if (/JSON/.test(words)) return { ...ran, stderr: `parse error: ${words}\n`, exitCode: 2 };
  if (/^(Unexpected|Expected|Unterminated|Invalid character)/.test(words) || /position \d+/.test(words)) {
    return {
      ...ran,
      stderr: `jq: error: syntax error, ${words.replace(/^U/, 'u')} (Unix shell quoting issues?) at <top-level>, line 1:\n${program}\njq: 1 compile error\n`,
      exitCode: 3,
    };
  }
  return { ...ran, stderr: `jq: error (at <unknown>): ${words}\n`, exitCode: 5 };
}
