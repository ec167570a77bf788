import type { GitCall } from './gitCall.ts';
import type { Repo } from './repository.ts';

/** A word as a shell reads it back. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * Runs a hook of the repository with its output on standard error, as git does, and with `input` to read. True where it
 * is absent or content.
 */
export async function runHook(
  git: GitCall,
  repo: Repo,
  name: string,
  args: readonly string[] = [],
  input: string | null = null,
): Promise<boolean> {
  const folder = (await git.config('core.hooksPath')) ?? `${repo.gitDir}/hooks`;
  const path = `${folder.startsWith('/') ? folder : `${repo.root}/${folder}`}/${name}`;
  let mode: number;
  try {
    mode = (await repo.files.stat(path)).mode;
  } catch {
    return true;
  }
  if ((mode & 0o111) === 0) {
    await git.warn(
      `hint: The '${path.startsWith(`${repo.root}/`) ? path.slice(repo.root.length + 1) : path}' hook was ignored because it's not set as executable.\nhint: You can disable this warning with \`git config advice.ignoredHook false\`.\n`,
    );
    return true;
  }
  await git.flush();
  const words = [path, ...args].map(quoted).join(' ');
  const fed = input === null ? '' : `printf %s ${quoted(input)} | `;
  const env = { ...git.env, GIT_DIR: repo.gitDir === `${repo.root}/.git` ? '.git' : repo.gitDir };
  return (await git.program.shell(`${fed}${words} 1>&2`, { cwd: repo.root, env })) === 0;
}
