import { type JsonObject, readJson } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';
import { chosenWorkspaces, findPlace, readWorkspaces } from '../cli/workspaces.ts';
import { rootOf } from '../install/applyTree.ts';
import { readActual } from '../tree/actualTree.ts';
import { byName, type Edge, type TreeNode } from '../tree/treeNode.ts';
import { readConfig } from './config.ts';
import { pickVersion } from './pickVersion.ts';
import { Registry } from './registry.ts';
import { parseSpec } from './spec.ts';

interface Row {
  readonly name: string;
  readonly path: string;
  readonly current: string | undefined;
  readonly wanted: string;
  readonly latest: string;
  readonly location: string | undefined;
  readonly dependent: string;
  /** What `dependent` is called in the table: a workspace with its version. */
  readonly shownDependent: string;
}

/** `npm outdated [NAME…] [--all] [--json] [--parseable]`: 1 where something is. */
export async function outdated(run: NpmRun): Promise<number> {
  const { files, cwd } = run.call;
  const place = await findPlace(files, cwd);
  const { prefix } = place;
  const project = (await readJson(files, `${prefix}/package.json`))?.value ?? {};
  const workspaces = await readWorkspaces(files, prefix, project);
  const chosen = (await chosenWorkspaces(run, place))?.map(({ name }) => name) ?? null;
  const root = rootOf(project, workspaces);
  await readActual(files, prefix, root, new Map(workspaces.map(({ path, manifest }) => [path, manifest])));
  const registry = new Registry(run, await readConfig(run));
  const names = run.options.words.slice(1);
  const all = [root, ...root.descendants()];
  const isTop = (node: TreeNode) => node === root || node.isWorkspace;
  const asking = all.filter((node) => {
    if (chosen !== null && !(node.isWorkspace && chosen.includes(node.name))) return false;
    return names.length > 0 || run.on('all') || isTop(node);
  });
  const edges = asking.flatMap((node) => node.edges.map((edge) => ({ node, edge })));
  const wanted = edges.filter(({ edge }) => names.length === 0 || names.includes(edge.name));
  const folder = prefix.slice(prefix.lastIndexOf('/') + 1);
  const looked = await Promise.all(
    wanted.map(({ node, edge }) => rowOf(registry, prefix, node, edge, node === root ? folder : node.name)),
  );
  const rows = looked
    .filter((row) => row !== null)
    .sort((a, b) => byName(a.name, b.name) || byName(a.dependent, b.dependent));
  if (run.on('json')) await run.out(`${JSON.stringify(asJson(rows), null, 2)}\n`);
  else if (rows.length > 0) await run.out(run.on('parseable') ? parseable(rows) : table(rows));
  return rows.length > 0 ? 1 : 0;
}

/** Null for what is as new as it can be, and what no registry knows. */
async function rowOf(
  registry: Registry,
  prefix: string,
  from: TreeNode,
  edge: Edge,
  dependent: string,
): Promise<Row | null> {
  const spec = parseSpec(edge.name, edge.wants);
  if (spec.kind === 'folder' || spec.kind === 'other') return null;
  const found = from.startOf(edge).resolve(edge.name);
  if (!found && edge.kind !== 'prod') return null;
  try {
    const page = await registry.packument(spec.wants);
    const { version: wanted } = pickVersion(page, spec);
    const { version: latest } = pickVersion(page, { ...spec, kind: 'tag', tag: 'latest' });
    const current = found?.version;
    if (current === wanted && wanted === latest) return null;
    const location = found ? (found.linkTo ?? found.location) : undefined;
    return {
      name: spec.wants === edge.name ? edge.name : `${edge.name}:${spec.wants}@${wantedText(edge)}`,
      path: location === undefined ? '' : `${prefix}/${location}`,
      current,
      wanted,
      latest,
      location: found?.location,
      dependent,
      shownDependent: from.isWorkspace ? `${from.packageName}@${from.version}` : dependent,
    };
  } catch (error) {
    if (error instanceof NpmFailure && /^code E(TARGET|404)$/.test(error.lines[0] ?? '')) return null;
    throw error;
  }
}

/** The range behind `npm:other@`. */
function wantedText({ wants }: Edge): string {
  return wants.slice(wants.lastIndexOf('@') + 1);
}

function table(rows: readonly Row[]): string {
  const lines = [
    ['Package', 'Current', 'Wanted', 'Latest', 'Location', 'Depended by'],
    ...rows.map(({ name, current, wanted, latest, location, shownDependent }) => [
      name,
      current ?? 'MISSING',
      wanted,
      latest,
      location ?? '-',
      shownDependent,
    ]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const isRight = (column: number) => column >= 1 && column <= 3;
  return lines
    .map((line) => {
      const cells = line.map((cell, column) =>
        isRight(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      );
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function parseable(rows: readonly Row[]): string {
  const lines = rows.map(({ path, name, wanted, current, latest, dependent }) => {
    const installed = current === undefined ? 'MISSING' : `${name}@${current}`;
    return `${[path, `${name}@${wanted}`, installed, `${name}@${latest}`, dependent].join(':')}\n`;
  });
  return lines.join('');
}

/** By name; a list where several depend on it. */
function asJson(rows: readonly Row[]): JsonObject {
  const result: JsonObject = {};
  for (const { name, current, wanted, latest, dependent, path } of rows) {
    const location = path === '' ? undefined : path;
    const row = { current, wanted, latest, dependent, location };
    const before = result[name];
    result[name] = before === undefined ? row : [before, row].flat();
  }
  return result;
}
