import type { GitCall } from '../base/gitCall.ts';
import { zeroOid } from '../base/objects.ts';
import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { type FileChange, pathOf } from '../diff/changes.ts';
import { trackingOf, type WorkState } from './state.ts';
import { conflictCode } from './statusText.ts';

/** `git status --porcelain=v2`. */
export async function statusForScripts(
  git: GitCall,
  repo: Repo,
  state: WorkState,
  showsBranch: boolean,
  showsIgnored: boolean,
): Promise<string> {
  const { head, headTree, index, staged, unstaged, conflicts } = state;
  let text = '';
  if (showsBranch) {
    text += `# branch.oid ${head.oid ?? '(initial)'}\n# branch.head ${head.branch ?? '(detached)'}\n`;
    const tracking = await trackingOf(git, repo, head.branch);
    if (tracking) text += `# branch.upstream ${tracking.upstream.shown}\n`;
    if (tracking?.ahead != null) text += `# branch.ab +${tracking.ahead} -${tracking.behind}\n`;
  }
  const rows = new Map<string, { staged?: FileChange; unstaged?: FileChange }>();
  for (const change of staged) rows.set(pathOf(change), { staged: change });
  for (const change of unstaged) rows.set(pathOf(change), { ...rows.get(pathOf(change)), unstaged: change });
  for (const [path, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const x = row.staged?.status ?? '.';
    const y = row.unstaged?.status ?? '.';
    const from = row.staged?.status === 'R' ? (row.staged.old?.path ?? path) : path;
    const [inHead, inIndex] = [headTree.get(from), index.get(path)];
    const now = row.unstaged ? (row.unstaged.now?.mode ?? '000000') : (inIndex?.mode ?? '000000');
    const facts = `N... ${inHead?.mode ?? '000000'} ${inIndex?.mode ?? '000000'} ${now} ${inHead?.oid ?? zeroOid} ${inIndex?.oid ?? zeroOid}`;
    if (from === path) text += `1 ${x}${y} ${facts} ${shownPath(path)}\n`;
    else text += `2 ${x}${y} ${facts} R${row.staged?.likeness} ${shownPath(path)}\t${shownPath(from)}\n`;
  }
  for (const path of conflicts) {
    const stages = ([1, 2, 3] as const).map((stage) => index.get(path, stage));
    const modes = stages.map((entry) => entry?.mode ?? '000000').join(' ');
    const now = stages[1]?.mode ?? stages[2]?.mode ?? '000000';
    const oids = stages.map((entry) => entry?.oid ?? zeroOid).join(' ');
    text += `u ${conflictCode(index, path)} N... ${modes} ${now} ${oids} ${shownPath(path)}\n`;
  }
  for (const path of state.untracked) text += `? ${shownPath(path)}\n`;
  if (showsIgnored) for (const path of state.ignored) text += `! ${shownPath(path)}\n`;
  return text;
}
