import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../../../../../src/guest/embedded/shell/git/git.ts';
import type { GuestFetch } from '../../../../../../src/guest/embedded/shell/network.ts';
import { TestShell } from '../shellHarness.ts';
import { hasHttpBackend, headOf, realGit, SmartHttpServer } from './smartHttpServer.ts';

/** The page's broker as far as git needs it. */
const loopback: GuestFetch = async ({ url, method, headers, body }) => {
  const response = await fetch(url, { method, headers, body: body ? new Uint8Array(body) : null });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    statusText: response.statusText,
    url: response.url,
    headers: Object.fromEntries(response.headers),
    body: (async function* () {
      yield bytes;
    })(),
  };
};

class GitShell extends TestShell {
  fetch: GuestFetch | undefined = loopback;

  async git(command: string) {
    const { stdout, stderr, exitCode } = await this.run(command, {
      loadBundle: async () => ({ git }),
      ...(this.fetch ? { fetch: this.fetch } : {}),
    });
    return [stdout, stderr, exitCode] as const;
  }

  async named(): Promise<this> {
    await this.git('git config --global user.name Ada; git config --global user.email ada@example.com');
    await this.git('export GIT_AUTHOR_DATE="2024-01-02T03:04:05Z" GIT_COMMITTER_DATE="2024-01-02T03:04:05Z"');
    return this;
  }
}

