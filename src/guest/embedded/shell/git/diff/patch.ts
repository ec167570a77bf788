import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { isBinary, unitsFromBytes, unitsFromText } from '../base/text.ts';
import { shortOid } from '../history/abbreviations.ts';
import { contentOf, type FileChange, pathOf } from './changes.ts';
import { combinedPatch } from './combined.ts';
import { editsBetween, linesOf, unifiedHunks, type Whitespace } from './hunks.ts';
import { type WordStyle, withWords } from './wordDiff.ts';

export interface PatchOptions {
  readonly context: number;
  readonly whitespace: Whitespace;
  /** Usually `a/` and `b/`. */
  readonly prefixes: readonly [string, string];
  /** Marks words instead of lines. */
  readonly words?: { readonly style: WordStyle; readonly pattern: RegExp | null } | undefined;
  readonly fullIndex: boolean;
}

export const plainPatch: PatchOptions = {
  context: 3,
  whitespace: 'exact',
  prefixes: ['a/', 'b/'],
  fullIndex: false,
};

const noOid = '0000000';

/** One file of a patch, in units; empty where nothing is left to show. */
export async function patchOf(repo: Repo, change: FileChange, options: PatchOptions): Promise<string> {
  if (change.status === 'U') {
    const { sides } = change;
    const path = pathOf(change);
    if (sides?.parents.length === 2) return combinedPatch(repo, path, sides.parents, sides.result);
    return unitsFromText(`* Unmerged path ${shownPath(path)}\n`);
  }
  if (change.status === 'T') {
    const gone = await patchOf(repo, { status: 'D', old: change.old, now: null }, options);
    return gone + (await patchOf(repo, { status: 'A', old: null, now: change.now }, options));
  }
  const { old, now } = change;
  const oldPath = (old ?? now)!.path;
  const nowPath = (now ?? old)!.path;
  const a = (path: string) => shownPath(options.prefixes[0] + path);
  const b = (path: string) => shownPath(options.prefixes[1] + path);
  const lines = [`diff --git ${a(oldPath)} ${b(nowPath)}`];
  if (!old) lines.push(`new file mode ${now?.mode}`);
  else if (!now) lines.push(`deleted file mode ${old.mode}`);
  else if (old.mode !== now.mode) lines.push(`old mode ${old.mode}`, `new mode ${now.mode}`);
  if (change.status === 'R') {
    lines.push(
      `similarity index ${change.likeness}%`,
      `rename from ${shownPath(oldPath)}`,
      `rename to ${shownPath(nowPath)}`,
    );
  }
  const header = () => unitsFromText(`${lines.join('\n')}\n`);
  if (old && now && old.oid === now.oid) return header();
  const short = async (oid: string | undefined) =>
    oid === undefined
      ? options.fullIndex
        ? '0'.repeat(40)
        : noOid
      : options.fullIndex
        ? oid
        : shortOid(repo, oid);
  const mode = old && now && old.mode === now.mode ? ` ${now.mode}` : '';
  lines.push(`index ${await short(old?.oid)}..${await short(now?.oid)}${mode}`);

  const [oldBytes, nowBytes] = await Promise.all([contentOf(repo, old), contentOf(repo, now)]);
  const oldName = old ? a(oldPath) : '/dev/null';
  const nowName = now ? b(nowPath) : '/dev/null';
  if (isBinary(oldBytes) || isBinary(nowBytes)) {
    return header() + unitsFromText(`Binary files ${oldName} and ${nowName} differ\n`);
  }
  const oldLines = linesOf(unitsFromBytes(oldBytes));
  const nowLines = linesOf(unitsFromBytes(nowBytes));
  const edits = editsBetween(oldLines, nowLines, options.whitespace);
  if (edits.length === 0) {
    // Only white space that does not count changed.
    const shows = !old || !now || old.mode !== now.mode || change.status === 'R';
    return shows ? header() : '';
  }
  const tab = (name: string) => (name.includes(' ') ? `${name}\t` : name);
  const hunks = unifiedHunks(oldLines, nowLines, edits, options.context);
  const { words } = options;
  const names = unitsFromText(`--- ${tab(oldName)}\n+++ ${tab(nowName)}\n`);
  return header() + names + (words ? withWords(hunks, words.style, words.pattern) : hunks);
}
