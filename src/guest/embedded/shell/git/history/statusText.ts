import type { GitCall } from '../base/gitCall.ts';
import { relativeTo, shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { type FileChange, pathOf } from '../diff/changes.ts';
import type { GitIndex } from '../index/gitIndex.ts';
import { progressOf } from './progressText.ts';
import {
  detachedWords,
  type Tracking,
  trackingOf,
  trackingWords,
  type UntrackedMode,
  type WorkState,
} from './state.ts';

const labels: Readonly<Record<FileChange['status'], string>> = {
  A: 'new file:   ',
  M: 'modified:   ',
  D: 'deleted:    ',
  R: 'renamed:    ',
  T: 'typechange: ',
  U: 'unmerged:   ',
};

/** Two letters for a path in conflict, by the stages that there are. */
export function conflictCode(index: GitIndex, path: string): string {
  const stages = ([1, 2, 3] as const).map((stage) => (index.get(path, stage) ? 'x' : '-')).join('');
  const codes: Readonly<Record<string, string>> = {
    'x--': 'DD',
    '-x-': 'AU',
    'xx-': 'UD',
    '--x': 'UA',
    'x-x': 'DU',
    '-xx': 'AA',
  };
  return codes[stages] ?? 'UU';
}

const conflictLabels: Readonly<Record<string, string>> = {
  DD: 'both deleted:    ',
  AU: 'added by us:     ',
  UD: 'deleted by them: ',
  UA: 'added by them:   ',
  DU: 'deleted by us:   ',
  AA: 'both added:      ',
  UU: 'both modified:   ',
};

export interface StatusText {
  readonly text: string;
  /** Something would go into a commit. */
  readonly committable: boolean;
}

/** The long form, as `git status` prints it and `git commit` where there is nothing to commit. */
export async function longStatus(
  git: GitCall,
  repo: Repo,
  state: WorkState,
  mode: UntrackedMode,
  options: { readonly showsIgnored?: boolean; readonly isAmending?: boolean } = {},
): Promise<StatusText> {
  const { showsIgnored = false, isAmending = false } = options;
  const { head, staged, unstaged, conflicts, index } = state;
  const named = (path: string) => shownPath(relativeTo(repo.prefix, path) || './');
  const nameOf = (change: FileChange) =>
    change.status === 'R'
      ? `${named(change.old!.path)} -> ${named(change.now!.path)}`
      : named(pathOf(change));
  const progress = await progressOf(git, repo, conflicts.length > 0);
  let text = progress.head ?? `On branch ${head.branch}\n`;
  if (progress.head === null && head.branch === null)
    text = `${(await detachedWords(git, repo, head.oid!)) ?? 'Not currently on any branch.'}\n`;
  const tracking = await trackingOf(git, repo, head.branch);
  if (tracking) text += `${trackingWords(tracking)}\n`;
  if (head.oid === null) text += '\nNo commits yet\n\n';
  text += progress.text;
  const merging = (await git.textOf(`${repo.gitDir}/MERGE_HEAD`)) !== null;
  if (staged.length > 0) {
    const hint = head.oid === null ? 'git rm --cached <file>...' : 'git restore --staged <file>...';
    text += `Changes to be committed:\n${progress.waitsForCommit ? '' : `  (use "${hint}" to unstage)\n`}`;
    text += `${staged.map((change) => `\t${labels[change.status]}${nameOf(change)}\n`).join('')}\n`;
  }
  if (conflicts.length > 0) {
    const codes = conflicts.map((path) => conflictCode(index, path));
    const removes = codes.some((code) => code.includes('D'));
    const unstage = progress.waitsForCommit ? '' : '  (use "git restore --staged <file>..." to unstage)\n';
    text += `Unmerged paths:\n${unstage}  (use "git add${removes ? '/rm' : ''} <file>..." ${removes ? 'as appropriate ' : ''}to mark resolution)\n`;
    text += `${conflicts.map((path, at) => `\t${conflictLabels[codes[at]!]}${named(path)}\n`).join('')}\n`;
  }
  if (unstaged.length > 0) {
    const removes = unstaged.some(({ status }) => status === 'D');
    text += `Changes not staged for commit:\n  (use "git add${removes ? '/rm' : ''} <file>..." to update what will be committed)\n  (use "git restore <file>..." to discard changes in working directory)\n`;
    text += `${unstaged.map((change) => `\t${labels[change.status]}${nameOf(change)}\n`).join('')}\n`;
  }
  const { untracked, ignored } = state;
  if (untracked.length > 0) {
    text += `Untracked files:\n  (use "git add <file>..." to include in what will be committed)\n${untracked.map((path) => `\t${named(path)}\n`).join('')}\n`;
  }
  if (showsIgnored && ignored.length > 0) {
    text += `Ignored files:\n  (use "git add -f <file>..." to include in what will be committed)\n${ignored.map((path) => `\t${named(path)}\n`).join('')}\n`;
  }
  if (mode === 'no' && (staged.length > 0 || unstaged.length > 0)) {
    text += 'Untracked files not listed (use -u option to show untracked files)\n';
  }
  const committable = staged.length > 0 || (merging && conflicts.length === 0);
  return {
    text: committable ? text : text + (isAmending ? 'No changes\n' : closing(state, mode)),
    committable,
  };
}

function closing({ head, unstaged, conflicts, untracked }: WorkState, mode: UntrackedMode): string {
  if (unstaged.length > 0 || conflicts.length > 0) {
    return 'no changes added to commit (use "git add" and/or "git commit -a")\n';
  }
  if (untracked.length > 0) {
    return 'nothing added to commit but untracked files present (use "git add" to track)\n';
  }
  if (head.oid === null) return 'nothing to commit (create/copy files and use "git add" to track)\n';
  if (mode === 'no') return 'nothing to commit (use -u to show untracked files)\n';
  return 'nothing to commit, working tree clean\n';
}

interface ShortOptions {
  readonly branch: boolean;
  /** Paths from the root and no surprises, for scripts. */
  readonly porcelain: boolean;
  readonly zero: boolean;
  readonly ignored: boolean;
}

export async function shortStatus(
  git: GitCall,
  repo: Repo,
  state: WorkState,
  options: ShortOptions,
): Promise<string> {
  const end = options.zero ? '\0' : '\n';
  const named = (path: string) => {
    if (options.zero) return path;
    return shownPath(options.porcelain ? path : relativeTo(repo.prefix, path) || './', true);
  };
  const rows = new Map<string, { x: string; y: string; from: string | null }>();
  const row = (path: string) => {
    const known = rows.get(path) ?? { x: ' ', y: ' ', from: null };
    rows.set(path, known);
    return known;
  };
  for (const change of state.staged) {
    const at = row(pathOf(change));
    at.x = change.status;
    if (change.status === 'R') at.from = change.old!.path;
  }
  for (const change of state.unstaged) row(pathOf(change)).y = change.status;
  for (const path of state.conflicts) {
    const code = conflictCode(state.index, path);
    Object.assign(row(path), { x: code[0], y: code[1] });
  }
  let text = options.branch ? `## ${await branchWords(git, repo, state)}${end}` : '';
  for (const [path, { x, y, from }] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (from === null) text += `${x}${y} ${named(path)}${end}`;
    else text += options.zero ? `${x}${y} ${path}\0${from}\0` : `${x}${y} ${named(from)} -> ${named(path)}\n`;
  }
  for (const path of state.untracked) text += `?? ${named(path)}${end}`;
  if (options.ignored) for (const path of state.ignored) text += `!! ${named(path)}${end}`;
  return text;
}

async function branchWords(git: GitCall, repo: Repo, { head }: WorkState): Promise<string> {
  if (head.branch === null) return 'HEAD (no branch)';
  if (head.oid === null) return `No commits yet on ${head.branch}`;
  const tracking = await trackingOf(git, repo, head.branch);
  return tracking ? `${head.branch}...${tracking.upstream.shown}${counts(tracking)}` : head.branch;
}

function counts({ ahead, behind }: Tracking): string {
  if (ahead === null) return ' [gone]';
  const parts = [...(ahead > 0 ? [`ahead ${ahead}`] : []), ...(behind > 0 ? [`behind ${behind}`] : [])];
  return parts.length > 0 ? ` [${parts.join(', ')}]` : '';
}
