import type { FileStat } from '../../../../port.ts';
import { linkCount } from '../linkCount.ts';
import { inodeText, modeText } from '../lsFormat.ts';
import { fullTime } from '../time/zone.ts';
import type { FileTool } from './fileTool.ts';

export const statSpec = {
  short: 'Lfc:t',
  long: {
    dereference: 'L',
    'file-system': 'f',
    'format=': 'c',
    'printf=': 'printf',
    terse: 't',
    'cached=': 'ignored',
  },
};

const kinds: Readonly<Record<FileStat['kind'], string>> = {
  file: 'regular file',
  directory: 'directory',
  symlink: 'symbolic link',
  device: 'character special file',
};

interface Facts {
  readonly name: string;
  readonly path: string;
  readonly stat: FileStat;
  readonly target: string | null;
  readonly time: string;
  /** Names that the file has. */
  readonly links: number;
}

function quotedName(name: string): string {
  return name.includes("'") ? `"${name}"` : `'${name}'`;
}

function sizeOf(stat: FileStat): number {
  return stat.kind === 'directory' ? 4096 : stat.size;
}

function blocksOf(stat: FileStat): number {
  return stat.kind === 'symlink' ? 0 : Math.ceil(sizeOf(stat) / 4096) * 8;
}

function kindText({ kind, size, pipe }: FileStat): string {
  if (pipe !== undefined) return 'fifo';
  return kind === 'file' && size === 0 ? 'regular empty file' : kinds[kind];
}

function kindBits({ kind, pipe }: FileStat): number {
  if (pipe !== undefined) return 0o10000;
  return { file: 0o100000, directory: 0o40000, symlink: 0o120000, device: 0o20000 }[kind];
}

function field(letter: string, { name, path, stat, target, time, links }: Facts): string | null {
  const seconds = String(Math.floor(stat.mtimeMs / 1000));
  const mode = stat.kind === 'symlink' ? 0o777 : stat.mode & 0o7777;
  switch (letter) {
    case 'a':
      return mode.toString(8);
    case 'A':
      return modeText(stat);
    case 'b':
      return String(blocksOf(stat));
    case 'B':
      return '512';
    case 'd':
      return '1';
    case 'D':
      return '1';
    case 'f':
      return (kindBits(stat) | mode).toString(16);
    case 'F':
      return kindText(stat);
    case 'g':
    case 'u':
      return '1000';
    case 'G':
    case 'U':
      return 'user';
    case 'h':
      return String(links);
    case 'i':
      return inodeText(path, stat);
    case 'm':
      return '/';
    case 'n':
      return name;
    case 'N':
      return target === null ? quotedName(name) : `${quotedName(name)} -> ${quotedName(target)}`;
    case 'o':
      return '4096';
    case 's':
      return String(sizeOf(stat));
    case 't':
    case 'T':
      return '0';
    case 'W':
    case 'X':
    case 'Y':
    case 'Z':
      return seconds;
    case 'w':
    case 'x':
    case 'y':
    case 'z':
      return time;
    case 'C':
      return '?';
    default:
      return null;
  }
}

