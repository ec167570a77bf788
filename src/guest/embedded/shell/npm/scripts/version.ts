import { inc, type ReleaseType, valid } from 'semver';
import {
  findPrefix,
  isObject,
  type JsonObject,
  needManifest,
  readJson,
  textOf,
  writeJson,
} from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';
import { npmVersion } from '../cli/version.ts';
import { lifecycleEnv } from './lifecycleEnv.ts';

const releases: ReadonlySet<string> = new Set(
  'major minor patch premajor preminor prepatch prerelease'.split(' '),
);

/** `npm version [NEW | major | minor | patch | …]`: in package.json and the lock file, in a repository a commit and a tag. */
export async function version(run: NpmRun): Promise<number> {
  const { files, cwd } = run.call;
  const prefix = await findPrefix(files, cwd);
  const [, asked] = run.options.words;
  if (asked === undefined) return tellVersions(run, prefix);
  const manifest = await needManifest(files, prefix);
  const now = textOf(manifest.value.version) ?? '';
  const next = releases.has(asked)
    ? inc(now, asked as ReleaseType, false, run.text('preid') ?? undefined)
    : valid(asked);
  if (next === null) throw new NpmFailure([`Invalid version: ${releases.has(asked) ? now : asked}`]);
  if (next === now && !run.on('allow-same-version')) throw new NpmFailure(['Version not changed']);
  const isTagged = run.on('git-tag-version', true) && (await git(run, prefix, 'rev-parse --git-dir'));
  if (isTagged && !run.on('force') && !(await git(run, prefix, 'diff-index --quiet HEAD --'))) {
    throw new NpmFailure(['Git working directory not clean.']);
  }
  const script = (event: string) => runHook(run, prefix, manifest.value, event);
  if ((await script('preversion')) !== 0) return 1;
  manifest.value.version = next;
  await writeJson(files, manifest);
  const changed = ['package.json'];
  for (const name of ['package-lock.json', 'npm-shrinkwrap.json']) {
    const lock = await readJson(files, `${prefix}/${name}`);
    if (!lock) continue;
    lock.value.version = next;
    const { packages } = lock.value;
    const root = isObject(packages) ? packages[''] : undefined;
    if (isObject(root)) root.version = next;
    await writeJson(files, lock);
    changed.push(name);
  }
  if ((await script('version')) !== 0) return 1;
  if (isTagged) {
    const message = (run.text('message') ?? '%s').replaceAll('%s', next);
    const quoted = `'${message.replaceAll("'", "'\\''")}'`;
    for (const line of [`add ${changed.join(' ')}`, `commit -m ${quoted}`, `tag -a v${next} -m ${quoted}`])
      if (!(await git(run, prefix, line, '>/dev/null')))
        throw new NpmFailure([`command failed: git ${line}`]);
  }
  if ((await script('postversion')) !== 0) return 1;
  await run.out(`v${next}\n`);
  return 0;
}

/** True where git ended well. What it says goes nowhere, or its errors through. */
async function git(run: NpmRun, prefix: string, line: string, silence = '>/dev/null 2>&1'): Promise<boolean> {
  const exitCode = await run.call.shell(`git ${line} ${silence}`, { cwd: prefix, env: run.call.env });
  return exitCode === 0;
}

async function runHook(run: NpmRun, prefix: string, manifest: JsonObject, event: string): Promise<number> {
  const scripts = isObject(manifest.scripts) ? manifest.scripts : {};
  const source = textOf(scripts[event]);
  if (source === undefined || run.on('ignore-scripts')) return 0;
  return run.call.shell(source, { cwd: prefix, env: lifecycleEnv(run, prefix, manifest, { event, source }) });
}

/** Versions by name, as Node prints an object. */
async function tellVersions(run: NpmRun, prefix: string): Promise<number> {
  const own = (await readJson(run.call.files, `${prefix}/package.json`))?.value;
  const name = textOf(own?.name);
  const number = textOf(own?.version);
  const all = { ...(name && number ? { [name]: number } : {}), npm: npmVersion, node: '20.20.2' };
  if (run.on('json')) await run.out(`${JSON.stringify(all, null, 2)}\n`);
  else {
    const lines = Object.entries(all).map(
      ([key, value]) => `  ${/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`}: '${value}'`,
    );
    await run.out(`{\n${lines.join(',\n')}\n}\n`);
  }
  return 0;
}
