import type { ExecResult } from 'just-bash/browser';
import type { FileStat } from '../../../port.ts';
import { type CommandTools, type Context, latin1FromText, quoted } from './command.ts';
import { reasonOf } from './inputs.ts';
import { modeText } from './lsFormat.ts';
import { parseOptions } from './options.ts';

const kinds: Readonly<Record<FileStat['kind'], string>> = {
  file: 'regular file',
  directory: 'directory',
  symlink: 'symbolic link',
  device: 'character special file',
};

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '000000')} +0000`;
}

function field(letter: string, name: string, stat: FileStat): string {
  const seconds = String(Math.floor(stat.mtimeMs / 1000));
  const isEmpty = stat.kind === 'file' && stat.size === 0;
  const fields: Readonly<Record<string, string>> = {
    a: (stat.mode & 0o7777).toString(8),
    A: modeText(stat),
    b: String(Math.ceil(stat.size / 512)),
    B: '512',
    F: isEmpty ? 'regular empty file' : kinds[stat.kind],
    g: '1000',
    G: 'user',
    h: '1',
    n: name,
    N: quoted(name),
    s: String(stat.size),
    u: '1000',
    U: 'user',
    X: seconds,
    Y: seconds,
    Z: seconds,
    x: timeText(stat.mtimeMs),
    y: timeText(stat.mtimeMs),
    z: timeText(stat.mtimeMs),
    '%': '%',
  };
  return fields[letter] ?? '?';
}

/** `stat -c FORMAT` and `--printf`; null for any other use. */
export async function statByFormat(
  args: readonly string[],
  tools: CommandTools,
  context: Context,
): Promise<ExecResult | null> {
  const parsed = parseOptions(args, {
    flags: 'Lft',
    valued: 'cp',
    long: { format: 'c', printf: 'p', dereference: 'L' },
  });
  if ('error' in parsed) return null;
  const printf = parsed.given.get('p');
  const format = printf?.replace(/\\n/g, '\n').replace(/\\t/g, '\t') ?? parsed.given.get('c');
  if (format === undefined) return null;
  let stdout = '';
  let stderr = '';
  for (const name of parsed.operands) {
    const path = tools.disk.resolvePath(context.cwd, name);
    try {
      const stat = await (parsed.given.has('L') ? tools.disk.statOf(path) : tools.disk.lstatOf(path));
      const line = format.replace(/%([a-zA-Z%])/g, (_all, letter: string) => field(letter, name, stat));
      stdout += printf === undefined ? `${line}\n` : line;
    } catch (error) {
      stderr += `stat: cannot statx '${name}': ${reasonOf(error)}\n`;
    }
  }
  return { stdout: latin1FromText(stdout), stderr, exitCode: stderr === '' ? 0 : 1 };
}
