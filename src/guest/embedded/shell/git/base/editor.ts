import type { GitCall } from './gitCall.ts';
import type { Repo } from './repository.ts';
import { writeState } from './stateFiles.ts';

/** The editor that a person (or a script) named; null where there is none, since this guest has none of its own. */
async function editorOf(git: GitCall, isSequence: boolean): Promise<string | null> {
  const { env } = git;
  const sequence = isSequence
    ? (env.GIT_SEQUENCE_EDITOR ?? (await git.config('sequence.editor')))
    : undefined;
  return sequence ?? env.GIT_EDITOR ?? (await git.config('core.editor')) ?? env.VISUAL ?? env.EDITOR ?? null;
}

/** What git says where no editor is named and the terminal can show none. */
export const noEditor = 'error: Terminal is dumb, but EDITOR unset\n';

/**
 * Has a text edited in `.git/FILE`, as `GIT_EDITOR='sed -i …' git commit` does. Null where no editor is named or where
 * it failed.
 */
export async function edited(
  git: GitCall,
  repo: Repo,
  file: string,
  text: string,
  isSequence = false,
): Promise<string | null> {
  const editor = await editorOf(git, isSequence);
  if (editor === null) return null;
  const path = `${repo.gitDir}/${file}`;
  await writeState(repo, file, text);
  if (editor === ':' || editor === 'true') return text;
  await git.flush();
  const script = `${editor} '${path.replaceAll("'", "'\\''")}'`;
  const exitCode = await git.program.shell(script, { cwd: repo.root, env: git.env });
  return exitCode === 0 ? await git.textOf(path) : null;
}
