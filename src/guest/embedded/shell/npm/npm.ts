import type { Program } from '../bundles.ts';
import { type NpmOptions, parseNpmOptions } from './cli/options.ts';
import { NpmFailure, NpmRun } from './cli/run.ts';
import { usage } from './cli/usage.ts';
import { npmVersion } from './cli/version.ts';
import { asksForWorkspaces, findPlace } from './cli/workspaces.ts';
import { cleanInstall, installCommand } from './install/installCommand.ts';
import { configCommand } from './registry/config.ts';
import { outdated } from './registry/outdated.ts';
import { view } from './registry/view.ts';
import { initPackage } from './scripts/initPackage.ts';
import { npx as runNpx } from './scripts/npx.ts';
import { pkg } from './scripts/pkg.ts';
import { runScript } from './scripts/runScript.ts';
import { version } from './scripts/version.ts';
import { listTree } from './tree/listTree.ts';

type NpmCommand = (run: NpmRun) => Promise<number>;

const rest = (run: NpmRun) => run.options.words.slice(1);
const named =
  (event: string): NpmCommand =>
  (run) =>
    runScript(run, event, rest(run));

const commands: Readonly<Record<string, NpmCommand>> = {
  'run-script': (run) => runScript(run, rest(run)[0] ?? null, rest(run).slice(1)),
  test: named('test'),
  start: named('start'),
  stop: named('stop'),
  restart: named('restart'),
  install: (run) => installCommand(run, rest(run)),
  ci: cleanInstall,
  uninstall: (run) => installCommand(run, rest(run), true),
  init: initPackage,
  ls: listTree,
  outdated,
  pkg,
  config: configCommand,
  version,
  view,
  exec: (run) => runNpx(run),
  root: async (run) => {
    await run.out(`${(await findPlace(run.call.files, run.call.cwd)).prefix}/node_modules\n`);
    return 0;
  },
  prefix: async (run) => {
    await run.out(`${(await findPlace(run.call.files, run.call.cwd)).prefix}\n`);
    return 0;
  },
  help: async (run) => {
    await run.out(usage);
    return 0;
  },
};

const aliases: Readonly<Record<string, string>> = {
  ...{
    run: 'run-script',
    rum: 'run-script',
    urn: 'run-script',
    t: 'test',
    tst: 'test',
    x: 'exec',
    c: 'config',
  },
  ...{ i: 'install', in: 'install', add: 'install', isntall: 'install', 'clean-install': 'ci', ic: 'ci' },
  ...{ un: 'uninstall', rm: 'uninstall', r: 'uninstall', remove: 'uninstall', unlink: 'uninstall' },
  ...{ create: 'init', innit: 'init', list: 'ls', la: 'ls', ll: 'ls' },
  ...{ verison: 'version' },
  ...{ v: 'view', info: 'view', show: 'view' },
};

/** Commands that can be told in which workspaces of the project to work. */
const inWorkspaces = new Set([
  'run-script',
  'test',
  'start',
  'stop',
  'restart',
  'install',
  'uninstall',
  'ls',
  'outdated',
]);

/** Commands of the real npm that this one does not have; a clear word is better than "unknown". */
const absent = new Set(
  (
    'access adduser audit bugs cache completion dedupe deprecate diff dist-tag docs doctor edit explain explore ' +
    'find-dupes fund hook install-ci-test install-test link login logout org owner pack ping profile prune ' +
    'publish query rebuild repo sbom search shrinkwrap star stars team token unpublish unstar update whoami'
  ).split(' '),
);

export const npm: Program = async (call) => {
  const all = parseNpmOptions(call.args);
  const [word] = all.words;
  const name = word === undefined ? undefined : Object.hasOwn(aliases, word) ? aliases[word]! : word;
  const isExec = name === 'exec';
  const given = isExec ? execOptions(call.args.slice(call.args.indexOf(word!) + 1)) : all;
  const run = new NpmRun(call, given, name ?? '');
  if (name === undefined) {
    if (run.on('version')) {
      await run.out(`${npmVersion}\n`);
      return 0;
    }
    await run.out(usage);
    return 1;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    if (absent.has(name)) return run.fail(new NpmFailure([`npm ${name} is not in this guest`]));
    await run.out(
      `Unknown command: "${word}"\n\nTo see a list of supported npm commands, run:\n  npm help\n`,
    );
    return 1;
  }
  if (run.on('help')) {
    await run.out(usage);
    return 0;
  }
  if (asksForWorkspaces(run) && !inWorkspaces.has(name)) {
    // Without them the command would do its work in another package than the one that was named.
    const words = `npm ${name} knows no workspaces in this guest; run it in the package's own folder`;
    return run.fail(new NpmFailure([words]));
  }
  return guarded(run, command);
};

export const npx: Program = async (call) => {
  const run = new NpmRun(call, parseNpmOptions(call.args, true), 'exec');
  if (run.options.words.length === 0 && run.on('version')) {
    await run.out(`${npmVersion}\n`);
    return 0;
  }
  return guarded(run, runNpx);
};

/** `npm exec [options] CMD [--] ARG…`: npm's own options end where the command begins. */
function execOptions(args: readonly string[]): NpmOptions {
  const { flags, words } = parseNpmOptions(args, true);
  const [command, ...behind] = words;
  return {
    flags,
    words: command !== undefined && behind[0] === '--' ? [command, ...behind.slice(1)] : words,
  };
}

async function guarded(run: NpmRun, command: NpmCommand): Promise<number> {
  try {
    return await command(run);
  } catch (error) {
    if (error instanceof NpmFailure) return run.fail(error);
    if (error instanceof Error && 'code' in error && 'path' in error) {
      return run.fail(new NpmFailure([`code ${error.code}`, `path ${error.path}`, error.message]));
    }
    throw error;
  }
}
