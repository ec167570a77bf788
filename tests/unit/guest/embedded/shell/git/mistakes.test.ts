import { expect, it } from 'vitest';
import { git } from '../../../../../../src/guest/embedded/shell/git/git.ts';
import { TestShell } from '../shellHarness.ts';

async function answers(...commands: string[]) {
  const shell = new TestShell();
  const found: (readonly [string, string, number])[] = [];
  for (const command of commands) {
    const { stdout, stderr, exitCode } = await shell.run(command, { loadBundle: async () => ({ git }) });
    found.push([stdout, stderr, exitCode]);
  }
  return found;
}

it('says of what it lacks what to do instead, in one sentence', async () => {
  for (const name of ['submodule', 'filter-branch', 'bundle']) {
    const [[stdout, stderr, exitCode] = []] = await answers(`git ${name}`);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(new RegExp(`^git: '${name}' is not in this guest's git; [^\\n]+\\.\\n$`));
  }
});

it('names an option that it does not know, exit 129', async () => {
  const [long, short] = await answers('git init -q; git status --nope', 'git commit -Z');
  expect(long?.slice(1)).toEqual([
    "error: unknown option `nope'\nusage: git status (see 'git help status' for what this guest's git knows)\n",
    129,
  ]);
  expect(short?.[1]).toContain("error: unknown switch `Z'\n");
});

it('runs hooks as git does: one that fails ends the commit, one that is no program is named', async () => {
  const [, , refused, kept] = await answers(
    'git init -q; git config user.name A; git config user.email a@b; git add -A; echo a > a; git add a',
    'printf "echo looked; exit 3" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; printf "echo \\"T-1 \\$(cat \\$1)\\" > \\$1" > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg',
    'git commit -q -m one',
    'chmod -x .git/hooks/pre-commit; git commit -q -m one; git log -1 --format=%s',
  );
  expect(refused).toEqual(['', 'looked\n', 1]);
  expect(kept).toEqual([
    'T-1 one\n',
    "hint: The '.git/hooks/pre-commit' hook was ignored because it's not set as executable.\nhint: You can disable this warning with `git config advice.ignoredHook false`.\n",
    0,
  ]);
});

it('is no command where nothing could load it; where its loading fails it says why, exit 127', async () => {
  const shell = new TestShell();
  const nothing = await shell.run('git status');
  expect([nothing.stderr, nothing.exitCode]).toEqual(['bash: line 1: git: command not found\n', 127]);
  const failing = await shell.run('git status', {
    loadBundle: () => Promise.reject(new Error('the wire is cut')),
  });
  expect([failing.stderr, failing.exitCode]).toEqual(['git: could not be loaded: the wire is cut\n', 127]);
});

it('streams a long history into a reader that wants little of it', async () => {
  const [, log] = await answers(
    'git init -q; git config user.name A; git config user.email a@b; for i in $(seq 1 30); do git commit -q --allow-empty -m "c$i"; done',
    'git log --oneline | head -1 | cut -c 9-',
  );
  expect(log).toEqual(['c30\n', '', 0]);
});
