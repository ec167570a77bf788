import semver from 'semver';
import type { FileOps } from '../../../files/index.ts';
import {
  isObject,
  type JsonFile,
  type JsonObject,
  readJson,
  relativePath,
  textOf,
  textsOf,
  writeJson,
} from '../cli/project.ts';
import { coded, NpmFailure, type NpmRun } from '../cli/run.ts';
import { chosenWorkspaces, findPlace, readWorkspaces } from '../cli/workspaces.ts';
import { type NpmConfig, readConfig } from '../registry/config.ts';
import { pickVersion } from '../registry/pickVersion.ts';
import { Registry } from '../registry/registry.ts';
import { parseWord, type Spec } from '../registry/spec.ts';
import { readLock } from '../tree/lockFile.ts';
import { byName } from '../tree/treeNode.ts';
import { applyTree, summary, writeLocks } from './applyTree.ts';

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;
type Section = (typeof sections)[number];

/** A package that the call names, what is written to package.json for it, and what is looked up now. */
interface Asked {
  readonly name: string;
  readonly lookUp: string;
  readonly save: string;
  readonly section: Section;
}

/** `npm install [WORD…]` and, with `removes`, `npm uninstall WORD…`. */
export async function installCommand(
  run: NpmRun,
  words: readonly string[],
  removes = false,
): Promise<number> {
  const startedMs = run.call.nowMs();
  const { files, cwd } = run.call;
  if (run.on('global'))
    throw new NpmFailure(['global packages are not in this guest; install into the project, or use npx']);
  const place = await findPlace(files, run.text('prefix') ?? cwd);
  const { prefix } = place;
  const root = await fileIn(files, prefix);
  if (removes && words.length === 0)
    throw coded('EUSAGE', '', ['npm uninstall must be given a package name to remove']);
  const config = await readConfig(run);
  const registry = new Registry(run, config);
  const workspaces = await readWorkspaces(files, prefix, root.value);
  const chosen = words.length > 0 ? ((await chosenWorkspaces(run, place)) ?? []) : [];
  const folders = chosen.length > 0 ? chosen.map(({ path }) => path) : [prefix];
  const changes = await Promise.all(
    folders.map(async (folder): Promise<Change> => {
      const file = folder === prefix ? root : await fileIn(files, folder);
      if (removes) {
        const left = without(file.value, words);
        return { file, names: words, lookUp: left, save: left };
      }
      const asked = await Promise.all(
        words.map((word) => askedFor(run, config, registry, file.value, folder, word)),
      );
      return {
        file,
        names: asked.map(({ name }) => name),
        lookUp: withAsked(file.value, asked, 'lookUp'),
        save: withAsked(file.value, asked, 'save'),
      };
    }),
  );
  const changed = (folder: string) => changes.find(({ file }) => file.path === `${folder}/package.json`);
  const locked = await readLock(files, `${prefix}/package-lock.json`);
  const { root: tree, difference } = await applyTree(run, config, registry, {
    prefix,
    project: changed(prefix)?.lookUp ?? root.value,
    locked,
    // What a workspace finds at the root is another's too: it stays there if it does not fit this one any more.
    renew: changes.flatMap(({ file, names }) => (file === root ? names : [])),
    workspaces: workspaces.map((each) => ({
      ...each,
      manifest: changed(each.path)?.lookUp ?? each.manifest,
    })),
  });
  const isReal = !run.on('dry-run');
  const saves = isReal && run.on('save', true);
  for (const { file, lookUp, save } of changes) {
    if (saves && words.length > 0) await writeJson(files, { ...file, value: save });
    // The tree has it of a workspace, and the lock file says what was saved.
    if (file !== root) Object.assign(lookUp, save);
  }
  await writeLocks(files, prefix, tree, changed(prefix)?.save ?? root.value, {
    lock: saves && run.on('package-lock', true) && config.get('package-lock') !== 'false',
    hidden: isReal && !run.on('package-lock-only'),
  });
  await run.tell(summary(difference, run.call.nowMs() - startedMs));
  return 0;
}

/** A package.json and what becomes of it. */
interface Change {
  readonly file: JsonFile;
  readonly names: readonly string[];
  /** With the versions that are looked up now, and with the ranges that are written. */
  readonly lookUp: JsonObject;
  readonly save: JsonObject;
}

async function fileIn(files: FileOps, folder: string): Promise<JsonFile> {
  const path = `${folder}/package.json`;
  return (await readJson(files, path)) ?? { path, value: {}, indent: '  ', newline: '\n' };
}

