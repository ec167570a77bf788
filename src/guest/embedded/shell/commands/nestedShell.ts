import type { Command, ExecResult } from 'just-bash/browser';
import { functionsIn } from '../carry/exportedFunctions.ts';
import { namesItself, runShellProcess } from '../jobs/shellProcess.ts';
import type { Route } from '../stream/route.ts';
import { wordSyntaxError } from '../syntaxErrors.ts';
import { type CommandTools, type Context, command, fail, quoted, stdinOf } from './command.ts';
import { runFile } from './runFile.ts';

interface Invocation {
  /** `set` options to begin with, as in `-euo pipefail`. */
  readonly options: readonly string[];
  readonly script: string | null;
  readonly rest: readonly string[];
  readonly readsStdin: boolean;
}

/** Reads `-euxo pipefail`, `-lc CMD`, `-s`, `--`; null names the option that bash would refuse. */
function parse(args: readonly string[]): Invocation | { readonly refused: string } {
  const options: string[] = [];
  let wantsCommand = false;
  let readsStdin = false;
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--' || arg === '-') {
      index++;
      break;
    }
    if (arg.startsWith('--')) {
      if (/^--(login|posix|norc|noprofile|noediting|verbose)$/.test(arg)) continue;
      if (arg === '--rcfile' || arg === '--init-file') {
        index++;
        continue;
      }
      return { refused: arg };
    }
    if (!/^[-+]./.test(arg)) break;
    for (const letter of arg.slice(1)) {
      if (letter === 'c') wantsCommand = true;
      else if (letter === 's') readsStdin = true;
      else if (letter === 'o' || letter === 'O') {
        index++;
        const value = args[index] ?? '';
        options.push(letter === 'o' ? `set ${arg[0]}o ${quoted(value)}` : `shopt -s ${quoted(value)}`);
      } else if ('abefhkmnptuvxBCEHPT'.includes(letter)) options.push(`set ${arg[0]}${letter}`);
      else if (!'lirD'.includes(letter)) return { refused: `-${letter}` };
    }
  }
  const rest = args.slice(index);
  if (wantsCommand) return { options, script: rest[0] ?? null, rest: rest.slice(1), readsStdin: false };
  return { options, script: null, rest, readsStdin: readsStdin || rest.length === 0 };
}

/** Variables that a child shell starts with besides what is exported to it. */
const birthright = { IFS: ' \t\n', OPTIND: '1', HOSTNAME: 'spillway', OSTYPE: 'linux-gnu' };

interface ChildShell {
  readonly script: string;
  /** `$0`. */
  readonly zero: string;
  readonly args: readonly string[];
  readonly route: Route;
  /** Commands that come before the script. */
  readonly prefix?: string;
  /** What a syntax error calls the script. */
  readonly where: string;
  /** The script is that of a file, which `$0` and `$BASH_SOURCE` name. */
  readonly isFile?: boolean;
}

/**
 * Runs `script` as a child shell does: only exported variables reach it, and its own streams lead where
 * the caller's do.
 */
