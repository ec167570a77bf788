import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { findPrefix, isThere, readJson, textsOf } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';
import { applyTree, writeLocks } from '../install/applyTree.ts';
import { readConfig } from '../registry/config.ts';
import { pickVersion } from '../registry/pickVersion.ts';
import { Registry } from '../registry/registry.ts';
import { parseWord } from '../registry/spec.ts';
import { readActual } from '../tree/actualTree.ts';
import { binOf } from '../tree/lockFile.ts';
import { satisfies, TreeNode } from '../tree/treeNode.ts';
import { binFolders, lifecycleEnv } from './lifecycleEnv.ts';

/** `npx CMD [ARG…]`, `npx -p PKG CMD`, `npx -c 'LINE'`: the project's own program, else one fetched into npm's cache. */
export async function npx(run: NpmRun): Promise<number> {
  const { files, cwd } = run.call;
  const line = run.text('call');
  const [word, ...args] = run.options.words;
  const packages = (run.text('package') ?? '').split(' ').filter(Boolean);
  if (word === undefined && line === null) throw new NpmFailure(['npx needs a command: npx CMD [ARG…]']);
  const prefix = await findPrefix(files, cwd);
  if (packages.length === 0 && word !== undefined) {
    if (/^[\w.-]+$/.test(word)) {
      for (const folder of binFolders(cwd)) {
        if (await isThere(files, `${folder}/${word}`))
          return start(run, prefix, [], [`${folder}/${word}`, ...args]);
      }
    }
    packages.push(word);
  }
  if (packages.length === 0 && line !== null) return start(run, prefix, [], null, line);
  const found = (await inProject(run, prefix, packages)) ?? (await inCache(run, packages));
  if (line !== null) return start(run, prefix, [found.bin], null, line);
  const program = run.text('package') === null ? programOf(found.node, word!) : word!;
  return start(run, prefix, [found.bin], [program, ...args]);
}

interface Found {
  readonly bin: string;
  readonly node: TreeNode;
}

async function start(
  run: NpmRun,
  prefix: string,
  bins: readonly string[],
  argv: readonly string[] | null,
  line = '',
): Promise<number> {
  const manifest = (await readJson(run.call.files, `${prefix}/package.json`).catch(() => null))?.value ?? {};
  const script = argv === null ? line : argv.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(' ');
  const env = lifecycleEnv(run, prefix, manifest, { event: 'npx', source: argv?.[0] ?? line });
  const path = [...bins, env.PATH].join(':');
  return run.call.shell(script, { cwd: run.call.cwd, env: { ...env, PATH: path } });
}

/** The one program of a package, or the one that is called as the package is. */
function programOf(node: TreeNode, word: string): string {
  const names = Object.keys(binOf(node) ?? {});
  const own = node.packageName.replace(/^@[^/]+\//, '');
  const chosen = names.length === 1 ? names[0] : names.find((name) => name === own);
  if (chosen === undefined) throw new NpmFailure(['could not determine executable to run', `pkgid ${word}`]);
  return chosen;
}

/** The project's own where it has all of them in the versions that were asked for. */
async function inProject(run: NpmRun, prefix: string, packages: readonly string[]): Promise<Found | null> {
  const root = emptyRoot({});
  await readActual(run.call.files, prefix, root);
  const nodes = packages.map((word) => {
    const spec = parseWord(word);
    const node = root.children.get(spec.name);
    if (!node || spec.kind === 'folder' || spec.kind === 'other') return null;
    const wants = spec.kind === 'range' ? spec.range : spec.tag;
    return satisfies(node, { name: spec.name, wants, kind: 'prod' }) ? node : null;
  });
  const [first] = nodes;
  if (!first || nodes.some((node) => node === null)) return null;
  return { bin: `${prefix}/node_modules/.bin`, node: first };
}

async function inCache(run: NpmRun, packages: readonly string[]): Promise<Found> {
  const config = await readConfig(run);
  const registry = new Registry(run, config);
  const dependencies: Record<string, string> = {};
  const ids: string[] = [];
  for (const word of packages) {
    const spec = parseWord(word);
    if (spec.kind === 'folder' || spec.kind === 'other')
      throw new NpmFailure([`${word}: npx runs packages of the registry only`]);
    const { version } = pickVersion(await registry.packument(spec.wants), spec);
    dependencies[spec.name] = version;
    ids.push(`${spec.wants}@${version}`);
  }
  const hash = bytesToHex(sha512(new TextEncoder().encode(packages.join('\n')))).slice(0, 16);
  const prefix = `${run.call.env.HOME ?? '/home/user'}/.npm/_npx/${hash}`;
  const project = { dependencies };
  await run.call.files.mkdir(prefix, true);
  const installed = textsOf((await readJson(run.call.files, `${prefix}/package.json`))?.value.dependencies);
  if (ids.length > 0 && JSON.stringify(installed) !== JSON.stringify(dependencies)) {
    await run.warn(
      `exec The following package${ids.length === 1 ? ' was' : 's were'} not found and will be installed: ${ids.join(', ')}`,
    );
  }
  const { root } = await applyTree(run, config, registry, { prefix, project, locked: null, renew: [] });
  const text = new TextEncoder().encode(`${JSON.stringify(project, null, 2)}\n`);
  await run.call.files.writeFile(`${prefix}/package.json`, text);
  await writeLocks(run.call.files, prefix, root, project, { lock: true, hidden: true });
  const node = root.children.get(Object.keys(dependencies)[0]!);
  if (!node) throw new NpmFailure([`${packages[0]} could not be installed`]);
  return { bin: `${prefix}/node_modules/.bin`, node };
}

function emptyRoot(manifest: Record<string, unknown>): TreeNode {
  return new TreeNode({ name: '', manifest, resolved: null, integrity: null }, null);
}
