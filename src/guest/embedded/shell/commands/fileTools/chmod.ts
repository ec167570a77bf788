import { modeFrom } from '../extra/mode.ts';
import { modeText } from '../lsFormat.ts';
import { type FileTool, joinPath } from './fileTool.ts';

export const chmodSpec = {
  // The letters of a mode such as `-x`, which looks like an option.
  short: 'cfvRrwxXstugoa',
  long: {
    changes: 'c',
    silent: 'f',
    quiet: 'f',
    verbose: 'v',
    recursive: 'R',
    'reference=': 'reference',
    'preserve-root': 'ignored',
    'no-preserve-root': 'ignored',
  },
};

export async function chmod(tool: FileTool): Promise<void> {
  const operands = [...tool.operands];
  const letters = tool.options.filter(({ key }) => /^[rwxXstugoa]$/.test(key)).map(({ key }) => key);
  const reference = tool.value('reference');
  let mode: string | undefined;
  if (reference !== undefined) {
    const other = await tool.stat(reference);
    if (!other) return tool.fail(`failed to get attributes of '${reference}': No such file or directory`);
    mode = (other.mode & 0o7777).toString(8);
  } else mode = letters.length > 0 ? `-${letters.join('')}` : operands.shift();
  if (mode === undefined) return tool.usage('missing operand');
  if (modeFrom(mode, 0) === null || /^[0-7]{5,}$/.test(mode)) return tool.usage(`invalid mode: '${mode}'`);
  if (operands.length === 0) return tool.usage(`missing operand after '${mode}'`);
  for (const operand of operands) await changeOne(tool, mode, operand, true);
}

async function changeOne(tool: FileTool, mode: string, operand: string, isOperand: boolean): Promise<void> {
  const { disk } = tool.tools;
  const own = isOperand ? await tool.stat(operand) : await tool.lstat(operand);
  if (!own) {
    if (tool.has('f')) tool.exitCode = 1;
    else await tool.fail(`cannot access '${operand}': No such file or directory`);
    return;
  }
  if (own.kind === 'symlink') return;
  const before = own.mode & 0o7777;
  const after = modeFrom(mode, before, own.kind === 'directory') ?? before;
  const failed = await tool.attempt(disk.chmod(tool.path(operand), after));
  if (failed !== null) return tool.fail(`changing permissions of '${operand}': ${failed}`);
  const shown = (bits: number): string =>
    `${bits.toString(8).padStart(4, '0')} (${modeText({ ...own, mode: bits }).slice(1)})`;
  if (before !== after) {
    if (tool.has('v', 'c'))
      tool.output.print(`mode of '${operand}' changed from ${shown(before)} to ${shown(after)}\n`);
  } else if (tool.has('v')) tool.output.print(`mode of '${operand}' retained as ${shown(after)}\n`);
  if (!tool.has('R') || own.kind !== 'directory') return;
  for (const name of await disk.readdir(tool.path(operand)))
    await changeOne(tool, mode, joinPath(operand, name), false);
}
