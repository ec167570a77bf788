import type { Command, ExecResult } from 'just-bash/browser';
import { bytesFromLatin1, bytesFromText } from '../disk/bytes.ts';
import { type CommandTools, type Context, command, fail, stdinOf } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { parseOptions } from './options.ts';
import { hasProgram, noProgram } from './programPlace.ts';
import { runArgv } from './runArgv.ts';

const table = {
  flags: '0rtx',
  valued: 'nILPdasE',
  long: {
    null: '0',
    'no-run-if-empty': 'r',
    verbose: 't',
    'max-args': 'n',
    'max-procs': 'P',
    'max-lines': 'L',
    delimiter: 'd',
    'arg-file': 'a',
    replace: 'I',
    exit: 'x',
    'max-chars': 's',
    eof: 'E',
  },
};

/** Options end at the first word that is none: what follows belongs to the command. */
function splitAtCommand(args: readonly string[]): { options: string[]; argv: string[] } {
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--') return { options: args.slice(0, index), argv: args.slice(index + 1) };
    if (!/^-./.test(arg)) break;
    const takesNext =
      /^-[0rtx]*[nILPdasE]$/.test(arg) ||
      /^--(max-args|max-procs|max-lines|delimiter|arg-file|max-chars|eof)$/.test(arg);
    if (takesNext) index++;
  }
  return { options: args.slice(0, index), argv: args.slice(index) };
}

/** Words as xargs reads them: blanks part them, quotes and backslashes keep them together. */
function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(/(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|[^\s"'\\])+/g), ([word]) =>
    word.replace(/"([^"\n]*)"|'([^'\n]*)'|\\([\s\S])/g, (_all, a, b, c) => a ?? b ?? c),
  );
}

