import type { Command } from 'just-bash/browser';
import type { FileStat } from '../../../port.ts';
import { bytesFromText } from '../disk/bytes.ts';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { reasonOf } from './inputs.ts';
import { type Listed, longLines, shownName } from './lsFormat.ts';
import { parseOptions } from './options.ts';

const table = {
  flags: '1aAlhtrSRFdpgGnoUviCxXckuNQ',
  valued: 'Iw',
  long: {
    all: 'a',
    'almost-all': 'A',
    directory: 'd',
    'human-readable': 'h',
    reverse: 'r',
    recursive: 'R',
    classify: 'F',
    inode: 'i',
    'no-group': 'G',
    'numeric-uid-gid': 'n',
    'group-directories-first': 'D',
    color: 'z',
  },
};

/** GNU `ls` as it prints into a pipe: one name a line. */
export function ls(tools: CommandTools): Command {
  return command('ls', async (args, context) => {
    const call = tools.live.takeCall('ls');
    const parsed = parseOptions(
      args.filter((arg) => !/^--(color|time-style|sort|quoting-style|format)(=|$)/.test(arg)),
      { ...table, flags: `${table.flags}D` },
    );
    if ('error' in parsed) return fail(`ls: ${parsed.error}\nTry 'ls --help' for more information.\n`, 2);
    const given = new Set(parsed.given.keys());
    const output = new CommandOutput('ls', tools, call);
    let exitCode = 0;

    const compare = (a: Listed, b: Listed): number => {
      const byFolder = given.has('D')
        ? Number(b.stat.kind === 'directory') - Number(a.stat.kind === 'directory')
        : 0;
      const byTime = given.has('t') ? b.stat.mtimeMs - a.stat.mtimeMs : 0;
      const bySize = given.has('S') ? b.stat.size - a.stat.size : 0;
      const byName = a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
      const order = byTime || bySize || byName;
      return byFolder || (given.has('r') ? -order : order);
    };
    const print = async (entries: Listed[], isFolder: boolean): Promise<void> => {
      if (!given.has('U')) entries.sort(compare);
      const lines = given.has('l') || given.has('g') || given.has('n') || given.has('o');
      const text = lines
        ? longLines(entries, given, tools.nowMs, isFolder)
        : entries.map((entry) => `${shownName(entry, given)}\n`).join('');
      if (text !== '') await output.write(bytesFromText(text));
    };
    const listed = async (name: string, path: string, follow: boolean): Promise<Listed> => {
      const own: FileStat = await tools.disk.lstatOf(path);
      if (own.kind !== 'symlink') return { name, stat: own, target: null };
      const target = await tools.disk.readlink(path);
      const stat = follow ? await tools.disk.statOf(path).catch(() => own) : own;
      return { name, stat, target };
    };
    const folder = async (name: string, path: string): Promise<void> => {
      const names = await tools.disk.readdir(path);
      const shown = names.filter((each) => given.has('a') || given.has('A') || !each.startsWith('.'));
      const entries = await Promise.all(
        shown.map((each) => listed(each, `${path === '/' ? '' : path}/${each}`, false)),
      );
      if (given.has('a')) {
        const up = path.slice(0, path.lastIndexOf('/')) || '/';
        entries.push(
          { ...(await listed('.', path, true)), name: '.' },
          { ...(await listed('..', up, true)), name: '..' },
        );
      }
      await print(entries, true);
      if (!given.has('R')) return;
      for (const entry of entries) {
        if (entry.stat.kind !== 'directory' || entry.name === '.' || entry.name === '..') continue;
        const below = name.endsWith('/') ? `${name}${entry.name}` : `${name}/${entry.name}`;
        await output.write(bytesFromText(`\n${below}:\n`));
        await folder(below, `${path === '/' ? '' : path}/${entry.name}`);
      }
    };

    const operands = parsed.operands.length > 0 ? parsed.operands : ['.'];
    const files: Listed[] = [];
    const folders: Listed[] = [];
    for (const operand of operands) {
      const path = tools.disk.resolvePath(context.cwd, operand);
      try {
        const follows = !given.has('l') && !given.has('d');
        const entry = await listed(operand, path, follows || operand.endsWith('/'));
        (entry.stat.kind === 'directory' && !given.has('d') ? folders : files).push(entry);
      } catch (error) {
        await output.error(`cannot access '${operand}': ${reasonOf(error)}`);
        exitCode = 2;
      }
    }
    await print(files, false);
    folders.sort(compare);
    const titled = operands.length > 1 || given.has('R');
    for (const [index, { name }] of folders.entries()) {
      if (titled) {
        const gap = index > 0 || files.length > 0 ? '\n' : '';
        await output.write(bytesFromText(`${gap}${name}:\n`));
      }
      await folder(name, tools.disk.resolvePath(context.cwd, name));
    }
    return output.result(exitCode);
  });
}
