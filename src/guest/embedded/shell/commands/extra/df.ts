import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

export const dfSpec = [
  ...[
    'h|human-readable',
    'H|si',
    'k',
    'm',
    'a|all',
    'B|block-size=',
    'i|inodes',
    'l|local',
    'P|portability',
    'T|print-type',
  ],
  ...['t|type=', 'x|exclude-type=', 'total', 'output=?', 'sync', 'no-sync'],
];

/** The room that the guest's page gives a workspace, unless it is told otherwise. */
const diskBytes = 1024 ** 3;

async function usedBelow(io: Io, folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await io.tools.disk.files.readdir(folder).catch(() => [])) {
    const path = `${folder === '/' ? '' : folder}/${entry.name}`;
    if (/^\/(bin|dev|proc|usr)$/.test(path)) continue;
    bytes +=
      entry.kind === 'directory'
        ? await usedBelow(io, path)
        : entry.kind === 'file'
          ? ((await io.lstat(path))?.size ?? 0)
          : 0;
  }
  return bytes;
}

/** Rounded up, as `df -h` does. */
function human(bytes: number, base: number): string {
  let value = bytes;
  let power = 0;
  for (; value >= base && power < 4; power++) value /= base;
  if (power === 0) return String(bytes);
  const tenth = Math.ceil(value * 10) / 10;
  return `${tenth < 10 ? tenth.toFixed(1) : Math.ceil(value)}${(base === 1000 ? 'kMGT' : 'KMGT')[power - 1]}`;
}

/** The guest has one file system; how full it is, is the sum of its files. */
export async function df(io: Io, options: Options): Promise<number> {
  let exitCode = 0;
  let rows = options.operands.length === 0 ? 1 : 0;
  for (const operand of options.operands) {
    if (await io.stat(io.path(operand))) rows++;
    else exitCode = await io.fail(`${operand}: No such file or directory`);
  }
  if (rows === 0) return exitCode;
  const used = await usedBelow(io, '/');
  const unit = options.has('m') ? 1024 ** 2 : 1024;
  const show = (bytes: number): string => {
    if (options.has('h')) return human(bytes, 1024);
    return options.has('H') ? human(bytes, 1000) : String(Math.ceil(bytes / unit));
  };
  const percent = `${Math.ceil((used * 100) / diskBytes)}%`;
  const size = options.has('h', 'H') ? 'Size' : options.has('m') ? '1M-blocks' : '1K-blocks';
  const numbers = [show(diskBytes), show(used), show(diskBytes - used), percent, '/'];
  const heads = [size, 'Used', options.has('h', 'H') ? 'Avail' : 'Available', 'Use%', 'Mounted on'];
  const table = [
    ['Filesystem', ...(options.has('T') ? ['Type'] : []), ...heads],
    ...Array.from({ length: rows }, () => ['spillway', ...(options.has('T') ? ['tmpfs'] : []), ...numbers]),
  ];
  const widths = table[0]!.map((_head, column) =>
    Math.max(...table.map((row) => row[column]!.length), column === 0 ? 14 : 0),
  );
  const left = options.has('T') ? 2 : 1;
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column < left
        ? cell.padEnd(widths[column]!)
        : column === row.length - 1
          ? cell
          : cell.padStart(Math.max(widths[column]!, column === row.length - 2 ? 4 : 5)),
    );
    await io.out(`${cells.join(' ')}\n`);
  }
  return exitCode;
}
