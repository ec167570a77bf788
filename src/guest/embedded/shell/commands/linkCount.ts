import type { FileStat } from '../../../port.ts';
import type { ShellDisk } from '../disk/shellDisk.ts';

/** Names that a file has: a folder's own, its `.` and the `..` of each folder in it. Of a file, all its names. */
export async function linkCount(disk: ShellDisk, path: string, stat: FileStat): Promise<number> {
  if (stat.kind !== 'directory') return stat.shared?.links ?? 1;
  const entries = await disk.readdirWithFileTypes(path).catch(() => []);
  return 2 + entries.filter(({ isDirectory }) => isDirectory).length;
}
