import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail, quoted } from '../command.ts';
import { reasonOf } from '../inputs.ts';
import { decodeText } from '../text/bytesText.ts';
import { getopt } from '../text/getopt.ts';
import { readAll } from '../text/readAll.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { fullTime } from '../time/zone.ts';
import { coloredHeader, coloredHunks } from './colors.ts';
import { contextFormat, edFormat, normalFormat, type Side, unifiedFormat } from './formats.ts';
import { lineChanges } from './lineDiff.ts';
import { type DiffOptions, diffSpec, readDiffOptions } from './options.ts';
import { sideBySide } from './sideBySide.ts';

interface Run {
  readonly tools: CommandTools;
  readonly context: Context;
  readonly output: ToolOutput;
  readonly options: DiffOptions;
  /** The options as they are repeated in the title of each file of a folder. */
  readonly title: string;
}

export function diff(tools: CommandTools): Command {
  return command('diff', async (args, context) => {
    const parsed = getopt(args, diffSpec);
    const wrong = (words: string) =>
      fail(`diff: ${words}\ndiff: Try 'diff --help' for more information.\n`, 2);
    if ('error' in parsed) return wrong(parsed.error);
    const { operands } = parsed;
    if (parsed.options.some(({ key }) => key === 'version'))
      return { stdout: 'diff (GNU diffutils) 3.8\n', stderr: '', exitCode: 0 };
    if (operands.length < 2) return wrong(`missing operand after '${operands[0] ?? 'diff'}'`);
    if (operands.length > 2) return wrong(`extra operand '${operands[2]}'`);
    const options = readDiffOptions(parsed.options);
    if ('error' in options) return wrong(options.error);
    const output = new ToolOutput('diff', tools);
    const title = ['diff', ...args.filter((arg) => /^-./.test(arg)).map(quoted)].join(' ');
    const run: Run = { tools, context, output, options, title };
    const [left, right] = await alignedOperands(run, operands[0]!, operands[1]!);
    return output.end(await compare(run, left, right, false));
  });
}

async function kindOf(run: Run, operand: string): Promise<string | null> {
  if (operand === '-') return 'file';
  try {
    return (await run.tools.disk.statOf(run.tools.disk.resolvePath(run.context.cwd, operand))).kind;
  } catch {
    return null;
  }
}

/** `diff FILE FOLDER` compares the file with the one of its name in the folder. */
async function alignedOperands(run: Run, left: string, right: string): Promise<[string, string]> {
  const [a, b] = [await kindOf(run, left), await kindOf(run, right)];
  const inside = (folder: string, file: string): string =>
    `${folder.replace(/\/$/, '')}/${file.slice(file.lastIndexOf('/') + 1)}`;
  if (a === 'directory' && b !== null && b !== 'directory') return [inside(left, right), right];
  if (b === 'directory' && a !== null && a !== 'directory') return [left, inside(right, left)];
  return [left, right];
}

async function compare(run: Run, left: string, right: string, isNested: boolean): Promise<number> {
  const { options, output } = run;
  const [a, b] = [await kindOf(run, left), await kindOf(run, right)];
  if (a === 'directory' && b === 'directory') {
    if (isNested && !options.recursive) {
      output.print(`Common subdirectories: ${left} and ${right}\n`);
      return 0;
    }
    return compareFolders(run, left, right);
  }
  const mayMiss = (side: 'left' | 'right'): boolean =>
    options.newFile || (side === 'left' && options.unidirectional);
  if ((a === null && !mayMiss('left')) || (b === null && !mayMiss('right')) || (a ?? b) === null) {
    for (const [name, kind] of [
      [left, a],
      [right, b],
    ] as const)
      if (kind === null) await output.error(`${name}: No such file or directory`);
    return 2;
  }
  if (a !== null && b !== null && (a === 'directory') !== (b === 'directory')) {
    const said = (name: string, kind: string | null): string =>
      `${name} is a ${kind === 'directory' ? 'directory' : 'regular file'}`;
    const words = `File ${said(left, a)} while file ${said(right, b)}\n`;
    output.print(words);
    return 1;
  }
  return compareFiles(run, a === null ? null : left, b === null ? null : right, left, right, isNested);
}

async function namesIn(run: Run, folder: string): Promise<string[]> {
  try {
    return await run.tools.disk.readdir(run.tools.disk.resolvePath(run.context.cwd, folder));
  } catch (error) {
    await run.output.error(`${folder}: ${reasonOf(error)}`);
    return [];
  }
}

async function compareFolders(run: Run, left: string, right: string): Promise<number> {
  const { options } = run;
  const [a, b] = [new Set(await namesIn(run, left)), new Set(await namesIn(run, right))];
  const excluded = options.exclude;
  const join = (folder: string, name: string): string => `${folder.replace(/\/$/, '')}/${name}`;
  let worst = 0;
  for (const name of [...new Set([...a, ...b])].sort()) {
    if (excluded.some((pattern) => pattern.test(name))) continue;
    if ((a.has(name) && b.has(name)) || options.newFile) {
      worst = Math.max(worst, await compare(run, join(left, name), join(right, name), true));
      continue;
    }
    run.output.print(`Only in ${a.has(name) ? left : right}: ${name}\n`);
    worst = Math.max(worst, 1);
  }
  return worst;
}