// Only a machine with the real git can say whether the two understand each other.
describe.runIf(hasHttpBackend())('with a real git server on loopback', () => {
  const server = new SmartHttpServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());

  let pattern: { readonly bare: string; readonly work: string } | undefined;

  /** A bare repository with one commit, and a clone of the real git's beside it: copies of ones made once. */
  function prepare(name: string): { readonly url: string; readonly bare: string; readonly work: string } {
    pattern ??= made('pattern');
    const bare = join(server.root, `${name}.git`);
    const work = join(server.root, name);
    cpSync(pattern.bare, bare, { recursive: true });
    cpSync(pattern.work, work, { recursive: true });
    const config = join(work, '.git/config');
    writeFileSync(config, readFileSync(config, 'utf8').replace(pattern.bare, bare));
    return { url: `http://127.0.0.1:${server.port}/${name}.git`, bare, work };
  }

  function made(name: string): { readonly bare: string; readonly work: string } {
    const bare = server.bare(`${name}.git`);
    realGit(server.root, 'clone', '-q', bare, name);
    const work = join(server.root, name);
    realGit(work, 'checkout', '-q', '-B', 'main');
    commitAs(work, 'a.txt', 'one\n', 'first');
    return { bare, work };
  }

  function commitAs(work: string, file: string, text: string, message: string): string {
    writeFileSync(join(work, file), text);
    realGit(work, 'add', '.');
    realGit(work, 'commit', '-q', '-m', message);
    realGit(work, 'push', '-q', 'origin', 'HEAD');
    return headOf(work).trim();
  }

  it('clones, and what it has is what the server has', async () => {
    const { url, work } = prepare('clones');
    const shell = await new GitShell().named();
    expect(await shell.git(`git clone ${url}`)).toEqual(['', "Cloning into 'clones'...\n", 0]);
    const head = headOf(work);
    expect((await shell.git('cd clones; git rev-parse HEAD; cat a.txt; git status'))[0]).toBe(
      `${head}one\nOn branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean\n`,
    );
    expect((await shell.git('git log --oneline --decorate; git branch -a; git remote -v'))[0]).toBe(
      `${head.slice(0, 7)} (HEAD -> main, origin/main, origin/HEAD) first\n* main\n  remotes/origin/HEAD -> origin/main\n  remotes/origin/main\norigin\t${url} (fetch)\norigin\t${url} (push)\n`,
    );
    expect((await shell.git(`cd ..; git clone ${url}`)).slice(1)).toEqual([
      "fatal: destination path 'clones' already exists and is not an empty directory.\n",
      128,
    ]);
  });

  it('pushes commits that the real git takes, fetches its own and says which refs moved', async () => {
    const { url, bare, work } = prepare('moves');
    const first = headOf(work).slice(0, 7);
    const shell = await new GitShell().named();
    await shell.git(`git clone -q ${url} w; cd w; echo two >> a.txt; git commit -qam second`);
    const mine = (await shell.git('git rev-parse HEAD'))[0].trim();
    expect(await shell.git('git push')).toEqual([
      '',
      `To ${url}\n   ${first}..${mine.slice(0, 7)}  main -> main\n`,
      0,
    ]);
    expect(realGit(bare, 'rev-parse', 'main').trim()).toBe(mine);
    expect(realGit(bare, 'fsck', '--strict')).toBe('');
    expect(await shell.git('git push')).toEqual(['', 'Everything up-to-date\n', 0]);

    realGit(work, 'pull', '-q');
    const theirs = commitAs(work, 'b.txt', 'b\n', 'third');
    const range = `${mine.slice(0, 7)}..${theirs.slice(0, 7)}`;
    expect(await shell.git('git fetch')).toEqual([
      '',
      `From ${url.replace(/\.git$/, '')}\n   ${range}  main       -> origin/main\n`,
      0,
    ]);
    expect((await shell.git('git status -sb'))[0]).toBe('## main...origin/main [behind 1]\n');
    expect(await shell.git('git pull')).toEqual([
      `Updating ${range}\nFast-forward\n b.txt | 1 +\n 1 file changed, 1 insertion(+)\n create mode 100644 b.txt\n`,
      '',
      0,
    ]);
    expect(await shell.git('git pull')).toEqual(['Already up to date.\n', '', 0]);
  });

  it('refuses to overwrite what others pushed, and joins it with a pull', async () => {
    const { url, bare, work } = prepare('joins');
    const shell = await new GitShell().named();
    await shell.git(`git clone -q ${url} w; cd w; echo mine > m; git add .; git commit -qm mine`);
    const theirs = commitAs(work, 'b.txt', 'b\n', 'theirs');
    const [out, err, code] = await shell.git('git push');
    expect([out, code]).toEqual(['', 1]);
    expect(err).toContain(
      ` ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to '${url}'\n`,
    );
    expect((await shell.git('git pull'))[1]).toContain(
      'fatal: Need to specify how to reconcile divergent branches.\n',
    );
    expect((await shell.git('git pull --no-rebase'))[0]).toBe(
      "Merge made by the 'ort' strategy.\n b.txt | 1 +\n 1 file changed, 1 insertion(+)\n create mode 100644 b.txt\n",
    );
    expect((await shell.git('git log -1 --format=%s'))[0]).toBe(
      `Merge branch 'main' of ${url.replace(/\.git$/, '')}\n`,
    );
    expect((await shell.git('git push'))[2]).toBe(0);
    expect(realGit(bare, 'log', '--format=%s', '--first-parent').split('\n')[1]).toBe('mine');
    expect(realGit(bare, 'merge-base', 'main', theirs).trim()).toBe(theirs);
  });

  it('makes and deletes branches and tags at the remote', async () => {
    const { url, bare } = prepare('names');
    const shell = await new GitShell().named();
    await shell.git(
      `git clone -q ${url} w; cd w; git switch -qc topic; echo t > t; git add .; git commit -qm t`,
    );
    expect((await shell.git('git push'))[1]).toContain(
      'fatal: The current branch topic has no upstream branch.\n',
    );
    expect(await shell.git('git push -u origin topic')).toEqual([
      "branch 'topic' set up to track 'origin/topic'.\n",
      `To ${url}\n * [new branch]      topic -> topic\n`,
      0,
    ]);
    expect((await shell.git('git status'))[0]).toContain("Your branch is up to date with 'origin/topic'.\n");
    await shell.git('git tag v1; git tag -a v2 -m two');
    expect((await shell.git('git push --tags'))[1]).toBe(
      `To ${url}\n * [new tag]         v1 -> v1\n * [new tag]         v2 -> v2\n`,
    );
    expect(realGit(bare, 'for-each-ref', '--format=%(refname) %(objecttype)')).toBe(
      'refs/heads/main commit\nrefs/heads/topic commit\nrefs/tags/v1 commit\nrefs/tags/v2 tag\n',
    );
    expect(
      (await shell.git('git ls-remote --heads origin'))[0].split('\n').map((line) => line.slice(41)),
    ).toEqual(['refs/heads/main', 'refs/heads/topic', '']);
    expect((await shell.git('git push origin --delete topic'))[1]).toBe(
      `To ${url}\n - [deleted]         topic\n`,
    );
    expect((await shell.git('git commit -q --amend -m again; git push origin +HEAD:main'))[2]).toBe(0);
    expect(realGit(bare, 'for-each-ref', '--format=%(refname)')).toBe(
      'refs/heads/main\nrefs/tags/v1\nrefs/tags/v2\n',
    );
  });

  it('pushes to another remote, and to an address, what that one lacks, and moves no note of the first', async () => {
    const { url } = prepare('first');
    const bares = ['backup', 'address'].map((name) => server.bare(`${name}.git`));
    const shell = await new GitShell().named();
    await shell.git(`git clone -q ${url} w; cd w; echo mine > m; git add .; git commit -qm mine`);
    const other = (name: string) => `http://127.0.0.1:${server.port}/${name}.git`;
    const refs = "git for-each-ref --format='%(refname)' refs/remotes; git rev-parse --short origin/main";
    const before = (await shell.git(refs))[0];
    expect((await shell.git(`git remote add backup ${other('backup')}; git push backup main`))[2]).toBe(0);
    expect((await shell.git('git push backup HEAD~1:refs/heads/old HEAD:refs/notes/x'))[2]).toBe(0);
    expect((await shell.git(`git push ${other('address')} main`))[2]).toBe(0);
    for (const bare of bares) realGit(bare, 'fsck', '--strict', '--connectivity-only');
    expect(realGit(bares[0]!, 'log', '--format=%s', 'old').trim()).toBe('first');
    expect(realGit(bares[1]!, 'log', '--format=%s', 'main')).toBe('mine\nfirst\n');
    expect((await shell.git(refs))[0]).toBe(
      before.replace(
        'refs/remotes/origin/HEAD',
        'refs/remotes/backup/main\nrefs/remotes/backup/old\nrefs/remotes/origin/HEAD',
      ),
    );
  });

  it('fetches what is no branch, and from an address, as objects and not by name alone', async () => {
    const { url, bare, work } = prepare('others');
    const shell = await new GitShell().named();
    await shell.git(`git clone -q ${url} w; cd w`);
    realGit(work, 'checkout', '-q', '-b', 'pull');
    writeFileSync(join(work, 'p.txt'), 'p');
    realGit(work, 'add', '.');
    realGit(work, 'commit', '-q', '-m', 'asked');
    realGit(work, 'push', '-q', 'origin', 'HEAD:refs/pull/1/head');
    expect((await shell.git('git fetch -q origin refs/pull/1/head:pr; git log -1 --format=%s pr'))[0]).toBe(
      'asked\n',
    );
    commitAs(work, 'm.txt', 'm', 'later');
    expect(await shell.git(`git fetch -q ${url} pull; git log -1 --format=%s FETCH_HEAD`)).toEqual([
      'later\n',
      '',
      0,
    ]);
    expect((await shell.git('git branch -a'))[0]).not.toContain('address');
    realGit(work, 'tag', '-a', 'v1', '-m', 'v');
    realGit(work, 'push', '-q', 'origin', 'v1');
    for (const option of ['--bare', '--mirror', '']) {
      await shell.git(`cd ~; rm -rf all; git clone -q ${option} ${url} all; cd all`);
      const kinds = "git for-each-ref --format='%(refname:lstrip=-1) %(objecttype) %(subject)' | sort -u";
      const answer = await shell.git(kinds);
      for (const row of ['main commit first', 'pull commit later', 'v1 tag v'])
        expect(answer[0]).toContain(`${row}\n`);
      expect(answer.slice(1)).toEqual(['', 0]);
    }
    expect(realGit(bare, 'for-each-ref', '--format=%(refname)')).toContain('refs/pull/1/head');
  });

  it('says in one sentence what stands in the way', async () => {
    const shell = await new GitShell().named();
    const url = `http://127.0.0.1:${server.port}/nothing.git`;
    expect(await shell.git(`git clone ${url} x; ls -A`)).toEqual([
      '',
      `Cloning into 'x'...\nfatal: repository '${url}/' not found\n`,
      0,
    ]);
    expect((await shell.git('git clone git@github.com:a/b.git'))[1]).toBe(
      "fatal: 'git@github.com:a/b.git': only http and https are spoken here, not ssh; try https://github.com/a/b.git\n",
    );
    shell.fetch = undefined;
    expect((await shell.git(`git clone ${url}`))[1]).toContain('this guest has no network\n');
    shell.fetch = async () => {
      throw Object.assign(new Error('127.0.0.1: the server sent no answer that a browser may read'), {
        name: 'NetworkError',
        failure: { code: 'unreachable', host: '127.0.0.1', message: '' },
      });
    };
    expect((await shell.git(`git clone ${url}`))[1]).toBe(
      `Cloning into 'nothing'...\nfatal: unable to access '${url}/': 127.0.0.1: the server sent no answer that a browser may read\nhint: a server without CORS headers cannot be reached from a browser: import the project as a folder or zip,\nhint: or set a proxy of your own that adds them: git config --global http.corsProxy URL\n`,
    );
  });

  it('goes through a proxy of the user’s', async () => {
    const { url } = prepare('proxied');
    const shell = await new GitShell().named();
    const asked: string[] = [];
    shell.fetch = (request) => {
      asked.push(request.url);
      return loopback({ ...request, url: request.url.replace('https://proxy.example/', 'http://') });
    };
    expect(
      (await shell.git(`GIT_CORS_PROXY=https://proxy.example git clone -q ${url} w; cat w/a.txt`))[0],
    ).toBe('one\n');
    expect(asked.every((each) => each.startsWith('https://proxy.example/127.0.0.1:'))).toBe(true);
  });
});