/** The kind of quote that a text opens and does not close on its line; null where there is none. */
function openQuote(text: string): 'double' | 'single' | null {
  const rest = text.replace(/\\[\s\S]|"[^"\n]*"|'[^'\n]*'/g, '');
  const found = /["']/.exec(rest)?.[0];
  return found === undefined ? null : found === '"' ? 'double' : 'single';
}

function itemsOf(text: string, given: ReadonlyMap<string, string>): string[] {
  const delimiter = given.has('0')
    ? '\0'
    : given.get('d')?.replace('\\n', '\n').replace('\\t', '\t').replace('\\0', '\0');
  if (delimiter !== undefined) {
    const items = text.split(delimiter);
    // `echo 'x y' | xargs -d' '` has the line end in its last item, as GNU's has.
    return items.at(-1) === '' ? items.slice(0, -1) : items;
  }
  if (given.has('I'))
    return text
      .split('\n')
      .map((line) => line.trimStart())
      .filter((line) => line !== '');
  return wordsOf(text);
}

function utf8(latin1: string): string {
  return new TextDecoder().decode(Uint8Array.from(latin1, (unit) => unit.charCodeAt(0)));
}

/** The argument lists of the calls, in order. */
function callsOf(text: string, argv: readonly string[], given: ReadonlyMap<string, string>): string[][] {
  const hole = given.get('I');
  if (hole !== undefined) {
    const name = hole === '' ? '{}' : hole;
    return itemsOf(text, given).map((item) => argv.map((word) => word.replaceAll(name, item)));
  }
  const lines = Number(given.get('L'));
  if (lines > 0) {
    const all = text.split('\n').filter((line) => line.trim() !== '');
    return chunked(all, lines).map((each) => [...argv, ...each.flatMap(wordsOf)]);
  }
  const all = itemsOf(text, given);
  const end = given.has('E') ? all.indexOf(given.get('E') ?? '') : -1;
  const items = end < 0 ? all : all.slice(0, end);
  if (items.length === 0) return given.has('r') ? [] : [[...argv]];
  const count = Number(given.get('n'));
  return (count > 0 ? chunked(items, count) : fitting(items, unitsFor(argv, given))).map((each) => [
    ...argv,
    ...each,
  ]);
}

/** As many as GNU puts into one call, which is 128 KiB of them. */
function fitting(items: readonly string[], most: number): string[][] {
  const calls: string[][] = [[]];
  let units = 0;
  for (const item of items) {
    units += item.length + 1;
    if (units > most && calls.at(-1)!.length > 0) {
      calls.push([]);
      units = item.length + 1;
    }
    calls.at(-1)?.push(item);
  }
  return calls;
}

const mostUnits = 128 * 1024;

/** Units that `-s` leaves for the items; what it asks for counts the command's own words, too. */
function unitsFor(argv: readonly string[], given: ReadonlyMap<string, string>): number {
  const own = argv.reduce((sum, word) => sum + word.length + 1, 0);
  return given.has('s') ? Number(given.get('s')) - own : mostUnits;
}

function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_each, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** GNU `xargs`; `-P` runs one after the other. Each call streams where xargs would. */
export function xargs(tools: CommandTools): Command {
  return command('xargs', async (args, context): Promise<ExecResult> => {
    const call = tools.live.takeCall('xargs');
    if (args[0] === '--version') return { stdout: 'xargs (GNU findutils) 4.9.0\n', stderr: '', exitCode: 0 };
    const { options, argv } = splitAtCommand(args);
    const parsed = parseOptions(
      options.map((arg) => (arg === '-i' ? '-I{}' : arg)),
      table,
    );
    if ('error' in parsed) return fail(`xargs: ${parsed.error}\nTry 'xargs --help' for more information.\n`);
    const { given } = parsed;
    const input = await textOf(tools, context, given.get('a'));
    if (input === null)
      return fail(`xargs: Cannot open input file '${given.get('a')}': No such file or directory\n`);
    const output = new CommandOutput('xargs', tools, call);
    const quote = given.has('0') || given.has('d') || given.has('I') ? null : openQuote(input);
    if (quote !== null) {
      await output.error(
        `unmatched ${quote} quote; by default quotes are special to xargs unless you use the -0 option`,
      );
      return output.result(1);
    }
    const [program = 'echo', ...ownWords] = argv;
    const calls = callsOf(input, [program, ...ownWords], given);
    const called = { name: program, cwd: context.cwd, variables: context.exportedEnv ?? {} };
    // A name with a hole in it is another one in each call.
    if (calls.length > 0 && calls[0]?.[0] === program && !(await hasProgram(tools, called))) {
      const { stderr } = await noProgram(tools, context, program, `xargs: ${program}`);
      await output.errorText(stderr);
      return output.result(127);
    }
    let exitCode = 0;
    for (const words of calls) {
      if (given.has('t')) await output.errorText(`${words.join(' ')}\n`);
      const { route } = call;
      const ran = await runArgv(tools, context, {
        argv: words,
        route,
        variables: { ...context.exportedEnv },
        cwd: context.cwd,
        stdin: '',
      });
      const isBytes = ran.stdoutKind === 'bytes';
      if (ran.stdout) await output.write(isBytes ? bytesFromLatin1(ran.stdout) : bytesFromText(ran.stdout));
      if (ran.stderr) await output.errorText(ran.stderr);
      if (ran.exitCode === 126 || ran.exitCode === 127) return output.result(ran.exitCode);
      if (ran.exitCode === 255) {
        await output.error(`${words[0]}: exited with status 255; aborting`);
        return output.result(124);
      }
      if (ran.exitCode !== 0) exitCode = 123;
    }
    return output.result(exitCode);
  });
}

async function textOf(
  tools: CommandTools,
  context: Context,
  file: string | undefined,
): Promise<string | null> {
  if (file === undefined) return utf8(stdinOf(context));
  const input = await openInput(tools, context, file);
  if ('failed' in input) return null;
  const parts: Uint8Array[] = [];
  for await (const chunk of input.chunks) parts.push(chunk);
  return new Blob(parts as BlobPart[]).text();
}
