import type { Program, ProgramCall } from '../bundles.ts';
import { expandAliases } from './base/aliases.ts';
import { GitFailure } from './base/failure.ts';
import { GitCall } from './base/gitCall.ts';
import { resolvePath } from './base/paths.ts';
import { bisect } from './bisect/bisect.ts';
import { add } from './commands/add.ts';
import { apply } from './commands/apply.ts';
import { archive } from './commands/archive.ts';
import { blame } from './commands/blame.ts';
import { branch } from './commands/branch.ts';
import { checkout, switchBranch } from './commands/checkout.ts';
import { commit } from './commands/commit.ts';
import { config } from './commands/config.ts';
import { diff } from './commands/diff.ts';
import { diffFilesCommand, diffIndex, diffTree } from './commands/diffPlumbing.ts';
import { clean, lsFiles, mv, rm } from './commands/files.ts';
import { grep } from './commands/grep.ts';
import { help, notHere, unknownCommand, version } from './commands/help.ts';
import { mergeBase, reflog, shortlog } from './commands/historyLists.ts';
import { init } from './commands/init.ts';
import { log } from './commands/log.ts';
import {
  checkRefFormat,
  commitTree,
  hook,
  readTreeCommand,
  stripspace,
  updateIndex,
  variable,
} from './commands/lowLevel.ts';
import { merge } from './commands/merge.ts';
import { cherry, describe, nameRev } from './commands/names.ts';
import { notes } from './commands/notes.ts';
import {
  catFile,
  checkIgnore,
  hashObjectCommand,
  lsTree,
  showRef,
  symbolicRef,
  updateRef,
  writeTreeCommand,
} from './commands/plumbing.ts';
import { forEachRef } from './commands/refLists.ts';
import { remote } from './commands/remote.ts';
import { reset } from './commands/reset.ts';
import { restore } from './commands/restore.ts';
import { revList } from './commands/revList.ts';
import { revParse } from './commands/revParse.ts';
import { show } from './commands/show.ts';
import { stash } from './commands/stash.ts';
import { status } from './commands/status.ts';
import { tag } from './commands/tag.ts';
import { countObjects, fsck, nothingToTidy } from './commands/upkeep.ts';
import { clone } from './network/clone.ts';
import { fetchCommand, lsRemote, pull } from './network/commands.ts';
import { push } from './network/push.ts';
import { am } from './patches/am.ts';
import { formatPatch } from './patches/formatPatch.ts';
import { cherryPick, revert } from './sequence/pickOrRevert.ts';
import { rebase } from './sequence/rebase.ts';
import { worktree } from './worktrees/worktree.ts';

type Subcommand = (git: GitCall, args: readonly string[]) => Promise<number>;

const subcommands: Readonly<Record<string, Subcommand>> = {
  add,
  am,
  apply,
  archive,
  bisect,
  blame,
  branch,
  'cat-file': catFile,
  'check-ignore': checkIgnore,
  'check-ref-format': checkRefFormat,
  checkout,
  cherry,
  'cherry-pick': cherryPick,
  clean,
  clone,
  commit,
  'commit-tree': commitTree,
  config,
  'count-objects': countObjects,
  describe,
  diff,
  'diff-files': diffFilesCommand,
  'diff-index': diffIndex,
  'diff-tree': diffTree,
  fetch: fetchCommand,
  'for-each-ref': forEachRef,
  'format-patch': formatPatch,
  fsck,
  gc: nothingToTidy,
  grep,
  'hash-object': hashObjectCommand,
  help,
  hook,
  init,
  log,
  'ls-files': lsFiles,
  'ls-remote': lsRemote,
  'ls-tree': lsTree,
  maintenance: nothingToTidy,
  merge,
  'merge-base': mergeBase,
  mv,
  'name-rev': nameRev,
  notes,
  'pack-refs': nothingToTidy,
  prune: nothingToTidy,
  pull,
  push,
  'read-tree': readTreeCommand,
  rebase,
  reflog,
  remote,
  repack: nothingToTidy,
  reset,
  restore,
  'rev-list': revList,
  'rev-parse': revParse,
  revert,
  rm,
  shortlog,
  show,
  'show-ref': showRef,
  stage: add,
  stash,
  status,
  stripspace,
  switch: switchBranch,
  'symbolic-ref': symbolicRef,
  tag,
  'update-index': updateIndex,
  'update-ref': updateRef,
  var: variable,
  worktree,
  'write-tree': writeTreeCommand,
};

