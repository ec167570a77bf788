import { setInConfig, unsetInConfig } from '../base/configFile.ts';
import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { OptionTable } from '../base/options.ts';
import { deleteRef, listBranches, listRemotes } from '../base/refs.ts';
import { fetchCommand } from '../network/commands.ts';
import { editConfig } from './config.ts';
import { pruneRemote, renameRemoteHead, setRemoteHead, showRemote } from './remoteShow.ts';

const table = new OptionTable(
  'remote',
  'v,verbose f,fetch t,track= m,master= push add delete a,auto d n,dry-run all tags no-tags mirror=? p,prune',
);

/** Fails as git does where there is no such remote. */
async function knownRemote(git: GitCall, name: string): Promise<string> {
  const repo = await git.repo();
  if (!(await listRemotes(repo)).includes(name))
    throw new GitFailure(`error: No such remote: '${name}'\n`, 2);
  return name;
}

export async function remote(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const file = `${repo.gitDir}/config`;
  const [action, name = '', url = ''] = given.operands;
  if (action === undefined) {
    for (const each of await listRemotes(repo)) {
      if (!given.has('verbose')) git.print(`${each}\n`);
      else {
        const fetched = (await git.config(`remote.${each}.url`)) ?? '';
        const pushed = (await git.config(`remote.${each}.pushurl`)) ?? fetched;
        git.print(`${each}\t${fetched} (fetch)\n${each}\t${pushed} (push)\n`);
      }
    }
    return 0;
  }
  switch (action) {
    case 'add':
      if (name === '' || url === '')
        throw new GitFailure('usage: git remote add [<options>] <name> <url>\n', 129);
      if ((await listRemotes(repo)).includes(name))
        throw new GitFailure(`error: remote ${name} already exists.\n`, 3);
      await editConfig(git, file, (text) =>
        setInConfig(
          setInConfig(text, `remote.${name}.url`, url),
          `remote.${name}.fetch`,
          `+refs/heads/*:refs/remotes/${name}/*`,
        ),
      );
      return given.has('fetch') ? fetchCommand(git, ['--multiple', name]) : 0;
    case 'remove':
    case 'rm': {
      await knownRemote(git, name);
      for (const branch of await listBranches(repo, name))
        await deleteRef(repo, `refs/remotes/${name}/${branch}`);
      const followers = (await git.configEntries()).filter(
        ({ key, value }) => /^branch\..*\.remote$/.test(key) && value === name,
      );
      await editConfig(git, file, (text) => {
        const without = unsetInConfig(text, `remote.${name}`, true);
        return followers.reduce(
          (kept, { key }) =>
            unsetInConfig(unsetInConfig(kept, key, false), key.replace(/remote$/, 'merge'), false),
          without,
        );
      });
      return 0;
    }
    case 'rename': {
      await knownRemote(git, name);
      await editConfig(git, file, (text) =>
        text
          .replace(`[remote "${name}"]`, `[remote "${url}"]`)
          .replaceAll(`refs/remotes/${name}/`, `refs/remotes/${url}/`)
          .replace(new RegExp(`(\\n\\s*remote = )${name}(?=\\n)`, 'g'), `$1${url}`),
      );
      try {
        await repo.files.rename(`${repo.gitDir}/refs/remotes/${name}`, `${repo.gitDir}/refs/remotes/${url}`);
        await renameRemoteHead(repo, name, url);
      } catch {
        // Nothing was fetched from it yet.
      }
      return 0;
    }
    case 'get-url':
      await knownRemote(git, name);
      git.print(`${(await git.config(`remote.${name}.url`)) ?? ''}\n`);
      return 0;
    case 'set-url':
      await knownRemote(git, name);
      await editConfig(git, file, (text) =>
        setInConfig(text, `remote.${name}.${given.has('push') ? 'pushurl' : 'url'}`, url),
      );
      return 0;
    case 'show': {
      if (name === '') return remote(git, []);
      await showRemote(git, repo, await knownRemote(git, name));
      return 0;
    }
    case 'prune':
      await pruneRemote(git, repo, await knownRemote(git, name), given.has('dry-run'));
      return 0;
    case 'update':
      return fetchCommand(git, [
        ...(given.has('prune') ? ['-p'] : []),
        ...(name === '' ? ['--all'] : ['--multiple', ...given.operands.slice(1)]),
      ]);
    case 'set-head':
      return setRemoteHead(git, repo, await knownRemote(git, name), {
        branch: given.operands[2],
        auto: given.has('auto'),
        deletes: given.has('d', 'delete'),
      });
    case 'set-branches': {
      await knownRemote(git, name);
      const key = `remote.${name}.fetch`;
      if (!given.has('add')) await editConfig(git, file, (text) => unsetInConfig(text, key, false));
      for (const branch of given.operands.slice(2))
        await editConfig(git, file, (text) =>
          setInConfig(text, key, `+refs/heads/${branch}:refs/remotes/${name}/${branch}`, true),
        );
      return 0;
    }
    default:
      throw new GitFailure(
        `error: Unknown subcommand: ${action}\nusage: git remote [-v | --verbose]\n   or: git remote (add | rename | remove | set-head | show | prune | update | set-branches | get-url | set-url) …\n`,
        129,
      );
  }
}
