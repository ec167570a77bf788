import { isProbablyBinary, type Note } from '../../core/index.ts';
import type { GuestFs } from '../../guest/index.ts';
import { maxWalkedPaths } from './glob.ts';
import { absolutePath, parseInput, reject } from './inputDoor.ts';
import { globMatcher } from './search/globMatcher.ts';
import type { ScanOptions, ScanResult } from './search/lineScan.ts';
import type { LineMatcher } from './search/matcher.ts';
import { skippedFolders } from './searchScope.ts';
import { done, refused, stopped, stopReasonOf, type Tool, type ToolContext } from './toolPort.ts';

const rangeBytes = 1024 * 1024;
/** A search that takes longer is ended and says so. */
const maxSearchMs = 30_000;
/** One range of a file may take this long: a pattern that needs more never ends. */
const maxRangeMs = 5_000;
const maxLines = 20_000;
const maxPatternChars = 2_000;

export interface GrepInput {
  readonly source: string;
  readonly flags: string;
  readonly path: string;
  readonly glob: string | null;
  readonly mode: 'content' | 'files_with_matches' | 'count';
  readonly numbered: boolean;
  readonly before: number;
  readonly after: number;
  readonly headLimit: number | null;
}

interface FileHit {
  readonly path: string;
  readonly mtimeMs: number;
  readonly result: ScanResult;
}

