import type { Hunk, HunkLine } from './parse.ts';

export interface HunkResult {
  readonly hunk: Hunk;
  readonly applied: boolean;
  /** Line of the result where it went, or where it was looked for. */
  readonly at: number;
  readonly offset: number;
  readonly fuzz: number;
}

export interface Applied {
  readonly text: string;
  readonly results: readonly HunkResult[];
}

export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`);
  const last = lines.pop() ?? '\n';
  if (last !== '\n') lines.push(last.slice(0, -1));
  return lines;
}

interface Compare {
  readonly ignoreBlanks: boolean;
}

function same(a: string | undefined, b: string, { ignoreBlanks }: Compare): boolean {
  if (a === undefined) return false;
  if (a === b) return true;
  return ignoreBlanks && a.trim().split(/\s+/).join(' ') === b.trim().split(/\s+/).join(' ');
}

function contextAt(lines: readonly HunkLine[], fromEnd: boolean): number {
  const count = (fromEnd ? [...lines].reverse() : lines).findIndex((line) => line.mark !== ' ');
  return count < 0 ? lines.length : count;
}

/** Applies hunks in their order; each is looked for around where the one before it was found. */
export function applyHunks(text: string, hunks: readonly Hunk[], maxFuzz: number, compare: Compare): Applied {
  const source = linesOf(text);
  const output: string[] = [];
  const results: HunkResult[] = [];
  let consumed = 0;
  let offset = 0;
  let grown = 0;
  for (const hunk of hunks) {
    const found = locate(source, hunk, consumed, offset, maxFuzz, compare);
    if (!found) {
      results.push({ hunk, applied: false, at: hunk.oldStart + offset + grown, offset, fuzz: 0 });
      continue;
    }
    const { line, fuzz, front, back } = found;
    const kept = hunk.lines.slice(front, hunk.lines.length - back);
    output.push(...source.slice(consumed, line + front));
    let at = line + front;
    for (const { mark, text: wanted } of kept) {
      if (mark === '+') output.push(wanted);
      else {
        // Context keeps the file's own line, which may differ in blanks.
        if (mark === ' ') output.push(source[at]!);
        at++;
      }
    }
    consumed = at;
    offset = line + 1 - hunk.oldStart;
    results.push({ hunk, applied: true, at: line + 1 + grown, offset, fuzz });
    grown +=
      hunk.lines.filter((each) => each.mark === '+').length -
      hunk.lines.filter((each) => each.mark === '-').length;
  }
  output.push(...source.slice(consumed));
  return { text: joinedLines(output), results };
}

/** A line without an end in the middle of a file gets one. */
function joinedLines(lines: readonly string[]): string {
  return lines
    .map((line, index) => (index < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
    .join('');
}

interface Found {
  /** Index in the source where the whole hunk would begin. */
  readonly line: number;
  readonly fuzz: number;
  /** Context lines that were not compared, at both ends. */
  readonly front: number;
  readonly back: number;
}

function locate(
  source: readonly string[],
  hunk: Hunk,
  from: number,
  offset: number,
  maxFuzz: number,
  compare: Compare,
): Found | null {
  const pattern = hunk.lines.filter((line) => line.mark !== '+').map((line) => line.text);
  const [before, after] = [contextAt(hunk.lines, false), contextAt(hunk.lines, true)];
  const context = Math.max(before, after);
  const guess = hunk.oldStart - 1 + offset;
  if (pattern.length === 0) {
    if (guess < from || guess > source.length)
      return source.length === 0 ? { line: 0, fuzz: 0, front: 0, back: 0 } : null;
    return { line: guess, fuzz: 0, front: 0, back: 0 };
  }
  for (let fuzz = 0; fuzz <= Math.min(maxFuzz, context); fuzz++) {
    const [front, back] = [fuzz + before - context, fuzz + after - context];
    const [skipFront, skipBack] = [Math.max(0, front), Math.max(0, back)];
    const wanted = pattern.slice(skipFront, pattern.length - skipBack);
    const fits = (line: number): boolean =>
      line + skipFront >= from &&
      line + pattern.length - skipBack <= source.length &&
      wanted.every((text, index) => same(source[line + skipFront + index], text, compare));
    // With less context at one end than at the other the hunk belongs to that end of the file.
    if (front < 0 && hunk.oldStart <= 1) {
      if (fits(0)) return { line: 0, fuzz, front: skipFront, back: skipBack };
      continue;
    }
    if (back < 0) {
      const line = source.length - pattern.length;
      if (line >= from && fits(line)) return { line, fuzz, front: skipFront, back: skipBack };
      continue;
    }
    const reach = Math.max(guess, source.length - guess) + 1;
    for (let distance = 0; distance <= reach; distance++) {
      for (const line of distance === 0 ? [guess] : [guess + distance, guess - distance])
        if (line >= 0 && fits(line)) return { line, fuzz, front: skipFront, back: skipBack };
    }
  }
  return null;
}
