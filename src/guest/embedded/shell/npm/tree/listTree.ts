import { type JsonObject, readJson } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';
import { chosenWorkspaces, findPlace, readWorkspaces } from '../cli/workspaces.ts';
import { rootOf } from '../install/applyTree.ts';
import { readActual } from './actualTree.ts';
import { byName, type Edge, satisfies, type TreeNode } from './treeNode.ts';

interface Row {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly name: string;
  readonly version: string | null;
  readonly isMatch: boolean;
}

/** `npm ls [NAME…] [--depth N] [--all] [--json]`: what is installed, as a tree. */
export async function listTree(run: NpmRun): Promise<number> {
  const { files, cwd } = run.call;
  const place = await findPlace(files, run.text('prefix') ?? cwd);
  const { prefix } = place;
  const project = (await readJson(files, `${prefix}/package.json`))?.value ?? {};
  const workspaces = await readWorkspaces(files, prefix, project);
  const root = rootOf(project, workspaces);
  await readActual(files, prefix, root, new Map(workspaces.map(({ path, manifest }) => [path, manifest])));
  const chosen = (await chosenWorkspaces(run, place))?.map(({ name }) => name) ?? null;
  const names = run.options.words.slice(1).map((word) => word.replace(/(?!^)@.*$/, ''));
  const depth = run.on('all') || names.length > 0 ? Number.POSITIVE_INFINITY : Number(run.text('depth') ?? 0);
  const problems: string[] = [];
  const shown = new Set<TreeNode>([root]);
  const rows = rowsOf(root, root, Number.isNaN(depth) ? 0 : depth, names, shown, problems, chosen);
  const label = `${root.packageName === '' ? '' : `${root.packageName}@${root.version} `}${prefix}`;
  if (run.on('json')) await run.out(`${JSON.stringify(asJson(project, rows, problems), null, 2)}\n`);
  else {
    const text = rows.length === 0 ? '└── (empty)\n' : drawn(rows, '');
    await run.out(`${label}\n${text}\n`);
  }
  if (problems.length > 0) throw new NpmFailure(['code ELSPROBLEMS', ...problems]);
  return names.length > 0 && rows.length === 0 ? 1 : 0;
}

function rowsOf(
  node: TreeNode,
  root: TreeNode,
  depth: number,
  names: readonly string[],
  shown: Set<TreeNode>,
  problems: string[],
  /** Of the root: the only ones to be listed. */
  only: readonly string[] | null = null,
): Row[] {
  const rows: Row[] = [];
  /** Looked at once all of this level stand: what stands here is a repetition further down, as in npm. */
  const below: (() => void)[] = [];
  const from = node === root ? `${root.packageName}@${root.version}` : `${node.packageName}@${node.version}`;
  const listed = new Set<string>();
  const add = (name: string, found: TreeNode | null, edge: Edge | null): void => {
    listed.add(name);
    const isMatch = names.length === 0 || names.includes(name);
    if (!found) {
      if (edge?.kind === 'peerOptional') return;
      const isOptional = edge?.kind === 'optional';
      if (!isOptional) problems.push(`missing: ${name}@${edge?.wants}, required by ${from}`);
      if (isMatch)
        rows.push({
          label: `UNMET ${isOptional ? 'OPTIONAL ' : ''}DEPENDENCY ${name}@${edge?.wants}`,
          rows: [],
          name,
          version: null,
          isMatch,
        });
      return;
    }
    let label =
      found.packageName === name
        ? `${name}@${found.version}`
        : `${name}@npm:${found.packageName}@${found.version}`;
    if (edge && !satisfies(found, edge)) {
      problems.push(`invalid: ${name}@${found.version} ${found.location}`);
      label += ` invalid: "${edge.wants}" from ${node === root ? 'the root project' : node.location}`;
    }
    if (!edge) {
      problems.push(`extraneous: ${name}@${found.version} ${found.location}`);
      label += ' extraneous';
    }
    const isRepeated = shown.has(found);
    if (isRepeated) label += ' deduped';
    if (found.linkTo !== null) label += ` -> ./${found.linkTo}`;
    shown.add(found);
    below.push(() => {
      // What a workspace asks for is asked for by the project.
      const deeper = found.isWorkspace && node === root ? depth : depth - 1;
      const inner = deeper >= 0 && !isRepeated ? rowsOf(found, root, deeper, names, shown, problems) : [];
      if (isMatch || inner.length > 0)
        rows.push({ label, rows: inner, name, version: found.version, isMatch });
    });
  };
  for (const edge of node.edges) {
    if (only === null || only.includes(edge.name))
      add(edge.name, node.startOf(edge).resolve(edge.name), edge);
  }
  if (node === root && only === null) {
    const wanted = reachable(root);
    for (const child of root.children.values())
      if (!listed.has(child.name) && !wanted.has(child)) add(child.name, child, null);
  }
  for (const look of below) look();
  return rows.sort((a, b) => byName(a.name, b.name));
}

function reachable(root: TreeNode): ReadonlySet<TreeNode> {
  const found = new Set([root]);
  for (const node of found) {
    for (const edge of node.edges) {
      const target = node.startOf(edge).resolve(edge.name);
      if (target) found.add(target);
    }
  }
  return found;
}

function drawn(rows: readonly Row[], indent: string): string {
  return rows
    .map((row, index) => {
      const isLast = index === rows.length - 1;
      const branch = `${isLast ? '└' : '├'}─${row.rows.length > 0 ? '┬' : '─'} `;
      return `${indent}${branch}${row.label}\n${drawn(row.rows, `${indent}${isLast ? '  ' : '│ '}`)}`;
    })
    .join('');
}

function asJson(project: JsonObject, rows: readonly Row[], problems: readonly string[]): JsonObject {
  const dependencies = (some: readonly Row[]): JsonObject =>
    Object.fromEntries(
      some.map((row) => [
        row.name,
        row.version === null
          ? { missing: true }
          : {
              version: row.version,
              ...(row.rows.length > 0 ? { dependencies: dependencies(row.rows) } : {}),
            },
      ]),
    );
  return {
    ...(project.version === undefined ? {} : { version: project.version }),
    ...(project.name === undefined ? {} : { name: project.name }),
    ...(problems.length > 0 ? { problems } : {}),
    ...(rows.length > 0 ? { dependencies: dependencies(rows) } : {}),
  };
}
