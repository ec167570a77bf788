import type { GitCall } from '../base/gitCall.ts';
import type { Repo } from '../base/repository.ts';
import { workTrees } from './linked.ts';

/** `git worktree repair [PATH]…`: lets work trees and their repository find each other again, where one was moved by hand. */
export async function repair(git: GitCall, repo: Repo, words: readonly string[]): Promise<number> {
  const { files } = git.program;
  const write = (path: string, text: string) => files.writeFile(path, new TextEncoder().encode(text));
  const folder = `${repo.commonDir}/worktrees/`;
  let exitCode = 0;
  for (const word of words) {
    const path = git.resolve(word);
    if (`${path}/.git` === repo.commonDir) continue;
    const text = await git.textOf(`${path}/.git`);
    const admin = /^gitdir: (.*)/.exec(text ?? '')?.[1]?.trim();
    if (admin === undefined || !admin.startsWith(folder)) {
      const why = text === null ? 'broken' : 'does not reference a repository';
      await git.warn(`error: unable to locate repository; .git file ${why}: ${path}/.git\n`);
      exitCode = 1;
    } else if ((await git.textOf(`${admin}/gitdir`))?.trim() !== `${path}/.git`) {
      await git.warn(`repair: gitdir incorrect: ${admin}/gitdir\n`);
      await write(`${admin}/gitdir`, `${path}/.git\n`);
    }
  }
  for (const { id, path } of await workTrees(git, repo)) {
    const isThere = await files.stat(path).then(
      ({ kind }) => kind === 'directory',
      () => false,
    );
    if (id === null || !isThere) continue;
    const said = (await git.textOf(`${path}/.git`))?.trim();
    if (said === `gitdir: ${folder}${id}`) continue;
    await git.warn(`repair: .git file ${said === undefined ? 'broken' : 'incorrect'}: ${path}\n`);
    await write(`${path}/.git`, `gitdir: ${folder}${id}\n`);
  }
  return exitCode;
}
