import { expect, it } from 'vitest';
import { git } from '../../../../../../src/guest/embedded/shell/git/git.ts';
import { TestShell } from '../shellHarness.ts';

const dates = 'GIT_AUTHOR_DATE=2024-01-02T03:04:05Z GIT_COMMITTER_DATE=2024-01-02T03:04:05Z';

class Shell extends TestShell {
  async git(...commands: string[]) {
    let last: readonly [string, string, number] = ['', '', 0];
    for (const command of commands) {
      const { stdout, stderr, exitCode } = await this.run(command, { loadBundle: async () => ({ git }) });
      last = [stdout, stderr, exitCode];
    }
    return last;
  }

  async begun(): Promise<this> {
    await this.git(
      `export ${dates}; git config --global user.name A; git config --global user.email a@b; git init -q w; cd w; echo 1 > a; git add a; git commit -qm one`,
    );
    return this;
  }
}

it('refs that lead to one another name nothing, and nothing hangs', async () => {
  const shell = await new Shell().begun();
  const loop = 'echo "ref: refs/heads/y" > .git/refs/heads/x; echo "ref: refs/heads/x" > .git/refs/heads/y';
  expect(await shell.git(`${loop}; git rev-parse -q --verify x`)).toEqual(['', '', 1]);
  expect((await shell.git('git for-each-ref --format="%(refname)"'))[0]).toBe('refs/heads/master\n');
});

it('a push that the update hook declines leaves the files of the other work tree as they are', async () => {
  const shell = await new Shell().begun();
  await shell.git(
    'git config receive.denyCurrentBranch updateInstead; printf "exit 1" > .git/hooks/update; chmod +x .git/hooks/update',
    'cd ..; git clone -q w c; cd c; echo 2 > a; git commit -qam two',
  );
  const [, stderr, exitCode] = await shell.git('git push origin master');
  expect(stderr).toContain(' ! [remote rejected] master -> master (hook declined)\n');
  expect(exitCode).toBe(1);
  expect(await shell.git('cat ../w/a; git -C ../w status -s; rm ../w/.git/hooks/update')).toEqual([
    '1\n',
    '',
    0,
  ]);
  expect((await shell.git('git push -q origin master; cat ../w/a; git -C ../w status -s'))[0]).toBe('2\n');
});

it('of an atomic push none goes where one may not, and the others say why', async () => {
  const shell = await new Shell().begun();
  const [, stderr] = await shell.git(
    'cd ..; git clone -q --bare w b; git clone -q b c; cd c; git tag t; git push -q origin t; git tag -f t HEAD; git commit -q --amend -m new; git branch x; git push --atomic origin master x',
  );
  expect(stderr).toContain(
    ' ! [rejected]        master -> master (non-fast-forward)\n ! [rejected]        x -> x (atomic push failed)\n',
  );
  expect((await shell.git('git ls-remote --heads origin x'))[0]).toBe('');
});

it('a merge base that cannot be tested is passed with a warning, a search goes on', async () => {
  const shell = await new Shell().begun();
  await shell.git(
    'git checkout -qb side; echo s > s; git add s; git commit -qm side; git checkout -q master; for i in 2 3 4; do echo $i > a; git commit -qam $i; done',
  );
  const [, warned] = await shell.git(
    'git bisect start; git bisect skip master~3; git bisect bad master; git bisect good side',
  );
  const [bad, good, base] = (await shell.git('git rev-parse master side master~3'))[0].split('\n');
  expect(warned).toBe(
    `warning: the merge base between ${bad} and [${good}] must be skipped.\nSo we cannot be sure the first bad commit is between ${base} and ${bad}.\nWe continue anyway.\n`,
  );
});

it('grep heeds -m and --column, and sets contexts apart once', async () => {
  const shell = await new Shell().begun();
  await shell.git("printf 'x\\nab x\\nc\\nd\\nx x\\n' > a; printf 'x\\n' > b; git add .");
  expect((await shell.git('git grep -m 1 x'))[0]).toBe('a:x\nb:x\n');
  expect((await shell.git('git grep -c -m 2 x'))[0]).toBe('a:2\nb:1\n');
  expect((await shell.git('git grep -n --column x a'))[0]).toBe('a:1:1:x\na:2:4:ab x\na:5:1:x x\n');
  expect((await shell.git('git grep -o --column x a'))[0]).toBe('a:1:x\na:4:x\na:1:x\na:2:x\n');
  expect((await shell.git('git grep --column -v -n x a'))[0]).toBe('a:3:1:c\na:4:1:d\n');
  expect((await shell.git('git grep --column -B1 -n "x x"'))[0]).toBe('a-4-d\na:5:1:x x\n');
  expect((await shell.git('git grep -A1 -e "^x"'))[0]).toBe('a:x\na-ab x\n--\na:x x\n--\nb:x\n');
});

it('refuses what would change the answer and is not here', async () => {
  const shell = await new Shell().begun();
  for (const call of [
    'archive --add-file=a HEAD',
    'archive --remote=../w HEAD',
    'bisect start --no-checkout',
  ]) {
    const [stdout, stderr, exitCode] = await shell.git(`git ${call}`);
    expect([stdout, exitCode]).toEqual(['', 128]);
    expect(stderr).toMatch(/^fatal: .* is not in this guest's git; [^\n]+\n$/);
  }
});

it('shows each commit its own note', async () => {
  const shell = await new Shell().begun();
  await shell.git(
    'git notes add -m first; git commit -q --allow-empty -m two; git notes add -m second; git commit -q --allow-empty -m three',
  );
  expect((await shell.git("git log --format='%s:%N'"))[0]).toBe('three:\ntwo:second\n\none:first\n\n');
});

it('repairs what does not find its other half: a work tree that was moved, a .git that is gone', async () => {
  const shell = await new Shell().begun();
  await shell.git('git worktree add -q ../x -b x; mv ../x ../y');
  expect((await shell.git('git worktree repair ../y; git worktree list'))[0]).toMatch(
    /\/y +[0-9a-f]{7} \[x\]\n/,
  );
  expect((await shell.git('rm ../y/.git; git worktree repair'))[1]).toMatch(
    /^repair: \.git file broken: \S+\/y\n$/,
  );
  expect(await shell.git('git -C ../y status -sb; git worktree repair')).toEqual(['## x\n', '', 0]);
  expect((await shell.git('git worktree repair ..')).slice(1)).toEqual([
    expect.stringMatching(/^error: unable to locate repository; \.git file broken: \S+\/\.git\n$/),
    1,
  ]);
});