export async function runChildShell(
  tools: CommandTools,
  context: Context,
  child: ChildShell,
  stdin: string | null = null,
): Promise<ExecResult> {
  const exported = context.exportedEnv ?? {};
  const prefix = [
    functionsIn(exported),
    child.isFile ? `__SOURCE_FILE=${quoted(child.zero)}` : '',
    child.prefix ?? '',
  ]
    .filter((part) => part !== '')
    .join('; ');
  if (tools.processes && stdin === null && namesItself(child.script)) {
    const { script, zero, args, where } = child;
    const own = {
      title: `${zero} ${where}`,
      script,
      variables: exported,
      cwd: context.cwd,
      zero,
      args,
      prefix,
    };
    return runShellProcess(tools, context, own, child.route);
  }
  const leaveShell = tools.jobs.enterShell();
  const descriptors = tools.disk.hooks?.descriptors;
  const opened = descriptors?.mark ?? 0;
  const env: Record<string, string> = {
    ...birthright,
    ...exported,
    SHLVL: String((Number(exported.SHLVL) || 0) + 1),
    0: child.zero,
    '#': String(child.args.length),
    '@': child.args.join(' '),
    '*': child.args.join(' '),
  };
  child.args.forEach((arg, index) => {
    env[String(index + 1)] = arg;
  });
  const names = Object.keys({ ...exported, SHLVL: '' }).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  // A variable given for this call alone (`A=1 bash -c …`) must be exported in the child as well.
  const head = [names.length > 0 ? `export ${names.join(' ')}` : '', prefix]
    .filter((part) => part !== '')
    .join('; ');
  const shebang = /^#![^\n]*/.exec(child.script)?.[0] ?? '';
  const body = child.script.slice(shebang.length);
  const script = head === '' ? body : `${head}; ${body.startsWith('\n') || body === '' ? `:${body}` : body}`;
  const options = { env, replaceEnv: true, cwd: context.cwd, signal: context.signal };
  tools.live.announceScript(child.route);
  try {
    if (!context.exec || !context.execWithInheritedStdin)
      return fail('bash: cannot run a script here\n', 126);
    const result =
      stdin === null
        ? await context.execWithInheritedStdin(script, options)
        : await context.exec(script, { ...options, stdin, stdinKind: 'bytes' });
    // As where a shell was given its script by `-c` and `set -u` ended it; a script's file ends with 1.
    const isUnset = child.where.endsWith(': -c') && /: unbound variable\n$/.test(result.stderr);
    const exitCode = isUnset && result.exitCode === 1 ? 127 : result.exitCode;
    return { ...result, exitCode, stderr: wordSyntaxError(result.stderr, child.script, child.where) };
  } finally {
    leaveShell();
    descriptors?.leave(opened);
    await descriptors?.drained();
    tools.live.announceScript(null);
  }
}

/** `bash` and `sh`: a script from `-c`, a file or standard input, streaming where its caller streams. */
export function nestedShell(tools: CommandTools, name: 'bash' | 'sh'): Command {
  return command(name, async (args, context) => {
    const { route, runsFile } = tools.live.takeCall(name);
    if (runsFile) return runFile(tools, context, args, route);
    if (args[0] === '--version') {
      return { stdout: 'GNU bash, version 5.2.15(1)-release (spillway guest)\n', stderr: '', exitCode: 0 };
    }
    const invocation = parse(args);
    if ('refused' in invocation) return fail(`${name}: ${invocation.refused}: invalid option\n`, 2);
    const prefix = invocation.options.join('; ');
    const { rest } = invocation;
    if (
      args.some((arg) => /^-\w*c$/.test(arg)) &&
      invocation.script === null &&
      !invocation.readsStdin &&
      rest.length === 0
    ) {
      return fail(`${name}: -c: option requires an argument\n`, 2);
    }
    if (invocation.script !== null) {
      const [zero = name, ...values] = rest;
      return runChildShell(tools, context, {
        script: invocation.script,
        zero,
        args: values,
        route,
        prefix,
        where: `${name}: -c`,
      });
    }
    if (invocation.readsStdin) {
      const script = stdinOf(context);
      return runChildShell(
        tools,
        context,
        { script: utf8(script), zero: name, args: rest, route, prefix, where: name },
        '',
      );
    }
    const [file = '', ...values] = rest;
    let script: string;
    try {
      script = await tools.disk.readFile(tools.disk.resolvePath(context.cwd, file));
    } catch (error) {
      const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR';
      return isFolder
        ? fail(`${file}: ${file}: Is a directory\n`, 126)
        : fail(`${name}: ${file}: No such file or directory\n`, 127);
    }
    return runChildShell(tools, context, {
      script,
      zero: file,
      args: values,
      route,
      prefix,
      where: file,
      isFile: true,
    });
  });
}

function utf8(latin1: string): string {
  return new TextDecoder().decode(Uint8Array.from(latin1, (unit) => unit.charCodeAt(0)));
}
