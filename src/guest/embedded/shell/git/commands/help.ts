import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';

const about: readonly (readonly [title: string, commands: readonly (readonly [string, string])[]])[] = [
  [
    'start a working area',
    [
      ['clone', 'Clone a repository into a new directory'],
      ['init', 'Create an empty Git repository or reinitialize an existing one'],
    ],
  ],
  [
    'work on the current change',
    [
      ['add', 'Add file contents to the index'],
      ['mv', 'Move or rename a file, a directory, or a symlink'],
      ['restore', 'Restore working tree files'],
      ['rm', 'Remove files from the working tree and from the index'],
    ],
  ],
  [
    'examine the history and state',
    [
      ['blame', 'Show what revision and author last modified each line of a file'],
      ['diff', 'Show changes between commits, commit and working tree, etc'],
      ['log', 'Show commit logs'],
      ['show', 'Show various types of objects'],
      ['status', 'Show the working tree status'],
    ],
  ],
  [
    'grow, mark and tweak your common history',
    [
      ['branch', 'List, create, or delete branches'],
      ['commit', 'Record changes to the repository'],
      ['merge', 'Join two or more development histories together'],
      ['rebase', 'Reapply commits on top of another base tip'],
      ['reset', 'Reset current HEAD to the specified state'],
      ['switch', 'Switch branches'],
      ['tag', 'Create, list, delete or verify a tag object'],
    ],
  ],
  [
    'collaborate, with folders of this guest, and over http(s) with hosts that the user allowed',
    [
      ['fetch', 'Download objects and refs from another repository'],
      ['pull', 'Fetch from and integrate with another repository'],
      ['push', 'Update remote refs along with associated objects'],
    ],
  ],
];

/** Commands of git that are missing, and what does the same here. */
const missing: Readonly<Record<string, string>> = {
  submodule: 'clone the other repository into a folder of its own',
  'filter-branch': 'make the commits anew with git rebase',
  'fast-export': 'clone or copy the repository',
  bundle: 'clone into a folder, or copy .git',
};

export async function version(git: GitCall): Promise<number> {
  git.print('git version 2.39.5 (spillway guest)\n');
  return 0;
}

export async function help(git: GitCall, args: readonly string[]): Promise<number> {
  const [name] = args;
  const known = about.flatMap(([, commands]) => commands).find(([each]) => each === name);
  if (name !== undefined && !name.startsWith('-')) {
    if (known)
      git.print(
        `git-${name} - ${known[1]}\n\nThere are no manual pages in this guest; see https://git-scm.com/docs/git-${name}\n`,
      );
    else git.print(`There are no manual pages in this guest; see https://git-scm.com/docs/git-${name}\n`);
    return 0;
  }
  git.print(
    'usage: git [-v | --version] [-h | --help] [-C <path>] [-c <name>=<value>]\n           [--no-pager] [--git-dir=<path>] [--work-tree=<path>] <command> [<args>]\n',
  );
  git.print("\nThese are common Git commands, as far as this guest's git has them:\n");
  for (const [title, commands] of about) {
    git.print(`\n${title}\n`);
    for (const [command, words] of commands) git.print(`   ${command.padEnd(9)} ${words}\n`);
  }
  git.print('\nNot here: submodule, signing, ssh.\n');
  return 0;
}

/** Says what to do instead of a command that git has and this guest has not; null for a name that git lacks too. */
export function notHere(name: string): never | null {
  const instead = missing[name];
  if (instead === undefined) return null;
  throw new GitFailure(`git: '${name}' is not in this guest's git; ${instead}.\n`, 1);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_each, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

export function unknownCommand(name: string, known: readonly string[]): never {
  const near = known.map((each) => ({ each, far: distance(name, each) })).sort((a, b) => a.far - b.far);
  const best = near.filter(
    ({ far }) => far === near[0]?.far && far <= Math.max(1, Math.floor(name.length / 3)),
  );
  const list = best.map(({ each }) => `\t${each}\n`).join('');
  const hint = list === '' ? '' : `\nThe most similar command${best.length === 1 ? ' is' : 's are'}\n${list}`;
  throw new GitFailure(`git: '${name}' is not a git command. See 'git --help'.\n${hint}`, 1);
}
