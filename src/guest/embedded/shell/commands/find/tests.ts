import type { FileStat } from '../../../../port.ts';

/** A file that the walk has come to. */
export interface Visit {
  /** As it is printed: below the starting point as it was typed. */
  readonly shown: string;
  readonly path: string;
  readonly name: string;
  /** The starting point as it was typed. */
  readonly start: string;
  readonly depth: number;
  readonly stat: FileStat;
  /** Where a symbolic link points; null for anything else. */
  readonly target: string | null;
  /** Set by `-prune`. */
  pruned: boolean;
}

export interface Outcome {
  /** Ends the whole walk. */
  quit: boolean;
}

export type Test = (visit: Visit) => boolean | Promise<boolean>;

/** `+5`, `-5`, `5`: more, less, exactly; the number rounded up to whole units before it is compared. */
export function comparison(text: string): ((value: number) => boolean) | null {
  const match = /^([+-]?)(\d+(?:\.\d+)?)$/.exec(text);
  if (!match) return null;
  const wanted = Number(match[2]);
  if (match[1] === '+') return (value) => value > wanted;
  return match[1] === '-' ? (value) => value < wanted : (value) => value === wanted;
}

const sizeUnits: Readonly<Record<string, number>> = { c: 1, w: 2, b: 512, k: 1024, M: 1 << 20, G: 1 << 30 };

export function sizeTest(text: string): Test | null {
  const match = /^([+-]?\d+)([cwbkMG]?)$/.exec(text);
  const holds = match && comparison(match[1]!);
  if (!match || !holds) return null;
  const unit = sizeUnits[match[2] || 'b']!;
  return ({ stat }) => holds(Math.ceil(sizeOf(stat) / unit));
}

/** Size in bytes as `find` sees it: a folder has a block of its own. */
export function sizeOf(stat: FileStat): number {
  return stat.kind === 'directory' ? 4096 : stat.size;
}

/** `644`, `-u+x`, `/111`: exactly, all of these bits, any of these. */
export function permTest(text: string, modeOf: (text: string) => number | null): Test | null {
  const kind = /^[-/]/.exec(text)?.[0] ?? '';
  const bits = modeOf(text.slice(kind.length));
  if (bits === null) return null;
  if (kind === '-') return ({ stat }) => (stat.mode & bits) === bits;
  if (kind === '/') return ({ stat }) => bits === 0 || (stat.mode & bits) !== 0;
  return ({ stat }) => (stat.mode & 0o7777) === bits;
}

const kindLetters: Readonly<Record<FileStat['kind'], string>> = {
  file: 'f',
  directory: 'd',
  symlink: 'l',
  device: 'c',
};

export function kindLetter(stat: FileStat): string {
  return stat.pipe === undefined ? kindLetters[stat.kind] : 'p';
}
