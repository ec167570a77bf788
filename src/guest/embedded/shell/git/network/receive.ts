import { parseConfig } from '../base/configFile.ts';
import type { GitCall } from '../base/gitCall.ts';
import { quoted } from '../base/hooks.ts';
import { flattenTree, zeroOid } from '../base/objects.ts';
import { deleteRef, readHead, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { isAncestor } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { goFromTo, obstaclesTo } from '../index/update.ts';
import { copyObjects } from './folderObjects.ts';
import type { RefUpdate } from './remoteSide.ts';

/** What the other side says arrives in lines of its own, padded as git pads them where there is no terminal. */
const remoteLines = "sed 's/$/        /; s/^ *$//; s/^/remote: /' >&2";

const checkedOut = (ref: string) => `error: refusing to update checked out branch: ${ref}
error: By default, updating the current branch in a non-bare repository
is denied, because it will make the index and work tree inconsistent
with what you pushed, and will require 'git reset --hard' to match
the work tree to HEAD.

You can set the 'receive.denyCurrentBranch' configuration variable
to 'ignore' or 'warn' in the remote repository to allow pushing into
its current branch; however, this is not recommended unless you
arranged to update its work tree to match what you pushed in some
other way.

To squelch this message and still keep the default behaviour, set
'receive.denyCurrentBranch' configuration variable to 'refuse'.
`;

const deletesCurrent = `error: By default, deleting the current branch is denied, because the next
'git clone' won't result in any file checked out, causing confusion.

You can set 'receive.denyDeleteCurrent' configuration variable to
'warn' or 'ignore' in the remote repository to allow deleting the
current branch, with or without a warning message.

To squelch this message, you can set it to 'refuse'.
`;

async function hook(
  git: GitCall,
  there: Repo,
  name: string,
  args: readonly string[],
  input: string,
): Promise<boolean> {
  const path = `${there.gitDir}/hooks/${name}`;
  const mode = await there.files.stat(path).then(
    (stat) => stat.mode,
    () => 0,
  );
  if ((mode & 0o111) === 0) return true;
  const call = [path, ...args].map(quoted).join(' ');
  await git.flush();
  const { GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = git.env;
  const script = `printf %s ${quoted(input)} | ${call} 2>&1 | ${remoteLines}; exit \${PIPESTATUS[1]}`;
  return (await git.program.shell(script, { cwd: there.gitDir, env: { ...env, GIT_DIR: '.' } })) === 0;
}

async function say(git: GitCall, text: string): Promise<void> {
  const lines = text.replace(/\n$/, '').split('\n');
  await git.warn(lines.map((line) => (line === '' ? 'remote: \n' : `remote: ${line}        \n`)).join(''));
}

type Rules = (name: string) => string | undefined;

async function refusal(
  git: GitCall,
  there: Repo,
  { ref, old, now }: RefUpdate,
  rules: Rules,
): Promise<string | null> {
  const isOn = (name: string) => /^(true|yes|on|1)$/i.test(rules(name) ?? '');
  const isCurrent = (await readHead(there)).ref === ref;
  const current = rules('receive.denycurrentbranch') ?? 'refuse';
  if (now === null) {
    if (isOn('receive.denydeletes')) return 'deletion prohibited';
    if (isCurrent && !/^(ignore|warn|false)$/.test(rules('receive.denydeletecurrent') ?? '')) {
      await say(git, `${deletesCurrent}error: refusing to delete the current branch: ${ref}\n`);
      return 'deletion of the current branch prohibited';
    }
  } else if (isCurrent && !there.bare && /^(refuse|true|yes)$/.test(current)) {
    await say(git, checkedOut(ref));
    return 'branch is currently checked out';
  }
  const forward = old === null || now === null || (await isAncestor(there, old, now));
  if (!forward && isOn('receive.denynonfastforwards') && ref.startsWith('refs/heads/')) {
    await say(git, `error: denying non-fast-forward ${ref} (you should pull first)\n`);
    return 'non-fast-forward';
  }
  if (!(await hook(git, there, 'update', [ref, old ?? zeroOid, now ?? zeroOid], ''))) return 'hook declined';
  // Last: files that went on to what is then refused would stand for no commit.
  const goes = isCurrent && !there.bare && current === 'updateInstead';
  return goes && now !== null ? goTo(there, old, now) : null;
}

/** Takes index and work tree from one commit to another; why not, or null. */
async function goTo(there: Repo, old: string | null, now: string): Promise<string | null> {
  const index = await GitIndex.read(there);
  const [from, to] = await Promise.all([flattenTree(there, old), flattenTree(there, now)]);
  const { changed, untracked } = await obstaclesTo(there, index, from, to);
  if (changed.length + untracked.length > 0) return 'Working directory has unstaged changes';
  await goFromTo(there, index, from, to);
  await index.write(there);
  return null;
}

/** What a repository does with a push: objects first, then its hooks and its rules, then the refs. */
export async function receive(
  git: GitCall,
  repo: Repo,
  there: Repo,
  updates: readonly RefUpdate[],
): Promise<readonly (string | null)[]> {
  await copyObjects(
    repo,
    there,
    updates.flatMap(({ now }) => now ?? []),
  );
  const config = parseConfig((await git.textOf(`${there.gitDir}/config`)) ?? '');
  const rules: Rules = (name) => config.findLast(({ key }) => key === name)?.value;
  const line = ({ old, now, ref }: RefUpdate) => `${old ?? zeroOid} ${now ?? zeroOid} ${ref}\n`;
  if (!(await hook(git, there, 'pre-receive', [], updates.map(line).join(''))))
    return updates.map(() => 'pre-receive hook declined');
  const reasons: (string | null)[] = [];
  const done: RefUpdate[] = [];
  for (const update of updates) {
    const reason = await refusal(git, there, update, rules);
    reasons.push(reason);
    if (reason !== null) continue;
    done.push(update);
    if (update.now === null) await deleteRef(there, update.ref);
    else await writeRef(there, update.ref, update.now);
  }
  if (done.length > 0) {
    await hook(git, there, 'post-receive', [], done.map(line).join(''));
    const names = done.map(({ ref }) => ref);
    await hook(git, there, 'post-update', names, '');
  }
  return reasons;
}
