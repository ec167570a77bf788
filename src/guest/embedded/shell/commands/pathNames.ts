import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail, latin1FromText } from './command.ts';
import { baseName } from './fileTools/fileTool.ts';
import { getopt, lastValues } from './text/getopt.ts';

function folderName(path: string): string {
  const trimmed = path.replace(/(.)\/+$/, '$1');
  const slash = trimmed.lastIndexOf('/');
  if (slash < 0) return '.';
  return trimmed.slice(0, slash).replace(/\/+$/, '') || '/';
}

/** `basename` and `dirname`. */
export function pathNames(_tools: CommandTools): Command[] {
  const missing = (name: string) =>
    fail(`${name}: missing operand\nTry '${name} --help' for more information.\n`);
  return [
    command('basename', async (args) => {
      const parsed = getopt(args, {
        short: 'as:z',
        long: { multiple: 'a', 'suffix=': 's', zero: 'z' },
        stopsAtOperand: true,
      });
      if ('error' in parsed)
        return fail(`basename: ${parsed.error}\nTry 'basename --help' for more information.\n`);
      const given = lastValues(parsed.options);
      const { operands } = parsed;
      if (operands.length === 0) return missing('basename');
      const many = given.has('a') || given.has('s');
      if (!many && operands.length > 2)
        return fail(
          `basename: extra operand '${operands[2]}'\nTry 'basename --help' for more information.\n`,
        );
      const suffix = given.get('s') ?? (many ? '' : (operands[1] ?? ''));
      const end = given.has('z') ? '\0' : '\n';
      const names = (many ? operands : operands.slice(0, 1)).map((operand) => {
        const name = operand === '' ? '' : baseName(operand);
        const cut = suffix !== '' && name.endsWith(suffix) && name !== suffix;
        return (cut ? name.slice(0, -suffix.length) : name) + end;
      });
      return { stdout: latin1FromText(names.join('')), stderr: '', exitCode: 0, stdoutKind: 'bytes' };
    }),
    command('dirname', async (args) => {
      const parsed = getopt(args, { short: 'z', long: { zero: 'z' } });
      if ('error' in parsed)
        return fail(`dirname: ${parsed.error}\nTry 'dirname --help' for more information.\n`);
      if (parsed.operands.length === 0) return missing('dirname');
      const end = parsed.options.length > 0 ? '\0' : '\n';
      const names = parsed.operands.map((operand) => folderName(operand) + end);
      return { stdout: latin1FromText(names.join('')), stderr: '', exitCode: 0, stdoutKind: 'bytes' };
    }),
  ];
}