/** Patterns are JavaScript's; a leading `(?i)` is taken as other engines do. */
function compile(pattern: string, ignoreCase: boolean): { readonly source: string; readonly flags: string } {
  if (pattern.length > maxPatternChars)
    reject(`"pattern" must be at most ${maxPatternChars} characters long`);
  const inline = /^\(\?i\)/.exec(pattern);
  const source = inline === null ? pattern : pattern.slice(inline[0].length);
  const flags = ignoreCase || inline !== null ? 'i' : '';
  let why = '';
  for (const candidate of [`${flags}u`, flags]) {
    try {
      new RegExp(source, candidate);
      return { source, flags: candidate };
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  }
  return reject(`"pattern" is not a regular expression: ${why}`);
}

/** Resolves with null where the action needs longer than `ms`. */
function within<T>(action: Promise<T>, ms: number, context: ToolContext): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = context.after(ms, () => resolve(null));
    action.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

type Scanned = { readonly kind: 'done'; readonly result: ScanResult } | { readonly kind: 'binary' | 'slow' };

async function scanFile(
  fs: GuestFs,
  path: string,
  matcher: LineMatcher,
  options: ScanOptions,
  context: ToolContext,
): Promise<Scanned> {
  const scan = matcher.open(options);
  for (let offset = 0; ; ) {
    const bytes = await fs.read(path, { offset, length: rangeBytes });
    if (offset === 0 && isProbablyBinary(bytes.subarray(0, 8192))) return { kind: 'binary' };
    offset += bytes.length;
    const atEnd = bytes.length < rangeBytes;
    if (bytes.length > 0) {
      const pushed = await within(
        scan.push(bytes).then(() => true),
        maxRangeMs,
        context,
      );
      if (pushed === null) return { kind: 'slow' };
    }
    if (context.stop.aborted) return { kind: 'slow' };
    if (!atEnd) continue;
    const result = await within(scan.end(), maxRangeMs, context);
    return result === null ? { kind: 'slow' } : { kind: 'done', result };
  }
}

function linesOf(hit: FileHit, input: GrepInput, named: boolean): readonly string[] {
  const lines: string[] = [];
  let last: number | null = null;
  for (const { line, isMatch, text } of hit.result.lines) {
    const hasContext = input.before > 0 || input.after > 0;
    if (hasContext && last !== null && line > last + 1) lines.push('--');
    last = line;
    const sign = isMatch ? ':' : '-';
    lines.push(`${named ? `${hit.path}${sign}` : ''}${input.numbered ? `${line}${sign}` : ''}${text}`);
  }
  return lines;
}

function outputLines(hits: readonly FileHit[], input: GrepInput, named: boolean): readonly string[] {
  if (input.mode === 'files_with_matches') {
    const newest = [...hits].sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
    return newest.map((hit) => hit.path);
  }
  if (input.mode === 'count') return hits.map((hit) => `${hit.path}:${hit.result.matches}`);
  return hits.flatMap((hit, index) => {
    const separator = index > 0 && (input.before > 0 || input.after > 0) ? ['--'] : [];
    return [...separator, ...linesOf(hit, input, named)];
  });
}

export const grep: Tool<GrepInput> = {
  name: 'grep',
  serial: false,
  changesFiles: false,
  parse: (input) =>
    parseInput(input, (fields) => {
      const around = fields.optionalNumber(['-C', 'context'], 0) ?? 0;
      const numbered = fields.optionalNumber(['head_limit', 'headLimit'], 0);
      return {
        ...compile(fields.nonEmptyText('pattern'), fields.flag('-i')),
        path: fields.optionalText('path') ?? '.',
        glob: fields.optionalText('glob'),
        mode: fields.oneOf('output_mode', ['content', 'files_with_matches', 'count'], 'files_with_matches'),
        numbered: fields.flagOr(true, '-n'),
        before: Math.min(fields.optionalNumber(['-B'], 0) ?? around, 1_000),
        after: Math.min(fields.optionalNumber(['-A'], 0) ?? around, 1_000),
        headLimit: numbered === 0 ? null : numbered,
      };
    }),
  async run(input, context) {
    const { guest, profile, profileContext, out, clock } = context;
    const root = absolutePath(input.path, profileContext.workspace, profileContext.home);
    const stat = await guest.fs.stat(root).catch(() => null);
    if (stat === null) {
      return refused({ code: 'ENOENT', phase: 'run', message: `${root} does not exist.` });
    }
    const { skip, below } = skippedFolders(profile, profileContext, root);
    const walk =
      stat.kind === 'directory'
        ? await guest.fs.walk(root, { limit: maxWalkedPaths, skip })
        : { entries: [{ path: root, kind: 'file', size: stat.size, mtimeMs: stat.mtimeMs }], complete: true };
    const wanted = await fileFilter(input.glob, root);
    const files = walk.entries.filter((entry) => entry.kind === 'file' && wanted(entry.path));
    const startedAtMs = clock();
    const countOnly = input.mode !== 'content';
    const lineBudget = Math.min(input.headLimit ?? maxLines, maxLines);
    const { source, flags, before, after } = input;
    const hits: FileHit[] = [];
    let matcher = context.createMatcher();
    let [binary, slow, kept] = [0, 0, 0];
    let { complete } = walk;
    try {
      for (const { path, mtimeMs } of files) {
        if (clock() - startedAtMs > maxSearchMs || context.stop.aborted) {
          complete = false;
          break;
        }
        const options = { source, flags, before, after, countOnly, maxLines: Math.max(0, lineBudget - kept) };
        const scanned = await scanFile(guest.fs, path, matcher, options, context).catch(() => null);
        if (scanned?.kind === 'binary') binary += 1;
        else if (scanned?.kind === 'done' && scanned.result.matches > 0) {
          hits.push({ path, mtimeMs, result: scanned.result });
          kept += scanned.result.lines.length;
        } else if (scanned?.kind !== 'done') {
          // A file that is gone or cannot be read, or a pattern that did not come back: its worker is given up.
          complete = false;
          if (scanned !== null) {
            slow += 1;
            matcher.dispose();
            if (slow > 3) break;
            matcher = context.createMatcher();
          }
        }
      }
    } finally {
      matcher.dispose();
    }
    if (context.stop.aborted) return stopped(stopReasonOf(context.stop));
    const lines = outputLines(hits, input, stat.kind === 'directory');
    const shown = input.headLimit === null ? lines : lines.slice(0, input.headLimit);
    await out.write(shown.map((line) => `${line}\n`).join(''));
    const sum = (value: (result: ScanResult) => number) =>
      hits.reduce((total, hit) => total + value(hit.result), 0);
    const inLongLines = sum((result) => result.matchesInLongLines);
    const notes: Note[] = [];
    if (binary > 0) notes.push({ code: 'binary-files-skipped', data: { files: binary } });
    if (slow > 0) notes.push({ code: 'pattern-too-slow', data: { files: slow } });
    if (inLongLines > 0) notes.push({ code: 'matches-in-long-lines', data: { matches: inLongLines } });
    return done(
      {
        kind: 'grep',
        mode: input.mode,
        matches: sum((result) => result.matches),
        files: hits.length,
        omittedLines: lines.length - shown.length + sum((result) => result.omittedLines),
        windowedLines: sum((result) => result.lines.filter((line) => line.isWindow).length),
        skippedFolders: below,
        complete,
      },
      notes,
    );
  },
};

/** As ripgrep's `-g`: a pattern without a slash matches the name in any folder. */
async function fileFilter(glob: string | null, root: string): Promise<(path: string) => boolean> {
  if (glob === null || glob === '') return () => true;
  const matches = await globMatcher(glob, { basename: !glob.includes('/') });
  const prefix = root === '/' ? 1 : root.length + 1;
  return (path) => matches(path.slice(prefix) || path);
}
