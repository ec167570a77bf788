import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { peel, readCommit } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { allRefs, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { globSource } from '../index/glob.ts';
import { commitOf, parentsWord } from './revisions.ts';
import { mergeBases } from './walk.ts';

/** Words for an `OptionTable` of what walks history: where it starts and what it leaves out. */
export const endWords =
  'not all branches=? tags=? remotes=? glob= exclude= not-all not-branches=? not-tags=? not-remotes=? not-glob=';

const kinds = {
  all: 'refs/',
  branches: 'refs/heads/',
  tags: 'refs/tags/',
  remotes: 'refs/remotes/',
  glob: '',
};

/** The starts of a walk, by the word that named each, and what it must not reach. */
export interface WalkEnds {
  readonly included: string[];
  readonly excluded: string[];
  /** The word that a start was named by, as `--source` and `%S` tell it. */
  readonly sources: ReadonlyMap<string, string>;
}

export async function walkEnds(
  git: GitCall,
  repo: Repo,
  revisions: readonly string[],
  given: GivenOptions,
): Promise<WalkEnds> {
  const included = new Map<string, string>();
  const excluded: string[] = [];
  const start = (oid: string, word: string) => {
    if (!included.has(oid)) included.set(oid, word);
  };
  for (const word of revisions) {
    const range = /^(\^?)(.*?)(\.\.\.?)(.*)$/.exec(word);
    const parents = parentsWord(word);
    if (range) {
      const left = await commitOf(git, repo, range[2] || 'HEAD');
      const right = await commitOf(git, repo, range[4] || 'HEAD');
      if (range[3] === '...') {
        start(left, range[2] || 'HEAD');
        start(right, range[4] || 'HEAD');
        excluded.push(...(await mergeBases(repo, [left, right])));
      } else if (range[1] === '^') {
        excluded.push(right);
        start(left, range[2] || 'HEAD');
      } else {
        start(right, range[4] || 'HEAD');
        excluded.push(left);
      }
    } else if (parents) {
      const { oid, parents: all } = await readCommit(repo, await commitOf(git, repo, parents.name));
      if (parents.kind === '@') for (const parent of all) start(parent, word);
      else {
        start(oid, word);
        excluded.push(...(parents.kind === '!' ? all : all.slice(parents.number - 1, parents.number)));
      }
    } else if (word.startsWith('^')) excluded.push(await commitOf(git, repo, word.slice(1)));
    else start(await commitOf(git, repo, word), word);
  }
  const named = await refsGiven(repo, given, '');
  for (const [ref, oid] of named) start(oid, ref);
  excluded.push(...(await refsGiven(repo, given, 'not-')).map(([, oid]) => oid));
  const asksForRefs = Object.keys(kinds).some((key) => given.has(key));
  if (included.size === 0 && !asksForRefs) {
    const head = await readHead(repo);
    if (head.oid === null) die(`your current branch '${head.branch}' does not have any commits yet`);
    start(head.oid, 'HEAD');
  }
  return { included: [...included.keys()], excluded, sources: included };
}

/** The commits of the refs that `--all`, `--branches=PATTERN` and the like name, with HEAD's for `--all`. */
async function refsGiven(
  repo: Repo,
  given: GivenOptions,
  sign: '' | 'not-',
): Promise<(readonly [ref: string, oid: string])[]> {
  const keys = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((key) => given.has(`${sign}${key}`));
  if (keys.length === 0) return [];
  const matchers = keys.flatMap((key) =>
    given.values(`${sign}${key}`).map((pattern) => refMatcher(kinds[key], pattern)),
  );
  const left = given
    .values('exclude')
    .flatMap((pattern) =>
      ['', 'refs/', ...Object.values(kinds)].map((kind) => refMatcher(kind, pattern, '')),
    );
  const found: (readonly [string, string])[] = [];
  for (const [ref, oid] of await allRefs(repo)) {
    if (!matchers.some((matches) => matches(ref)) || left.some((matches) => matches(ref))) continue;
    const { oid: commit, object } = await peel(repo, oid);
    if (object.type === 'commit') found.push([ref, commit]);
  }
  const head = keys.includes('all') ? (await readHead(repo)).oid : null;
  return head === null ? found : [...found, ['HEAD', head]];
}

/** Whether a ref is below `kind` and matches a pattern there; one without a glob names a folder. */
function refMatcher(kind: string, pattern: string, below = '/*'): (ref: string) => boolean {
  if (pattern === '') return (ref) => ref.startsWith(kind);
  const whole = kind === '' && !pattern.startsWith('refs/') ? `refs/${pattern}` : `${kind}${pattern}`;
  const regexp = new RegExp(`^${globSource(/[*?[]/.test(pattern) ? whole : `${whole}${below}`, true)}$`);
  return (ref) => regexp.test(ref);
}
