import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

export const realpathSpec = [
  'e|canonicalize-existing',
  'm|canonicalize-missing',
  'L|logical',
  'P|physical',
  'q|quiet',
  's|strip|no-symlinks',
  'z|zero',
  'relative-to=',
  'relative-base=',
];

type Demand = 'all' | 'all but the last' | 'nothing';

/** The path with its links followed; null where a part is missing that must not be. */
export async function canonical(io: Io, operand: string, demand: Demand): Promise<string | null> {
  const parts = (operand.startsWith('/') ? operand : `${io.context.cwd}/${operand}`).split('/');
  let path = '';
  let missing = false;
  const names = parts.filter((part) => part !== '' && part !== '.');
  for (const [index, name] of names.entries()) {
    if (name === '..') {
      path = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      continue;
    }
    const next = `${path}/${name}`;
    if (missing) {
      path = next;
      continue;
    }
    const isLast = index === names.length - 1;
    const real = await io.tools.disk.realpath(next).catch(() => null);
    if (real !== null) {
      const isFolder = (await io.stat(real))?.kind === 'directory';
      const needsFolder = !isLast || operand.endsWith('/');
      if (needsFolder && !isFolder && demand !== 'nothing') return null;
      path = real === '/' ? '' : real;
      continue;
    }
    if (demand === 'all' || (demand === 'all but the last' && !isLast)) return null;
    const link = await io.tools.disk.readlink(next).catch(() => null);
    // A link to nothing: what it says is the answer, as far as that goes.
    path = link === null ? next : io.tools.disk.resolvePath(path || '/', link);
    missing = true;
  }
  return path || '/';
}

export function relativePath(from: string, to: string): string {
  const [a, b] = [from, to].map((path) => path.split('/').filter(Boolean)) as [string[], string[]];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/') || '.';
}

function isBelow(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

export async function realpath(io: Io, options: Options): Promise<number> {
  if (options.operands.length === 0) return io.usage('missing operand');
  const mode = options.last('e', 'm');
  const demand: Demand = mode === 'e' ? 'all' : mode === 'm' ? 'nothing' : 'all but the last';
  const resolve = async (operand: string): Promise<string | null> => {
    if (operand === '') return null;
    if (!options.has('s')) return canonical(io, operand, demand);
    const path = io.path(operand);
    if (demand === 'nothing') return path;
    const needed = demand === 'all' ? path : path.slice(0, path.lastIndexOf('/')) || '/';
    return (await io.stat(needed)) ? path : null;
  };
  let base = options.get('relative-base');
  let to = options.get('relative-to') ?? base;
  for (const folder of [base, to]) {
    if (folder !== undefined && (await resolve(folder)) === null)
      return io.fail(`${folder}: No such file or directory`);
  }
  base = base === undefined ? undefined : ((await resolve(base)) ?? base);
  to = to === undefined ? undefined : ((await resolve(to)) ?? to);
  // Both given: paths are relative only where the folder to start from lies below the base too.
  if (base !== undefined && to !== undefined && !isBelow(to, base)) to = undefined;
  let exitCode = 0;
  for (const operand of options.operands) {
    const path = await resolve(operand);
    if (path === null) {
      exitCode = 1;
      const reason = (await isInFile(io, operand)) ? 'Not a directory' : 'No such file or directory';
      if (!options.has('q')) await io.fail(`${operand || "''"}: ${reason}`);
      continue;
    }
    const isRelative = to !== undefined && (base === undefined || isBelow(path, base));
    const shown = isRelative && to !== undefined ? relativePath(to, path) : path;
    await io.out(shown + (options.has('z') ? '\0' : '\n'));
  }
  return exitCode;
}

/** Whether something above `operand` is a file and no folder. */
export async function isInFile(io: Io, operand: string): Promise<boolean> {
  const path = io.path(operand) + (operand.endsWith('/') ? '/' : '');
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const stat = await io.stat(path.slice(0, at));
    if (stat) return stat.kind !== 'directory';
  }
  return false;
}
