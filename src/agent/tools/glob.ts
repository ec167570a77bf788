import { absolutePath, parseInput } from './inputDoor.ts';
import { globMatcher } from './search/globMatcher.ts';
import { skippedFolders } from './searchScope.ts';
import { done, refused, type Tool } from './toolPort.ts';

const maxShown = 100;
/** A walk larger than this is ended and says so. */
export const maxWalkedPaths = 200_000;
const maxPatternChars = 1_000;

export interface GlobInput {
  readonly pattern: string;
  readonly path: string;
}

/** The folder that an absolute pattern names before its first wildcard, and the rest of it. */
function splitAbsolute(pattern: string): GlobInput {
  const parts = pattern.split('/');
  const firstGlob = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part));
  const at = firstGlob === -1 ? parts.length - 1 : firstGlob;
  return { path: parts.slice(0, at).join('/') || '/', pattern: parts.slice(at).join('/') };
}

export const glob: Tool<GlobInput> = {
  name: 'glob',
  serial: false,
  changesFiles: false,
  parse: (input) =>
    parseInput(input, (fields) => {
      const pattern = fields.nonEmptyText('pattern').slice(0, maxPatternChars);
      return pattern.startsWith('/')
        ? splitAbsolute(pattern)
        : { pattern, path: fields.optionalText('path') ?? '.' };
    }),
  async run(input, { guest, profile, profileContext, out }) {
    const root = absolutePath(input.path, profileContext.workspace, profileContext.home);
    const stat = await guest.fs.stat(root).catch(() => null);
    if (stat?.kind !== 'directory') {
      const why = stat === null ? 'does not exist' : 'is not a folder';
      return refused({
        code: stat === null ? 'ENOENT' : 'ENOTDIR',
        phase: 'run',
        message: `${root} ${why}.`,
      });
    }
    const { skip } = skippedFolders(profile, profileContext, root);
    const walk = await guest.fs.walk(root, { limit: maxWalkedPaths, skip });
    const matches = await globMatcher(input.pattern);
    const prefix = root === '/' ? 1 : root.length + 1;
    const found = walk.entries.filter(
      (entry) => entry.kind !== 'directory' && matches(entry.path.slice(prefix)),
    );
    found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
    const shown = found.slice(0, maxShown);
    await out.write(shown.map((entry) => `${entry.path}\n`).join(''));
    return done({ kind: 'glob', found: found.length, shown: shown.length, complete: walk.complete });
  },
};
