import type { GitCall } from '../base/gitCall.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText, writeState } from '../base/stateFiles.ts';

const rebaseVerbs = ['pick', 'reword', 'edit', 'squash', 'fixup', 'drop', 'exec', 'break'] as const;
type RebaseVerb = (typeof rebaseVerbs)[number];

/** One line of the list of what a rebase does; of `exec` the rest is a command. */
export interface RebaseStep {
  readonly verb: RebaseVerb;
  readonly oid: string | null;
  readonly rest: string;
}

/** A rebase under way, in the files in which git itself keeps it. */
export interface RebaseState {
  /** `refs/heads/x`, or null where HEAD was detached. */
  readonly headName: string | null;
  readonly onto: string;
  readonly origHead: string;
  readonly done: readonly RebaseStep[];
  readonly todo: readonly RebaseStep[];
}

const folder = 'rebase-merge';

export function stepLine({ verb, oid, rest }: RebaseStep): string {
  return [verb, ...(oid === null ? [] : [oid]), ...(rest === '' ? [] : [rest])].join(' ');
}

/** Null where a line is none that this guest knows. */
export function parseStep(line: string): RebaseStep | null {
  const match = /^(\w+)(?:\s+(.*))?$/.exec(line.trim());
  const word = match?.[1] ?? '';
  const verb = rebaseVerbs.find((each) => each === word || (word.length === 1 && short[each] === word));
  if (!verb) return null;
  const rest = match?.[2] ?? '';
  if (verb === 'exec' || verb === 'break') return { verb, oid: null, rest };
  const parts = /^(\S+)\s*(.*)$/.exec(rest.replace(/^-[cC]\s+/, ''));
  return parts ? { verb, oid: parts[1]!, rest: parts[2]! } : null;
}

const short: Readonly<Record<RebaseVerb, string>> = {
  pick: 'p',
  reword: 'r',
  edit: 'e',
  squash: 's',
  fixup: 'f',
  drop: 'd',
  exec: 'x',
  break: 'b',
};

function steps(text: string | null): RebaseStep[] {
  return (text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .flatMap((line) => parseStep(line) ?? []);
}

export async function readRebase(git: GitCall, repo: Repo): Promise<RebaseState | null> {
  const read = (name: string) => stateText(git, repo, `${folder}/${name}`);
  const onto = await read('onto');
  if (onto === null) return null;
  const headName = await read('head-name');
  return {
    headName: headName === 'detached HEAD' ? null : headName,
    onto,
    origHead: (await read('orig-head')) ?? onto,
    done: steps(await read('done')),
    todo: steps(await read('git-rebase-todo')),
  };
}

export async function saveRebase(repo: Repo, state: RebaseState): Promise<void> {
  const lines = (list: readonly RebaseStep[]) => list.map((step) => `${stepLine(step)}\n`).join('');
  const write = (name: string, text: string) => writeState(repo, `${folder}/${name}`, text);
  await write('head-name', `${state.headName ?? 'detached HEAD'}\n`);
  await write('onto', `${state.onto}\n`);
  await write('orig-head', `${state.origHead}\n`);
  await write('done', lines(state.done));
  await write('git-rebase-todo', lines(state.todo));
  await write('msgnum', `${state.done.length}\n`);
  await write('end', `${state.done.length + state.todo.length}\n`);
  await write('interactive', '');
}

export async function endRebase(repo: Repo): Promise<void> {
  await removeState(repo, folder, 'REBASE_HEAD', 'MERGE_MSG', 'CHERRY_PICK_HEAD');
}
