import type { FileStat } from '../../../port.ts';
import { strftime } from './time/strftime.ts';
import { fieldsAt } from './time/zone.ts';

export interface Listed {
  readonly name: string;
  readonly stat: FileStat;
  /** Where a symbolic link points. */
  readonly target: string | null;
  readonly path: string;
  /** Names that the file has; default 1. */
  readonly links?: number;
}

const kindLetter: Readonly<Record<FileStat['kind'], string>> = {
  file: '-',
  directory: 'd',
  symlink: 'l',
  device: 'c',
};

const halfYearMs = 15_778_476_000;

export function modeText({ kind, mode, pipe }: FileStat): string {
  const bits = [...'rwxrwxrwx'].map((letter, index) => (mode & (0o400 >> index) ? letter : '-'));
  if (mode & 0o4000) bits[2] = bits[2] === 'x' ? 's' : 'S';
  if (mode & 0o2000) bits[5] = bits[5] === 'x' ? 's' : 'S';
  if (mode & 0o1000) bits[8] = bits[8] === 'x' ? 't' : 'T';
  if (kind === 'symlink') return 'lrwxrwxrwx';
  return (pipe === undefined ? kindLetter[kind] : 'p') + bits.join('');
}

export interface TimeStyle {
  readonly nowMs: number;
  readonly zone: string;
  /** A format for all, or one for old and one for recent files. */
  readonly old: string;
  readonly recent: string;
}

/** `--time-style`'s formats; the locale's own for anything else. */
export function timeStyle(name: string | undefined, nowMs: number, zone: string): TimeStyle {
  const both = (format: string): TimeStyle => ({ nowMs, zone, old: format, recent: format });
  if (name === 'full-iso') return both('%Y-%m-%d %H:%M:%S.%N %z');
  if (name === 'long-iso') return both('%Y-%m-%d %H:%M');
  if (name === 'iso') return { nowMs, zone, old: '%Y-%m-%d ', recent: '%m-%d %H:%M' };
  if (name?.startsWith('+')) {
    const [old = '', recent = old] = name.slice(1).split('\n');
    return { nowMs, zone, old, recent };
  }
  return { nowMs, zone, old: '%b %e  %Y', recent: '%b %e %H:%M' };
}

/** The year in place of the time where that is half a year away. */
function timeText(mtimeMs: number, { nowMs, zone, old, recent }: TimeStyle): string {
  const isNear = mtimeMs <= nowMs + 60_000 && nowMs - mtimeMs < halfYearMs;
  return strftime(isNear ? recent : old, fieldsAt(mtimeMs, zone));
}

/** `1.5K`, rounded up as GNU does. */
export function humanSize(bytes: number): string {
  if (bytes < 1024) return String(bytes);
  let size = bytes;
  let unit = -1;
  while (size >= 1024 && unit < 4) {
    size /= 1024;
    unit++;
  }
  const letter = 'KMGTP'[unit]!;
  return size < 10 ? `${(Math.ceil(size * 10) / 10).toFixed(1)}${letter}` : `${Math.ceil(size)}${letter}`;
}

export function shownName({ name, stat }: Listed, given: ReadonlySet<string>): string {
  if (stat.kind === 'directory' && (given.has('F') || given.has('p')))
    return name.endsWith('/') ? name : `${name}/`;
  if (!given.has('F')) return name;
  if (stat.kind === 'symlink') return `${name}@`;
  if (stat.pipe !== undefined) return `${name}|`;
  return stat.kind === 'file' && stat.mode & 0o111 ? `${name}*` : name;
}

/** The lines of `ls -l`; a folder's listing begins with its total of 1 KiB blocks. */
export function longLines(
  entries: readonly Listed[],
  given: ReadonlySet<string>,
  style: TimeStyle,
  isFolder: boolean,
  leastSizeWidth = 0,
): string {
  const owner = given.has('n') ? '1000' : 'user';
  const owners = [...(given.has('g') ? [] : [owner]), ...(given.has('o') || given.has('G') ? [] : [owner])];
  const rows = entries.map((entry) => ({
    entry,
    links: String(entry.links ?? 1),
    size: given.has('h') ? humanSize(sizeOf(entry)) : String(sizeOf(entry)),
  }));
  const sizeWidth = Math.max(leastSizeWidth, ...rows.map(({ size }) => size.length));
  const linksWidth = Math.max(0, ...rows.map(({ links }) => links.length));
  const lines = rows.map(({ entry, links, size }) => {
    const arrow = entry.stat.kind === 'symlink' && entry.target !== null ? ` -> ${entry.target}` : '';
    const name = given.has('F') && arrow !== '' ? entry.name : shownName(entry, given);
    const time = timeText(entry.stat.mtimeMs, style);
    const start = given.has('i') ? `${inodeText(entry.path, entry.stat)} ` : '';
    const blocks = given.has('s') ? `${blocksOf(entry.stat)} ` : '';
    return `${start}${blocks}${[modeText(entry.stat), links.padStart(linksWidth), ...owners, size.padStart(sizeWidth), time, name].join(' ')}${arrow}\n`;
  });
  const blocks = entries.reduce((sum, entry) => sum + blocksOf(entry.stat), 0);
  const total = given.has('h') ? humanSize(blocks * 1024) : String(blocks);
  return `${isFolder ? `total ${blocks === 0 ? 0 : total}\n` : ''}${lines.join('')}`;
}

export function sizeOf({ stat, target }: Listed): number {
  if (stat.kind === 'directory') return 4096;
  return stat.kind === 'symlink' ? (target ?? '').length : stat.size;
}

export function blocksOf(stat: FileStat): number {
  if (stat.kind === 'directory') return 4;
  return stat.kind === 'file' ? Math.ceil(stat.size / 4096) * 4 : 0;
}

/** The guest numbers only files of several names; for others a number that is always the same for a path stands for it. */
export function inodeText(path: string, stat: FileStat): string {
  if (stat.shared) return String(stat.shared.inode);
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return String((hash >>> 8) + 1);
}
