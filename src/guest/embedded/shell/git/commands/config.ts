import {
  type ConfigEntry,
  canonicalKey,
  parseConfig,
  renameInConfig,
  setInConfig,
  unsetInConfig,
} from '../base/configFile.ts';
import { noEditor } from '../base/editor.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';

const table = new OptionTable(
  'config',
  'global local system worktree f,file= get get-all get-regexp l,list unset unset-all add replace-all rename-section remove-section e,edit z,null name-only show-origin show-scope bool int type= default= path includes no-includes get-urlmatch',
);

/** Rewrites a config file; it is made where it was not. */
export async function editConfig(git: GitCall, path: string, edit: (text: string) => string): Promise<void> {
  const before = (await git.textOf(path)) ?? '';
  const after = edit(before);
  if (after !== before) await git.files.writeFile(path, new TextEncoder().encode(after));
}

async function fileOf(git: GitCall, given: GivenOptions): Promise<string> {
  const file = given.value('file');
  if (file !== undefined) return git.resolve(file);
  if (given.has('global')) return git.globalConfigPath;
  if (given.has('system')) return '/etc/gitconfig';
  const repo = await git.repoIfAny();
  if (repo) return `${repo.gitDir}/config`;
  return die(
    given.has('local') ? '--local can only be used inside a git repository' : 'not in a git directory',
  );
}

async function entriesOf(git: GitCall, given: GivenOptions): Promise<readonly ConfigEntry[]> {
  if (given.has('global', 'local', 'system', 'file'))
    return parseConfig((await git.textOf(await fileOf(git, given))) ?? '');
  return git.configEntries();
}

function typed(value: string, given: GivenOptions, key: string): string {
  const type = given.value('type') ?? (given.has('bool') ? 'bool' : given.has('int') ? 'int' : '');
  if (type === 'bool') {
    if (/^(true|yes|on|[1-9]\d*)$/i.test(value)) return 'true';
    if (/^(false|no|off|0|)$/i.test(value)) return 'false';
    die(`bad boolean config value '${value}' for '${key}'`);
  }
  if (type === 'int') {
    const match = /^(-?\d+)([kmg]?)$/i.exec(value);
    if (!match) die(`bad numeric config value '${value}' for '${key}': invalid unit`);
    return String(Number(match[1]) * 1024 ** ' kmg'.indexOf(match[2]!.toLowerCase() || ' '));
  }
  return value;
}

function checkKey(key: string): void {
  if (!key.includes('.')) throw new GitFailure(`error: key does not contain a section: ${key}\n`, 1);
  if (!/^[A-Za-z0-9-]+\.(?:.*\.)?[A-Za-z][A-Za-z0-9-]*$/s.test(key))
    throw new GitFailure(`error: invalid key: ${key}\n`, 1);
}

export async function config(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const [key = '', value, pattern] = given.operands;
  const end = given.has('null') ? '\0' : '\n';
  if (given.has('list')) {
    for (const { key: name, value: text } of await entriesOf(git, given)) {
      git.print(
        given.has('name-only') ? `${name}${end}` : `${name}${given.has('null') ? '\n' : '='}${text}${end}`,
      );
    }
    return 0;
  }
  if (given.has('edit')) throw new GitFailure(noEditor, 1);
  if (given.has('get-regexp')) {
    const regexp = new RegExp(key);
    const found = (await entriesOf(git, given)).filter(({ key: name }) => regexp.test(name));
    for (const { key: name, value: text } of found)
      git.print(given.has('name-only') ? `${name}${end}` : `${name} ${text}${end}`);
    return found.length > 0 ? 0 : 1;
  }
  if (given.has('rename-section')) {
    const file = await fileOf(git, given);
    const before = (await git.textOf(file)) ?? '';
    const after = renameInConfig(before, key, value ?? '');
    if (after === before) die(`no such section: ${key}`);
    await editConfig(git, file, () => after);
    return 0;
  }
  if (given.has('remove-section')) {
    const file = await fileOf(git, given);
    const has = parseConfig((await git.textOf(file)) ?? '').some((entry) => entry.key.startsWith(`${key}.`));
    if (!has) die(`no such section: ${key}`);
    await editConfig(git, file, (text) => unsetInConfig(text, key, true));
    return 0;
  }
  if (key === '') throw new GitFailure('usage: git config [<options>]\n', 129);
  checkKey(key);
  const canonical = canonicalKey(key);
  if (given.has('get', 'get-all') || (value === undefined && !given.has('unset', 'unset-all', 'add'))) {
    const found = (await entriesOf(git, given)).filter((entry) => entry.key === canonical);
    const fallback = given.value('default');
    if (found.length === 0 && fallback === undefined) return 1;
    const shown = found.length === 0 ? [fallback!] : found.map((entry) => entry.value);
    for (const text of given.has('get-all') ? shown : shown.slice(-1))
      git.print(`${typed(text, given, canonical)}${end}`);
    return 0;
  }
  const file = await fileOf(git, given);
  const before = parseConfig((await git.textOf(file)) ?? '').filter((entry) => entry.key === canonical);
  if (given.has('unset', 'unset-all')) {
    if (before.length === 0) return 5;
    if (before.length > 1 && !given.has('unset-all')) {
      await git.warn(`warning: ${key} has multiple values\n`);
      return 5;
    }
    await editConfig(git, file, (text) => unsetInConfig(text, key, false));
    return 0;
  }
  if (before.length > 1 && !given.has('add', 'replace-all') && pattern === undefined) {
    await git.warn(
      `warning: ${key} has multiple values\nerror: cannot overwrite multiple values with a single value\n       Use a regexp, --add or --replace-all to change ${key}.\n`,
    );
    return 5;
  }
  if (given.has('replace-all')) await editConfig(git, file, (text) => unsetInConfig(text, key, false));
  await editConfig(git, file, (text) =>
    setInConfig(text, key, typed(value ?? '', given, canonical), given.has('add')),
  );
  return 0;
}
