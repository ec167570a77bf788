import type { Command } from 'just-bash/browser';
import type { FileStat } from '../../../port.ts';
import { type CommandTools, command, fail, quoted } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { reasonOf } from './inputs.ts';
import { linkCount } from './linkCount.ts';
import { lsColumns } from './lsColumns.ts';
import {
  blocksOf,
  humanSize,
  inodeText,
  type Listed,
  longLines,
  shownName,
  sizeOf,
  timeStyle,
} from './lsFormat.ts';
import { compareVersions } from './sort/version.ts';
import { encodeText } from './text/bytesText.ts';
import { getopt, lastValues } from './text/getopt.ts';
import { globToJs } from './text/glob.ts';
import { zoneOf } from './time/zone.ts';

const spec = {
  short: '1aAbBcCdDfFgGhHiI:klLmnNopqQrRsStT:uUvw:xXZ',
  long: {
    all: 'a',
    'almost-all': 'A',
    'ignore-backups': 'B',
    directory: 'd',
    'human-readable': 'h',
    reverse: 'r',
    recursive: 'R',
    'classify=?': 'F',
    'file-type': 'p',
    inode: 'i',
    'no-group': 'G',
    'numeric-uid-gid': 'n',
    'group-directories-first': 'first',
    dereference: 'L',
    'dereference-command-line': 'H',
    'hide=': 'hide',
    'ignore=': 'I',
    'quote-name': 'Q',
    escape: 'b',
    literal: 'N',
    size: 's',
    kibibytes: 'k',
    'width=': 'w',
    'tabsize=': 'T',
    'color=?': 'color',
    'time-style=': 'time-style',
    'full-time': 'full-time',
    'sort=': 'sort',
    'time=': 'ignored',
    'format=': 'format',
    'quoting-style=': 'quoting',
    'indicator-style=': 'indicator',
    'hide-control-chars': 'q',
    'show-control-chars': 'ignored',
    author: 'ignored',
    'block-size=': 'ignored',
    si: 'h',
    zero: 'zero',
    context: 'Z',
    version: 'version',
    help: 'help',
  },
};

const sortWords: Readonly<Record<string, string>> = {
  time: 't',
  size: 'S',
  extension: 'X',
  version: 'v',
  none: 'U',
  width: 'width',
};
const formatWords: Readonly<Record<string, string>> = {
  long: 'l',
  verbose: 'l',
  commas: 'm',
  across: 'x',
  horizontal: 'x',
  vertical: 'C',
  'single-column': '1',
};

/** The words that `--sort` and `--format` take, those of one meaning together, as the error lists them. */
const wordsListed: Readonly<Record<string, readonly string[]>> = {
  sort: ["'none'", "'time'", "'size'", "'extension'", "'version'", "'width'"],
  format: ["'verbose', 'long'", "'commas'", "'horizontal', 'across'", "'vertical'", "'single-column'"],
};

/** What `ls` says of a word that an option does not know; null where all are known. */
function wordFault(values: ReadonlyMap<string, string>): string | null {
  const known = { sort: sortWords, format: formatWords };
  for (const [option, words] of Object.entries(known)) {
    const value = values.get(option);
    if (value === undefined || Object.keys(words).some((word) => word.startsWith(value))) continue;
    const listed = wordsListed[option]!.map((alike) => `  - ${alike}\n`).join('');
    return `invalid argument '${value}' for '--${option}'\nValid arguments are:\n${listed.trimEnd()}`;
  }
  return null;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}

