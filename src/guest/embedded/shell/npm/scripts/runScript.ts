import { findPrefix, isThere, type JsonObject, needManifest, textOf, textsOf } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';
import { lifecycleEnv } from './lifecycleEnv.ts';

/** Scripts that have a command of their own; `npm run` lists them apart. */
const lifecycle = /^(pre|post)?(test|start|stop|restart)$/;

/** `npm run [SCRIPT] [-- ARG…]`, `npm test`, `npm start` …: the exit code of the script. */
export async function runScript(run: NpmRun, event: string | null, args: readonly string[]): Promise<number> {
  const { files, cwd } = run.call;
  const prefix = await findPrefix(files, run.text('prefix') ?? cwd);
  const manifest = (await needManifest(files, prefix)).value;
  const scripts = { ...textsOf(manifest.scripts) };
  if (event === null) return listScripts(run, manifest, scripts);
  if (event === 'start' && scripts.start === undefined && (await isThere(files, `${prefix}/server.js`)))
    scripts.start = 'node server.js';
  if (event === 'restart' && scripts.restart === undefined)
    scripts.restart = 'npm stop --if-present && npm start';
  if (event === 'env' && scripts.env === undefined) scripts.env = 'env';
  if (scripts[event] === undefined) {
    if (run.on('if-present')) return 0;
    throw missing(event, Object.keys(scripts));
  }
  const around = run.on('ignore-scripts') ? [event] : [`pre${event}`, event, `post${event}`];
  for (const name of around) {
    const source = scripts[name];
    if (source === undefined || (source === '' && name !== event)) continue;
    const given = name === event ? args : [];
    await banner(run, manifest, name, [source, ...given].join(' '));
    const script = [source, ...given.map(escaped)].join(' ');
    const env = lifecycleEnv(run, prefix, manifest, { event: name, source });
    const exitCode = await run.call.shell(script, { cwd: prefix, env });
    if (exitCode !== 0) return exitCode;
    if (run.call.signal.aborted) return 143;
  }
  return 0;
}

async function banner(run: NpmRun, manifest: JsonObject, event: string, command: string): Promise<void> {
  await run.tell(`\n> ${packageId(manifest)}${event}\n> ${command.trim().replaceAll('\n', '\n> ')}\n\n`);
}

/** `name@version ` with what there is of it. */
function packageId(manifest: JsonObject): string {
  const name = textOf(manifest.name);
  const version = textOf(manifest.version);
  if (!name) return '';
  return version ? `${name}@${version} ` : `${name} `;
}

/** As npm passes an argument to `sh`. */
function escaped(arg: string): string {
  if (arg === '') return "''";
  if (!/[\t\n\r "#$&'()*;<>?\\`|~]/.test(arg)) return arg;
  return `'${arg.replaceAll("'", "'\\''")}'`;
}

async function listScripts(
  run: NpmRun,
  manifest: JsonObject,
  scripts: Readonly<Record<string, string>>,
): Promise<number> {
  const names = Object.keys(scripts);
  const id = packageId(manifest).trimEnd();
  if (run.on('json')) {
    await run.out(`${JSON.stringify(scripts, null, 2)}\n`);
    return 0;
  }
  if (names.length === 0) return 0;
  if (run.silent) {
    await run.out(names.map((name) => `${name}\n`).join(''));
    return 0;
  }
  const listed = (some: readonly string[]) =>
    some.map((name) => `  ${name}\n    ${scripts[name]}\n`).join('');
  const own = names.filter((name) => lifecycle.test(name));
  const others = names.filter((name) => !lifecycle.test(name));
  const of = id === '' ? '' : ` in ${id}`;
  if (own.length > 0) await run.out(`Lifecycle scripts included${of}:\n${listed(own)}`);
  if (others.length > 0) {
    await run.out(
      own.length > 0
        ? `available via \`npm run-script\`:\n${listed(others)}`
        : `Scripts available${of} via \`npm run-script\`:\n${listed(others)}`,
    );
  }
  return 0;
}

function missing(event: string, names: readonly string[]): NpmFailure {
  const near = names
    .filter((name) => distance(name, event) * 0.4 < 1 && distance(name, event) < name.length)
    .slice(0, 3);
  const hint =
    near.length === 0
      ? []
      : [
          '',
          near.length === 1 ? 'Did you mean this?' : 'Did you mean one of these?',
          ...near.map((name) => `  npm run ${name}`),
        ];
  return new NpmFailure([
    `Missing script: "${event}"`,
    ...hint,
    '',
    'To see a list of scripts, run:',
    '  npm run',
  ]);
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = before[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      now.push(Math.min(change, before[column]! + 1, now[column - 1]! + 1));
    }
    before = now;
  }
  return before[b.length]!;
}