interface Invocation {
  readonly cwd: string;
  readonly overrides: readonly (readonly [string, string])[];
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/** Reads what stands before the subcommand. */
function parseGlobal({ args, cwd, env }: ProgramCall): Invocation {
  let at = cwd;
  const overrides: [string, string][] = [];
  const variables: Record<string, string> = { ...env };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    const value = () => args[++index] ?? '';
    if (arg === '-C') at = resolvePath(at, value());
    else if (arg === '-c') {
      const [key = '', ...rest] = value().split('=');
      overrides.push([key, rest.length > 0 ? rest.join('=') : 'true']);
    } else if (arg === '--git-dir') variables.GIT_DIR = value();
    else if (arg.startsWith('--git-dir=')) variables.GIT_DIR = arg.slice('--git-dir='.length);
    else if (arg === '--work-tree') variables.GIT_WORK_TREE = value();
    else if (arg.startsWith('--work-tree=')) variables.GIT_WORK_TREE = arg.slice('--work-tree='.length);
    else if (
      /^(?:--no-pager|-P|-p|--paginate|--no-optional-locks|--literal-pathspecs|--no-replace-objects|--bare)$/.test(
        arg,
      )
    )
      continue;
    else if (arg === '--version' || arg === '-v')
      return { cwd: at, overrides, env: variables, words: ['version'] };
    else if (arg === '--help' || arg === '-h') return { cwd: at, overrides, env: variables, words: ['help'] };
    else if (arg.startsWith('-'))
      throw new GitFailure(
        `unknown option: ${arg}\nusage: git [-C <path>] [-c <name>=<value>] <command> [<args>]\n`,
        129,
      );
    else return { cwd: at, overrides, env: variables, words: args.slice(index) };
  }
  return { cwd: at, overrides, env: variables, words: [] };
}

async function run(git: GitCall, words: readonly string[]): Promise<number> {
  const [name, ...args] = words;
  if (name === undefined) {
    await help(git, []);
    return 1;
  }
  if (name === 'version') return version(git);
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand && (args[0] === '--help' || (args[0] === '-h' && args.length === 1)))
    return help(git, [name]);
  if (subcommand) return subcommand(git, args);
  const expansion = await expandAliases(git, words, (each) => Object.hasOwn(subcommands, each));
  if (expansion && 'words' in expansion) return run(git, expansion.words);
  if (expansion) {
    await git.flush();
    const cwd = (await git.repoIfAny())?.root ?? git.cwd;
    return git.program.shell(expansion.command, { cwd, env: git.env });
  }
  return notHere(name) ?? unknownCommand(name, Object.keys(subcommands));
}

/** `git`, over the guest's files. */
export const git: Program = async (call) => {
  let current: GitCall | null = null;
  try {
    const { cwd, overrides, env, words } = parseGlobal(call);
    current = new GitCall({ ...call, env }, cwd, overrides);
    const exitCode = await run(current, words);
    await current.flush();
    return exitCode;
  } catch (error) {
    await current?.flush();
    if (error instanceof GitFailure) {
      await call.err(error.text);
      return error.exitCode;
    }
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      await call.err('fatal: No space left on device\n');
      return 128;
    }
    const reason = error instanceof Error ? error.message : String(error);
    await call.err(`fatal: ${reason}\n`);
    return 128;
  }
};