/** GNU `ls` as it prints into a pipe: one name a line. */
export function ls(tools: CommandTools): Command {
  return command('ls', async (args, context) => {
    const call = tools.live.takeCall('ls');
    const parsed = getopt(args, spec);
    if ('error' in parsed) return fail(`ls: ${parsed.error}\nTry 'ls --help' for more information.\n`, 2);
    const values = lastValues(parsed.options);
    if (values.has('version')) return { stdout: 'ls (GNU coreutils) 9.1\n', stderr: '', exitCode: 0 };
    const given = new Set(values.keys());
    if (given.has('f')) for (const key of ['a', 'U']) given.add(key);
    const lastOf = (...keys: string[]): string | undefined =>
      parsed.options.findLast(
        ({ key, value }) =>
          keys.includes(key) || (key === 'format' && keys.includes(formatWords[value] ?? '')),
      )?.key;
    const order =
      sortWords[values.get('sort') ?? ''] ??
      parsed.options.findLast(({ key }) => 'tSXvU'.includes(key))?.key ??
      (given.has('f') ? 'U' : '');
    const layoutKey = lastOf('l', 'g', 'n', 'o', 'm', 'x', 'C', '1', 'full-time') ?? '1';
    const layout = layoutKey === 'format' ? (formatWords[values.get('format') ?? ''] ?? '1') : layoutKey;
    // `-1` after `-l` changes nothing.
    const isLong =
      ['l', 'g', 'n', 'o', 'full-time'].some((key) => given.has(key)) && !/^[mxC]$/.test(layout)
        ? true
        : /^(l|g|n|o|full-time)$/.test(layout);
    if (isLong) given.add('l');
    const style = timeStyle(
      given.has('full-time') ? 'full-iso' : values.get('time-style'),
      tools.nowMs,
      zoneOf(context),
    );
    const output = new CommandOutput('ls', tools, call);
    const badWord = wordFault(values);
    if (badWord !== null) return fail(`ls: ${badWord}\nTry 'ls --help' for more information.\n`, 1);
    const end = given.has('zero') ? '\0' : '\n';
    const showsAll = given.has('a') || given.has('A');
    const globs = (key: string): RegExp[] =>
      parsed.options
        .filter((option) => option.key === key)
        .map(({ value }) => new RegExp(`^(?:${globToJs(value)})$`, 'su'));
    const [ignored, hidden] = [globs('I'), globs('hide')];
    let exitCode = 0;

    const isHidden = (name: string): boolean =>
      (name.startsWith('.') && !showsAll) ||
      (given.has('B') && name.endsWith('~')) ||
      ignored.some((glob) => glob.test(name)) ||
      (!showsAll && hidden.some((glob) => glob.test(name)));
    const compare = (a: Listed, b: Listed): number => {
      const byFolder = given.has('first')
        ? Number(b.stat.kind === 'directory') - Number(a.stat.kind === 'directory')
        : 0;
      const byName = a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
      let by = 0;
      if (order === 't') by = b.stat.mtimeMs - a.stat.mtimeMs;
      else if (order === 'S') by = sizeOf(b) - sizeOf(a);
      else if (order === 'v') by = compareVersions(a.name, b.name);
      else if (order === 'X')
        by =
          extensionOf(a.name) < extensionOf(b.name) ? -1 : extensionOf(a.name) > extensionOf(b.name) ? 1 : 0;
      return byFolder || (given.has('r') ? -(by || byName) : by || byName);
    };
    const quote = (name: string): string => {
      const quoting = values.get('quoting');
      if (given.has('Q') || quoting === 'c') return JSON.stringify(name);
      if (quoting === 'shell' || quoting === 'shell-escape') return quoted(name);
      if (quoting === 'shell-always' || quoting === 'shell-escape-always')
        return `'${name.replaceAll("'", "'\\''")}'`;
      if (given.has('b') || quoting === 'escape')
        return name.replace(/[\\ \n\t]/g, (each) => ({ '\n': '\\n', '\t': '\\t' })[each] ?? `\\${each}`);
      return given.has('q') ? name.replace(/[\x00-\x1f\x7f]/g, '?') : name;
    };
    const print = async (unsorted: Listed[], isFolder: boolean, leastWidth = 0): Promise<void> => {
      if (order !== 'U') unsorted.sort(compare);
      const shown = unsorted.map((entry) => ({ ...entry, name: quote(entry.name) }));
      const counted = async (entry: Listed): Promise<Listed> => ({
        ...entry,
        links: await linkCount(tools.disk, entry.path, entry.stat),
      });
      const entries = isLong ? await Promise.all(shown.map(counted)) : shown;
      let text: string;
      if (isLong) text = longLines(entries, given, style, isFolder, leastWidth);
      else {
        const start = (entry: Listed): string =>
          (given.has('i') ? `${inodeText(entry.path, entry.stat)} ` : '') +
          (given.has('s') ? `${blocksOf(entry.stat)} ` : '');
        const names = entries.map((entry) => start(entry) + shownName(entry, given));
        if (layout === 'm')
          text = names.length > 0 ? `${wrapped(names, Number(values.get('w') ?? 80))}\n` : '';
        else if (layout === 'C' || layout === 'x')
          text = lsColumns(names, Number(values.get('w') ?? 80), layout === 'x');
        else text = names.map((name) => name + end).join('');
        if (isFolder && given.has('s'))
          text = `total ${entries.reduce((sum, { stat }) => sum + blocksOf(stat), 0)}\n${text}`;
      }
      if (text !== '') await output.write(encodeText(text));
    };
    const listed = async (name: string, path: string, follow: boolean): Promise<Listed> => {
      const own: FileStat = await tools.disk.lstatOf(path);
      if (own.kind !== 'symlink') return { name, stat: own, target: null, path };
      const followed = follow || given.has('L') ? await tools.disk.statOf(path).catch(() => null) : null;
      if (followed && given.has('L')) return { name, stat: followed, target: null, path };
      return { name, stat: followed ?? own, target: await tools.disk.readlink(path), path };
    };
    const folder = async (name: string, path: string): Promise<void> => {
      const names = (await tools.disk.readdir(path)).filter((each) => !isHidden(each));
      const needsStat =
        isLong ||
        ['i', 'F', 'p', 's', 'R', 'first', 'indicator'].some((key) => given.has(key)) ||
        /[tSU]/.test(order);
      const prefix = path === '/' ? '' : path;
      const entries = await Promise.all(
        names.map((each) =>
          needsStat
            ? listed(each, `${prefix}/${each}`, false)
            : { name: each, stat: unknownStat, target: null, path: `${prefix}/${each}` },
        ),
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
        await output.write(encodeText(`\n${below}:\n`));
        await folder(below, `${prefix}/${entry.name}`);
      }
    };

    const operands = parsed.operands.length > 0 ? parsed.operands : ['.'];
    const files: Listed[] = [];
    const folders: Listed[] = [];
    for (const operand of operands) {
      const path = tools.disk.resolvePath(context.cwd, operand);
      try {
        const follows = !isLong && !given.has('d') && !given.has('F');
        const entry = await listed(operand, path, follows || given.has('H') || operand.endsWith('/'));
        if (operand.endsWith('/') && entry.stat.kind !== 'directory')
          throw Object.assign(new Error(path), { code: 'ENOTDIR' });
        (entry.stat.kind === 'directory' && !given.has('d') ? folders : files).push(entry);
      } catch (error) {
        await output.error(`cannot access '${operand}': ${reasonOf(error)}`);
        exitCode = 2;
      }
    }
    // Folders that are listed apart are as wide as the others all the same.
    const widths = folders.map(
      (entry) => (given.has('h') ? humanSize(sizeOf(entry)) : `${sizeOf(entry)}`).length,
    );
    if (files.length > 0) await print(files, false, Math.max(0, ...widths));
    if (order !== 'U') folders.sort(compare);
    const titled = operands.length > 1 || given.has('R');
    for (const [index, { name }] of folders.entries()) {
      if (titled)
        await output.write(encodeText(`${index > 0 || files.length > 0 ? '\n' : ''}${quote(name)}:\n`));
      await folder(name, tools.disk.resolvePath(context.cwd, name));
    }
    return output.result(exitCode);
  });
}

/** Stands for what is not asked: a plain list needs names only. */
const unknownStat: FileStat = { kind: 'file', size: 0, mode: 0, mtimeMs: 0 };

/** `a, b, c` in lines that are not longer than asked. */
function wrapped(names: readonly string[], width: number): string {
  let text = '';
  let column = 0;
  for (const [index, name] of names.entries()) {
    if (index > 0) {
      const fits = column + name.length + 3 < width;
      text += fits ? ', ' : ',\n';
      column = fits ? column + 2 : 0;
    }
    text += name;
    column += name.length;
  }
  return text;
}
