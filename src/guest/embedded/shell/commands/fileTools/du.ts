import { humanSize } from '../lsFormat.ts';
import { parseCount } from '../options.ts';
import { globToJs } from '../text/glob.ts';
import { type FileTool, joinPath } from './fileTool.ts';

export const duSpec = {
  short: '0aB:bcd:DhHkLlmPsSt:xX:',
  long: {
    null: '0',
    all: 'a',
    'apparent-size': 'apparent',
    'block-size=': 'B',
    bytes: 'b',
    total: 'c',
    'max-depth=': 'd',
    'human-readable': 'h',
    si: 'si',
    dereference: 'L',
    'separate-dirs': 'S',
    summarize: 's',
    'threshold=': 't',
    'exclude=': 'exclude',
    'one-file-system': 'x',
    inodes: 'inodes',
    'time=?': 'ignored',
  },
};

/** Disk blocks are of 4 KiB, as on most file systems; a folder takes one. */
const blockBytes = 4096;

export async function du(tool: FileTool): Promise<void> {
  const apparent = tool.has('b', 'apparent');
  const depth = tool.has('s') ? 0 : Number(tool.value('d') ?? Number.POSITIVE_INFINITY);
  if (Number.isNaN(depth)) return tool.fail(`invalid maximum depth '${tool.value('d')}'`);
  const scale = tool.last('h', 'b', 'k', 'm', 'B', 'si');
  const unit =
    scale === 'b'
      ? 1
      : scale === 'm'
        ? 1 << 20
        : scale === 'B'
          ? (parseCount(tool.value('B')!.replace(/^([A-Za-z])/, '1$1')) ?? 1024)
          : 1024;
  const end = tool.has('0') ? '\0' : '\n';
  const excluded = tool.options
    .filter(({ key }) => key === 'exclude')
    .map(({ value }) => new RegExp(`^(?:.*/)?(?:${globToJs(value)})$`, 'su'));
  const print = (bytes: number, name: string): void => {
    const size = scale === 'h' ? humanSize(bytes) : String(Math.ceil(bytes / unit));
    tool.output.print(`${size}\t${name}${end}`);
  };
  const { disk } = tool.tools;
  const sizeOf = async (operand: string, level: number): Promise<number> => {
    const own =
      tool.has('L') || (tool.has('D') && level === 0) ? await tool.stat(operand) : await tool.lstat(operand);
    if (!own) {
      await tool.fail(`cannot access '${operand}': No such file or directory`);
      return 0;
    }
    const isFolder = own.kind === 'directory';
    if (tool.has('inodes') && !isFolder) return 1024;
    let sum = isFolder
      ? apparent
        ? 4096
        : blockBytes
      : apparent
        ? own.size
        : own.kind === 'symlink'
          ? 0
          : Math.ceil(own.size / blockBytes) * blockBytes;
    let below = 0;
    if (isFolder) {
      for (const name of await disk.readdir(tool.path(operand))) {
        const path = joinPath(operand, name);
        if (excluded.some((regex) => regex.test(path))) continue;
        const part = await sizeOf(path, level + 1);
        const isPart = !tool.has('S') || !(await tool.isFolder(path));
        if (isPart) below += part;
      }
    }
    sum += below;
    if (level <= depth && (isFolder || level === 0 || tool.has('a'))) print(sum, operand);
    if (tool.output.isFull) await tool.output.flush();
    return sum;
  };
  let total = 0;
  for (const operand of tool.operands.length > 0 ? tool.operands : ['.']) total += await sizeOf(operand, 0);
  if (tool.has('c')) print(total, 'total');
}
