import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import { subjectOf } from '../base/people.ts';
import { allRefs } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText } from '../base/stateFiles.ts';

/** What is known of a search under way, in the files and refs in which git itself keeps it. */
export interface BisectState {
  /** The branch, or the commit, from which it was started. */
  readonly start: string;
  readonly bad: string | null;
  readonly good: readonly string[];
  readonly skipped: readonly string[];
  readonly terms: Terms;
  /** Only commits that touch these are looked at. */
  readonly paths: readonly string[];
}

/** What the new and the old state are called. */
export interface Terms {
  readonly bad: string;
  readonly good: string;
}

export const usualTerms: Terms = { bad: 'bad', good: 'good' };

const files = [
  'BISECT_START',
  'BISECT_LOG',
  'BISECT_TERMS',
  'BISECT_NAMES',
  'BISECT_EXPECTED_REV',
  'BISECT_ANCESTORS_OK',
  'BISECT_RUN',
];

export async function readBisect(git: GitCall, repo: Repo): Promise<BisectState | null> {
  const start = await stateText(git, repo, 'BISECT_START');
  if (start === null) return null;
  const [bad, good] = ((await stateText(git, repo, 'BISECT_TERMS')) ?? '').split('\n');
  const terms = bad && good ? { bad, good } : usualTerms;
  const marks = (await allRefs(repo)).filter(([ref]) => ref.startsWith('refs/bisect/'));
  const marked = (name: string) =>
    marks.filter(([ref]) => ref.startsWith(`refs/bisect/${name}-`)).map(([, oid]) => oid);
  const names = (await stateText(git, repo, 'BISECT_NAMES')) ?? '';
  return {
    start,
    terms,
    bad: marks.find(([ref]) => ref === `refs/bisect/${terms.bad}`)?.[1] ?? null,
    good: marked(terms.good),
    skipped: marked('skip'),
    paths: Array.from(names.matchAll(/'([^']*)'/g), ([, path = '']) => path),
  };
}

export async function forgetBisect(repo: Repo): Promise<void> {
  await removeState(repo, ...files, 'refs/bisect');
}

export async function appendLog(repo: Repo, text: string): Promise<void> {
  await repo.files.appendFile(`${repo.gitDir}/BISECT_LOG`, new TextEncoder().encode(text));
}

/** `[oid] subject` */
export async function bracketed(repo: Repo, oid: string): Promise<string> {
  return `[${oid}] ${subjectOf((await readCommit(repo, oid)).message)}`;
}

/** A word as a shell would need it, in git's way: an exclamation mark outside of the quotes too. */
export function quotedWord(word: string): string {
  return `'${word.replace(/['!]/g, (unit) => `'\\${unit}'`)}'`;
}
