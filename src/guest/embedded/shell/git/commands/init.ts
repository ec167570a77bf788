import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { OptionTable } from '../base/options.ts';
import { parentOf } from '../base/paths.ts';
import { isValidRefName } from '../base/refs.ts';

const table = new OptionTable('init', 'q,quiet bare b,initial-branch= template= shared=? object-format=');

const branchHint = `hint: Using 'master' as the name for the initial branch. This default branch name
hint: is subject to change. To configure the initial branch name to use in all
hint: of your new repositories, which will suppress this warning, call:
hint: 
hint: \tgit config --global init.defaultBranch <name>
hint: 
hint: Names commonly chosen instead of 'master' are 'main', 'trunk' and
hint: 'development'. The just-created branch can be renamed via this command:
hint: 
hint: \tgit branch -m <name>
`;

const config = (bare: boolean) =>
  `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = ${bare}\n${bare ? '' : '\tlogallrefupdates = true\n'}`;

const exclude = `# git ls-files --others --exclude-from=.git/info/exclude
# Lines that start with '#' are comments.
# For a project mostly in C, the following would be a good set of
# exclude patterns (uncomment them if you want to use them):
# *.[oa]
# *~
`;

/** Lays out an empty repository; false where there was one. */
export async function createRepository(
  git: GitCall,
  gitDir: string,
  branch: string,
  bare: boolean,
): Promise<boolean> {
  const { files } = git.program;
  const write = (name: string, text: string) =>
    files.writeFile(`${gitDir}/${name}`, new TextEncoder().encode(text));
  for (const folder of [
    'objects/info',
    'objects/pack',
    'branches',
    'refs/heads',
    'refs/tags',
    'hooks',
    'info',
  ]) {
    await files.mkdir(`${gitDir}/${folder}`, true);
  }
  if ((await git.textOf(`${gitDir}/HEAD`)) !== null) return false;
  await write('HEAD', `ref: refs/heads/${branch}\n`);
  await write('config', config(bare));
  await write('description', "Unnamed repository; edit this file 'description' to name the repository.\n");
  await write('info/exclude', exclude);
  return true;
}

export async function init(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const root = git.resolve(given.operands[0] ?? '.');
  const bare = given.has('bare');
  const gitDir = bare ? root : `${root === '/' ? '' : root}/.git`;
  const configured = await git.config('init.defaultBranch');
  const branch = given.value('initial-branch') ?? configured ?? 'master';
  if (!isValidRefName(branch)) throw new GitFailure(`fatal: invalid initial branch name: '${branch}'\n`, 128);
  await git.program.files.mkdir(parentOf(root) || '/', true);
  const isNew = await createRepository(git, gitDir, branch, bare);
  if (isNew && !given.has('initial-branch', 'quiet') && configured === undefined) await git.warn(branchHint);
  if (!given.has('quiet')) {
    git.print(`${isNew ? 'Initialized empty' : 'Reinitialized existing'} Git repository in ${gitDir}/\n`);
  }
  return 0;
}
