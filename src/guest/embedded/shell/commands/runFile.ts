import type { ExecResult } from 'just-bash/browser';
import type { Route } from '../stream/route.ts';
import { type CommandTools, type Context, fail, quoted } from './command.ts';
import { runMachineProgram } from './machineProgram.ts';
import { runChildShell } from './nestedShell.ts';

/** `./file args`: by its mode and its `#!` line, with bash's words where it cannot be run. */
export async function runFile(
  tools: CommandTools,
  context: Context,
  argv: readonly string[],
  route: Route,
): Promise<ExecResult> {
  const [file = '', ...args] = argv;
  const path = tools.disk.resolvePath(context.cwd, file);
  let script: string;
  try {
    const stat = await tools.disk.stat(path);
    if (stat.isDirectory) return fail(`bash: ${file}: Is a directory\n`, 126);
    if ((stat.mode & 0o111) === 0) return fail(`bash: ${file}: Permission denied\n`, 126);
    if (isBinary(await tools.disk.readRange(path, 0, sniffedBytes))) {
      if (tools.machine) return runMachineProgram(tools, context, { file: path, args, route });
      return fail(`bash: ${file}: cannot execute binary file: Exec format error\n`, 126);
    }
    script = await tools.disk.readFile(path);
  } catch {
    return fail(`bash: ${file}: No such file or directory\n`, 127);
  }
  const interpreter = interpreterOf(script);
  if (interpreter === null)
    return runChildShell(tools, context, { script, zero: file, args, route, where: file, isFile: true });
  const [program = '', ...options] = interpreter;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (name === 'bash' || name === 'sh' || name === 'dash') {
    const prefix = options.filter((option) => /^-[a-z]+$/.test(option)).map((option) => `set ${option}`);
    return runChildShell(tools, context, {
      script,
      zero: file,
      args,
      route,
      prefix: prefix.join('; '),
      where: file,
      isFile: true,
    });
  }
  if (!context.exec || !(await tools.disk.exists(`/usr/bin/${name}`))) {
    return fail(`bash: ${file}: cannot execute: required file not found\n`, 127);
  }
  tools.live.announceScript(route);
  try {
    return await context.exec([name, ...options, file, ...args].map(quoted).join(' '), {
      cwd: context.cwd,
      env: { ...context.exportedEnv },
      signal: context.signal,
    });
  } finally {
    tools.live.announceScript(null);
  }
}

/** So much of a file decides what it is. */
const sniffedBytes = 256;

/** As bash decides: no text has a NUL in its first lines. */
function isBinary(head: Uint8Array): boolean {
  return head.includes(0);
}

/** Words of the `#!` line, `env` taken off; null where there is none. */
function interpreterOf(script: string): string[] | null {
  const line = /^#!\s*([^\n]*)/.exec(script)?.[1]?.trim();
  if (!line) return null;
  const words = line.split(/\s+/);
  if (words[0]?.endsWith('/env')) words.shift();
  if (words[0] === '-S') words.shift();
  return words;
}
