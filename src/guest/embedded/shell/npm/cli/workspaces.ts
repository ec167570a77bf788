import type { FileOps } from '../../../files/index.ts';
import { findPrefix, isObject, type JsonObject, readJson, relativePath, textOf } from './project.ts';
import { NpmFailure, type NpmRun } from './run.ts';

/** A package of the project that lies in a folder of its own and is linked into the project's node_modules. */
export interface Workspace {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Below the project. */
  readonly location: string;
  readonly manifest: JsonObject;
}

/** The packages that `workspaces` of a package.json names, by the order of its patterns and then of their paths. */
export async function readWorkspaces(
  files: FileOps,
  prefix: string,
  project: JsonObject,
): Promise<Workspace[]> {
  const given = isObject(project.workspaces) ? project.workspaces.packages : project.workspaces;
  if (!Array.isArray(given)) return [];
  const found = new Map<string, Workspace>();
  for (const pattern of given) {
    if (typeof pattern !== 'string') continue;
    const isNot = pattern.startsWith('!');
    const parts = pattern
      .replace(/^!/, '')
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    for (const location of await foldersAs(files, prefix, '', parts)) {
      if (isNot) found.delete(location);
      else {
        const path = `${prefix}/${location}`;
        const manifest = (await readJson(files, `${path}/package.json`))?.value;
        const name = textOf(manifest?.name) ?? location.slice(location.lastIndexOf('/') + 1);
        if (manifest) found.set(location, { name, path, location, manifest });
      }
    }
  }
  const names = new Map<string, string>();
  for (const { name, path } of found.values()) {
    const other = names.get(name);
    if (other !== undefined) {
      throw new NpmFailure([
        'code EDUPLICATEWORKSPACE',
        'must not have multiple workspaces with the same name',
        `package '${name}' has conflicts in the following paths:`,
        ...[other, path].map((each) => `    ${each}`),
      ]);
    }
    names.set(name, path);
  }
  return [...found.values()];
}

/** Folders below `folder` whose paths fit the parts of a pattern. */
async function foldersAs(
  files: FileOps,
  prefix: string,
  folder: string,
  parts: readonly string[],
): Promise<string[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return folder === '' ? [] : [folder];
  const at = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  if (!/[*?]/.test(part)) return foldersAs(files, prefix, at(part), rest);
  const entries = await files.readdir(`${prefix}/${folder}`).catch(() => []);
  const names = entries
    .filter(({ name, kind }) => kind === 'directory' && name !== 'node_modules' && !name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  const isAll = part === '**';
  const pattern = new RegExp(
    `^${part
      .replace(/[.+^$()[\]{}|\\]/g, '\\$&')
      .replace(/\*+/g, '.*')
      .replaceAll('?', '.')}$`,
  );
  const found = isAll ? await foldersAs(files, prefix, folder, rest) : [];
  for (const name of names) {
    if (isAll) found.push(...(await foldersAs(files, prefix, at(name), parts)));
    else if (pattern.test(name)) found.push(...(await foldersAs(files, prefix, at(name), rest)));
  }
  return [...new Set(found)];
}

/** Where npm works: the project around `cwd`, and which of its workspaces `cwd` is in. */
export interface Place {
  readonly prefix: string;
  readonly inside: Workspace | null;
}

/** As npm looks for it: a package that is a workspace of one further up belongs to that. */
export async function findPlace(files: FileOps, cwd: string): Promise<Place> {
  const own = await findPrefix(files, cwd);
  for (let folder = parentOf(own); folder !== null; folder = parentOf(folder)) {
    const project = (await readJson(files, `${folder}/package.json`).catch(() => null))?.value;
    if (project?.workspaces === undefined) continue;
    const inside = (await readWorkspaces(files, folder, project)).find(({ path }) => path === own);
    if (inside) return { prefix: folder, inside };
  }
  return { prefix: own, inside: null };
}

function parentOf(folder: string): string | null {
  return folder === '/' ? null : folder.slice(0, folder.lastIndexOf('/')) || '/';
}

/** Whether the call is about workspaces, by its options. */
export function asksForWorkspaces(run: NpmRun): boolean {
  return run.options.flags.has('workspace') || run.on('workspaces');
}

/**
 * The workspaces that the call names by their names, paths or a folder above them, or all. The project itself comes
 * first with `--include-workspace-root`. Null where it names none.
 */
export async function chosenWorkspaces(run: NpmRun, { prefix, inside }: Place): Promise<Workspace[] | null> {
  const { files, cwd } = run.call;
  if (!asksForWorkspaces(run)) return inside === null ? null : [inside];
  const project = (await readJson(files, `${prefix}/package.json`))?.value ?? {};
  const all = await readWorkspaces(files, prefix, project);
  const filters = (run.text('workspace') ?? '').split(' ').filter(Boolean);
  const isMeant = ({ name, path }: Workspace) =>
    filters.length === 0 ||
    filters.some((filter) => {
      const folder = filter.startsWith('/') ? filter : normal(`${cwd}/${filter}`);
      return filter === name || folder === path || folder === parentOf(path);
    });
  const root = { name: textOf(project.name) ?? '', path: prefix, location: '', manifest: project };
  const chosen = [...(run.on('include-workspace-root') ? [root] : []), ...all.filter(isMeant)];
  if (chosen.length > 0) return chosen;
  const named = filters.map((filter) => ` --workspace=${filter}`).join('');
  throw new NpmFailure(filters.length > 0 ? ['No workspaces found:', ` ${named}`] : ['No workspaces found!']);
}

function normal(path: string): string {
  return `/${relativePath('/', new URL(`file://${path}`).pathname)}`;
}