/** `npm ci`: exactly what the lock file says, into an empty node_modules. */
export async function cleanInstall(run: NpmRun): Promise<number> {
  const startedMs = run.call.nowMs();
  const { files, cwd } = run.call;
  const { prefix } = await findPlace(files, cwd);
  const locked = await readLock(files, `${prefix}/package-lock.json`);
  if (!locked) {
    throw coded('EUSAGE', '', [
      '',
      'The `npm ci` command can only install with an existing package-lock.json or',
      'npm-shrinkwrap.json with lockfileVersion >= 1. Run an install with npm@5 or',
      'later to generate a package-lock.json file, then try again.',
    ]);
  }
  const project = (await readJson(files, `${prefix}/package.json`))?.value ?? {};
  const outOfSync = differences(project, locked);
  if (outOfSync.length > 0) {
    throw coded('EUSAGE', '', [
      '',
      '`npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.',
      '',
      ...outOfSync,
    ]);
  }
  const config = await readConfig(run);
  await files.rm(`${prefix}/node_modules`, { recursive: true, force: true });
  const workspaces = await readWorkspaces(files, prefix, project);
  const wanted = { prefix, project, locked, renew: [], workspaces };
  const { root, difference } = await applyTree(run, config, new Registry(run, config), wanted);
  await writeLocks(files, prefix, root, project, { lock: false, hidden: true });
  await run.tell(summary(difference, run.call.nowMs() - startedMs));
  return 0;
}

function differences(project: JsonObject, locked: Readonly<Record<string, JsonObject>>): string[] {
  return sections.slice(0, 3).flatMap((section) =>
    Object.entries(textsOf(project[section])).flatMap(([name, wants]) => {
      const version = textOf(locked[`node_modules/${name}`]?.version);
      const isRange = semver.validRange(wants, { loose: true }) !== null;
      if (version === undefined)
        return section === 'optionalDependencies' || !isRange
          ? []
          : [`Missing: ${name}@${wants} from lock file`];
      if (!isRange || semver.satisfies(version, wants, { loose: true })) return [];
      return [`Invalid: lock file's ${name}@${version} does not satisfy ${name}@${wants}`];
    }),
  );
}

async function askedFor(
  run: NpmRun,
  config: NpmConfig,
  registry: Registry,
  project: JsonObject,
  prefix: string,
  word: string,
): Promise<Asked> {
  const spec = parseWord(word);
  if (spec.kind === 'other') {
    throw new NpmFailure([
      `${word}: only packages of the registry and folders can be installed in this guest`,
    ]);
  }
  if (spec.kind === 'folder') return folderAsked(run, project, prefix, spec);
  const { version } = pickVersion(await registry.packument(spec.wants), spec);
  const alias = spec.wants === spec.name ? '' : `npm:${spec.wants}@`;
  const section = sectionFor(run, project, spec.name);
  const save = `${alias}${savedRange(run, config, spec, version)}`;
  return { name: spec.name, lookUp: `${alias}${version}`, save, section };
}

async function folderAsked(
  run: NpmRun,
  project: JsonObject,
  prefix: string,
  spec: Extract<Spec, { kind: 'folder' }>,
): Promise<Asked> {
  const { files, cwd } = run.call;
  const folder = spec.path.startsWith('/')
    ? spec.path
    : await files.realpath(`${cwd}/${spec.path}`).catch(() => `${cwd}/${spec.path}`);
  const manifest = (await readJson(files, `${folder}/package.json`))?.value;
  const name = spec.name || textOf(manifest?.name);
  if (!manifest || !name)
    throw new NpmFailure(['code ENOENT', 'syscall open', `path ${folder}/package.json`, 'errno -2'], 254);
  const save = `file:${relativePath(prefix, folder)}`;
  return { name, lookUp: save, save, section: sectionFor(run, project, name) };
}

/** A range is kept as it was asked unless `^version` is narrower; a version or tag becomes `^version`. */
function savedRange(
  run: NpmRun,
  config: NpmConfig,
  spec: Exclude<Spec, { kind: 'folder' | 'other' }>,
  version: string,
): string {
  const isExact = run.on('save-exact') || config.get('save-exact') === 'true';
  const usual = `${isExact ? '' : (config.get('save-prefix') ?? '^')}${version}`;
  if (spec.kind === 'tag' || semver.valid(spec.range, { loose: true }) !== null) return usual;
  return semver.subset(usual, spec.range, { loose: true }) ? usual : spec.range;
}

function sectionFor(run: NpmRun, project: JsonObject, name: string): Section {
  if (run.on('save-dev')) return 'devDependencies';
  if (run.on('save-optional')) return 'optionalDependencies';
  if (run.on('save-peer')) return 'peerDependencies';
  if (run.on('save-prod')) return 'dependencies';
  return sections.find((section) => textsOf(project[section])[name] !== undefined) ?? 'dependencies';
}

function withAsked(project: JsonObject, asked: readonly Asked[], as: 'lookUp' | 'save'): JsonObject {
  const result = without(
    project,
    asked.map(({ name }) => name),
  );
  for (const each of asked) {
    const before = isObject(result[each.section]) ? (result[each.section] as JsonObject) : {};
    const entries = Object.entries({ ...before, [each.name]: each[as] });
    result[each.section] = Object.fromEntries(entries.sort(([a], [b]) => byName(a, b)));
  }
  return result;
}

/** A section that becomes empty goes. */
function without(project: JsonObject, names: readonly string[]): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(project)) {
    const isSection = sections.some((section) => section === key);
    if (!isSection || !isObject(value)) result[key] = value;
    else {
      const kept = Object.entries(value).filter(([name]) => !names.includes(name));
      if (kept.length > 0 || Object.keys(value).length === 0) result[key] = Object.fromEntries(kept);
    }
  }
  return result;
}