async function compareFiles(
  run: Run,
  left: string | null,
  right: string | null,
  leftName: string,
  rightName: string,
  isNested: boolean,
): Promise<number> {
  const { tools, context, options, output } = run;
  const texts: Uint8Array[] = [];
  for (const operand of [left, right]) {
    const bytes = operand === null ? new Uint8Array(0) : await readAll(tools, context, operand);
    if ('failed' in bytes) {
      await output.error(`${operand}: ${bytes.failed}`);
      return 2;
    }
    texts.push(bytes);
  }
  const [a, b] = texts as [Uint8Array, Uint8Array];
  const isBinary = !options.text && [a, b].some((bytes) => bytes.subarray(0, 32_768).includes(0));
  const same = a.length === b.length && a.every((byte, index) => byte === b[index]);
  if (same || isBinary) {
    if (!same) output.print(`Binary files ${leftName} and ${rightName} differ\n`);
    else if (options.reportsSame) output.print(`Files ${leftName} and ${rightName} are identical\n`);
    return same ? 0 : 1;
  }
  const sides: [Side, Side] = [sideOf(a), sideOf(b)];
  const keys = sides.map((side) => side.lines.map((line, index) => keyOf(line, side, index, options)));
  const changes = lineChanges(keys[0]!, keys[1]!).filter((change) => {
    if (!options.ignoreBlank && options.ignoreMatching.length === 0) return true;
    const lines = [
      ...sides[0].lines.slice(change.oldAt, change.oldAt + change.oldCount),
      ...sides[1].lines.slice(change.newAt, change.newAt + change.newCount),
    ];
    const ignored = (line: string): boolean =>
      (options.ignoreBlank && line.trim() === '') ||
      options.ignoreMatching.some((pattern) => pattern.test(line));
    return !lines.every(ignored);
  });
  if (changes.length === 0) {
    if (options.style === 'side' && !options.onlyChanges)
      output.print(sideBySide([], sides[0], sides[1], options));
    if (options.reportsSame) output.print(`Files ${leftName} and ${rightName} are identical\n`);
    return 0;
  }
  if (options.brief) {
    output.print(`Files ${leftName} and ${rightName} differ\n`);
    return 1;
  }
  if (isNested) output.print(`${run.title} ${quoted(leftName)} ${quoted(rightName)}\n`);
  const header = async (marks: [string, string]): Promise<string> => {
    const line = async (index: 0 | 1, operand: string | null, name: string): Promise<string> => {
      const label = options.labels[index];
      return `${marks[index]} ${label ?? `${name}\t${await timeOf(run, operand)}`}\n`;
    };
    return (await line(0, left, leftName)) + (await line(1, right, rightName));
  };
  const { style, contextLines, isColored } = options;
  const print = (form: 'normal' | 'unified' | 'context', top: string, hunks: string): void =>
    output.print(isColored ? coloredHeader(top) + coloredHunks(hunks, form) : top + hunks);
  if (style === 'unified') {
    const hunks = unifiedFormat(changes, ...sides, contextLines, options.namesFunction);
    print(style, await header(['---', '+++']), hunks);
  } else if (style === 'context')
    print(style, await header(['***', '---']), contextFormat(changes, ...sides, contextLines));
  else if (style === 'ed') output.print(edFormat(changes, sides[1]));
  else if (style === 'side') output.print(sideBySide(changes, sides[0], sides[1], options));
  else print('normal', '', normalFormat(changes, ...sides));
  return 1;
}

async function timeOf({ tools, context }: Run, operand: string | null): Promise<string> {
  if (operand === null) return fullTime(0, context);
  if (operand === '-') return fullTime(tools.nowMs, context);
  const { mtimeMs } = await tools.disk.statOf(tools.disk.resolvePath(context.cwd, operand));
  return fullTime(mtimeMs, context);
}

function sideOf(bytes: Uint8Array): Side {
  const text = decodeText(bytes);
  const endsInLine = text === '' || text.endsWith('\n');
  const lines = text.split('\n');
  if (endsInLine) lines.pop();
  return { lines, endsInLine };
}

/** What counts when lines are compared. A last line without its end differs from one with it. */
function keyOf(line: string, side: Side, index: number, options: DiffOptions): string {
  let key = line;
  if (options.ignoreAllSpace) key = key.replace(/\s+/g, '');
  else if (options.ignoreSpaceChange) key = key.replace(/\s+$/, '').replace(/\s+/g, ' ');
  else if (options.ignoreTrailing) key = key.replace(/\s+$/, '');
  if (options.stripsCr) key = key.replace(/\r$/, '');
  if (options.ignoreCase) key = key.toLowerCase();
  const lacksEnd = !side.endsInLine && index === side.lines.length - 1;
  return lacksEnd && !options.ignoreAllSpace && !options.ignoreSpaceChange ? `${key}\n` : key;
}
