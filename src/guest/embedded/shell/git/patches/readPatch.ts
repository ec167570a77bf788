import { isBelow, nameOf, stripped } from '../../commands/extra/patch/names.ts';
import { type FilePatch, PatchParser, reversed } from '../../commands/extra/patch/parse.ts';
import { GitFailure } from '../base/failure.ts';
import type { GivenOptions } from '../base/options.ts';

/** The patches of files that a text holds; dies in git's words where one is broken. */
export function patchesIn(text: string, isReverse: boolean): FilePatch[] {
  const parser = new PatchParser(text);
  const found: FilePatch[] = [];
  for (let patch = parser.next(); patch; patch = parser.next()) {
    if (patch.kind !== 'unified') continue;
    found.push(isReverse ? turned(patch) : patch);
  }
  if (parser.malformed) throw new GitFailure(`error: corrupt patch at line ${parser.malformed.line}\n`, 128);
  return found;
}

function turned(patch: FilePatch): FilePatch {
  const creates = isCreated(patch);
  const names: Readonly<Record<string, string>> = {
    'old mode': 'new mode',
    'new mode': 'old mode',
    'new file mode': 'deleted file mode',
    'deleted file mode': 'new file mode',
  };
  const lead = patch.lead.map((line) =>
    line.replace(/^(?:old mode|new mode|new file mode|deleted file mode)/, (name) => names[name] ?? name),
  );
  return {
    ...patch,
    oldHeader: patch.newHeader,
    newHeader: patch.oldHeader,
    renameFrom: patch.renameTo,
    renameTo: patch.renameFrom,
    deletes: creates,
    newMode: creates ? null : patch.newMode,
    lead,
    hunks: patch.hunks.map(reversed),
  };
}

function isCreated({ lead, oldHeader }: FilePatch): boolean {
  return (
    lead.some((line) => line.startsWith('new file mode ')) ||
    (oldHeader !== null && nameOf(oldHeader) === null)
  );
}

/** The two names of a patch below the root; null for a file that is not there. */
export function pathsOf(patch: FilePatch, given: GivenOptions): [string | null, string | null] {
  const count = Number(given.value('p') ?? 1);
  const below = (name: string | null, strips = count): string | null => {
    const path = stripped(name, strips);
    if (path === null) return null;
    const folder = given.value('directory');
    const all = `${folder === undefined ? '' : `${folder.replace(/\/$/, '')}/`}${path}`;
    if (!isBelow(all)) throw new GitFailure(`error: invalid path '${all}'\n`, 128);
    return all;
  };
  if (patch.renameFrom !== null && patch.renameTo !== null)
    return [below(patch.renameFrom, 0), below(patch.renameTo, 0)];
  const named = /^diff --git (?:"?)a\/(.*?)"? "?b\/(.*?)"?$/.exec(
    patch.lead.findLast((line) => line.startsWith('diff --git ')) ?? '',
  );
  const old = patch.oldHeader === null ? (named ? `a/${named[1]}` : null) : nameOf(patch.oldHeader);
  const now = patch.newHeader === null ? (named ? `b/${named[2]}` : null) : nameOf(patch.newHeader);
  const oldPath = isCreated(patch) ? null : below(old ?? now);
  const newPath = patch.deletes || (patch.newHeader !== null && now === null) ? null : below(now ?? old);
  return [oldPath, newPath];
}

/** The mode that a patch gives its file; null where it says nothing of it. */
export function modeIn(patch: FilePatch): string | null {
  const line = patch.lead.find((each) => /^(?:new|new file) mode /.test(each));
  if (line) return line.slice(-6);
  return patch.newMode === null ? null : (patch.newMode & 0o100) !== 0 ? '100755' : '100644';
}