function formatted(format: string, facts: Facts, escapes: boolean): string {
  const text = escapes
    ? format.replace(/\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|([\s\S]))/g, (_all, octal, hex, letter) => {
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
        if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
        return (
          { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', '"': '"' }[String(letter)] ??
          letter
        );
      })
    : format;
  return text.replace(
    /%([-0#+ ']*)(\d*)(?:\.(\d+))?(?:([HL])(?=[dr]))?([a-zA-Z%])/g,
    (whole, flags: string, width: string, precision: string | undefined, _part, letter: string) => {
      if (letter === '%') return '%';
      let value = field(letter, facts);
      if (value === null) return whole === '%' ? '%' : '?';
      // `%.Y` asks for fractions of the second; `%.3y` cuts text.
      if (precision !== undefined && /^[XYZW]$/.test(letter)) {
        const fraction = String(Math.round(facts.stat.mtimeMs - Math.floor(facts.stat.mtimeMs / 1000) * 1000))
          .padStart(3, '0')
          .padEnd(9, '0');
        value = `${value}.${fraction.slice(0, Number(precision))}`;
      } else if (precision !== undefined && /^[nNFAUG]$/.test(letter))
        value = value.slice(0, Number(precision));
      if (letter === 'a' && flags.includes('#')) value = `0${value}`;
      if (flags.includes('-')) return value.padEnd(Number(width));
      return flags.includes('0') && /^[0-9a-f]+$/.test(value)
        ? value.padStart(Number(width), '0')
        : value.padStart(Number(width));
    },
  );
}

function report(facts: Facts): string {
  const { stat, time } = facts;
  const access = `(${(stat.kind === 'symlink' ? 0o777 : stat.mode & 0o7777).toString(8).padStart(4, '0')}/${modeText(stat)})`;
  const name = facts.target === null ? facts.name : `${facts.name} -> ${facts.target}`;
  const links = field('h', facts)!;
  return [
    `  File: ${name}`,
    `  Size: ${String(sizeOf(stat)).padEnd(10)}\tBlocks: ${String(blocksOf(stat)).padEnd(10)} IO Block: 4096   ${field('F', facts)}`,
    `Device: 0,1\tInode: ${inodeText(facts.path, facts.stat).padEnd(11)} Links: ${links}`,
    `Access: ${access}  Uid: ( 1000/    user)   Gid: ( 1000/    user)`,
    `Access: ${time}`,
    `Modify: ${time}`,
    `Change: ${time}`,
    ` Birth: ${time}`,
    '',
  ].join('\n');
}

export async function stat(tool: FileTool): Promise<void> {
  if (tool.operands.length === 0) return tool.usage('missing operand');
  const chosen = tool.options.findLast(({ key }) => key === 'c' || key === 'printf');
  for (const operand of tool.operands) {
    const own = tool.has('L') ? await tool.stat(operand) : await tool.lstat(operand);
    if (!own) {
      await tool.fail(
        tool.has('f')
          ? `cannot read file system information for '${operand}': No such file or directory`
          : `cannot statx '${operand}': No such file or directory`,
      );
      continue;
    }
    const path = tool.path(operand);
    const target = own.kind === 'symlink' ? await tool.tools.disk.readlink(path) : null;
    const facts: Facts = {
      name: operand,
      path,
      stat: own,
      target,
      time: fullTime(own.mtimeMs, tool.context),
      links: await linkCount(tool.tools.disk, path, own),
    };
    if (tool.has('f')) tool.output.print(fileSystem(operand, chosen?.value));
    else if (chosen)
      tool.output.print(
        formatted(chosen.value, facts, chosen.key === 'printf') + (chosen.key === 'c' ? '\n' : ''),
      );
    else if (tool.has('t'))
      tool.output.print(formatted('%n %s %b %f %u %g 1 %i %h 0 0 %X %Y %Z %W %o\n', facts, false));
    else tool.output.print(report(facts));
  }
}

const fileSystemFields: Readonly<Record<string, string>> = {
  T: 'ext2/ext3',
  b: '1048576',
  f: '524288',
  a: '524288',
  s: '4096',
  S: '4096',
  l: '255',
  i: '0',
  t: 'ef53',
  c: '65536',
  d: '60000',
};

function fileSystem(name: string, format: string | undefined): string {
  if (format !== undefined)
    return `${format.replace(/%([a-zA-Z%])/g, (_all, letter: string) => (letter === 'n' ? name : letter === '%' ? '%' : (fileSystemFields[letter] ?? '?')))}\n`;
  return `  File: "${name}"\n    ID: 0        Namelen: 255     Type: ext2/ext3\nBlock size: 4096       Fundamental block size: 4096\nBlocks: Total: 1048576    Free: 524288     Available: 524288\nInodes: Total: 65536      Free: 60000\n`;
}
