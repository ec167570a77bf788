import { isThere, type JsonObject, needManifest, textOf, textsOf } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';
import { chosenWorkspaces, findPlace, type Workspace } from '../cli/workspaces.ts';
import { lifecycleEnv } from './lifecycleEnv.ts';

/** Scripts that have a command of their own; `npm run` lists them apart. */
const lifecycle = /^(pre|post)?(test|start|stop|restart)$/;

/** `npm run [SCRIPT] [-- ARG…]`, `npm test`, `npm start` …: the exit code of the script. */
export async function runScript(run: NpmRun, event: string | null, args: readonly string[]): Promise<number> {
  const place = await findPlace(run.call.files, run.text('prefix') ?? run.call.cwd);
  const workspaces = await chosenWorkspaces(run, place);
  return workspaces
    ? inWorkspaces(run, event, args, workspaces)
    : (await runIn(run, event, args, place.prefix)).exitCode;
}

/** One after the other, whatever becomes of them: the exit code of the last one that failed. */
async function inWorkspaces(
  run: NpmRun,
  event: string | null,
  args: readonly string[],
  workspaces: readonly Workspace[],
): Promise<number> {
  let exitCode = 0;
  for (const workspace of workspaces) {
    const { name, path, manifest } = workspace;
    const id = packageId(manifest).trimEnd() || name;
    const isLast = workspace === workspaces.at(-1);
    const said = (lines: readonly string[], summary: readonly string[]) =>
      run.fail(
        new NpmFailure([
          `Lifecycle script \`${event}\` failed with error:`,
          ...lines,
          `workspace ${id}`,
          `location ${path}`,
          ...summary,
        ]),
      );
    try {
      const ran = await runIn(run, event, args, path, workspace.location === '' ? '' : ` --workspace=${id}`);
      if (event === null) {
        if (ran.hasListed && !isLast) await run.out('\n');
        continue;
      }
      if (ran.exitCode === 0) continue;
      exitCode = ran.exitCode;
      if (run.call.signal.aborted) return exitCode;
      await said([`code ${exitCode}`, `path ${path}`], ['command failed', `command sh -c ${ran.script}`]);
    } catch (error) {
      if (!(error instanceof NpmFailure)) throw error;
      exitCode = error.exitCode;
      await said([], error.lines);
    }
    if (!isLast && !run.silent) await run.call.err('\n');
  }
  return exitCode;
}

interface Ran {
  readonly exitCode: number;
  /** The last that was run. */
  readonly script?: string;
  /** Scripts were listed. */
  readonly hasListed?: boolean;
}

async function runIn(
  run: NpmRun,
  event: string | null,
  args: readonly string[],
  prefix: string,
  option = '',
): Promise<Ran> {
  const { files } = run.call;
  const manifest = (await needManifest(files, prefix)).value;
  const scripts = { ...textsOf(manifest.scripts) };
  if (event === null) {
    await listScripts(run, manifest, scripts);
    return { exitCode: 0, hasListed: Object.keys(scripts).length > 0 && !run.silent };
  }
  if (event === 'start' && scripts.start === undefined && (await isThere(files, `${prefix}/server.js`)))
    scripts.start = 'node server.js';
  if (event === 'restart' && scripts.restart === undefined)
    scripts.restart = 'npm stop --if-present && npm start';
  if (event === 'env' && scripts.env === undefined) scripts.env = 'env';
  if (scripts[event] === undefined) {
    if (run.on('if-present')) return { exitCode: 0 };
    throw missing(event, Object.keys(scripts), option);
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
    if (exitCode !== 0) return { exitCode, script };
    if (run.call.signal.aborted) return { exitCode: 143, script };
  }
  return { exitCode: 0 };
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

function missing(event: string, names: readonly string[], option: string): NpmFailure {
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
    `  npm run${option}`,
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
