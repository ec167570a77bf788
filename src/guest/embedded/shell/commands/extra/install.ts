import type { Options } from './getopt.ts';
import type { Io } from './io.ts';
import { modeFrom } from './mode.ts';

export const installSpec = [
  'b',
  'backup=?',
  'c',
  'C|compare',
  'd|directory',
  'D',
  'g|group=',
  'm|mode=',
  'o|owner=',
  'p|preserve-timestamps',
  's|strip',
  'S|suffix=',
  't|target-directory=',
  'T|no-target-directory',
  'v|verbose',
];

function nameOf(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//, '');
}

/** Makes each missing folder of `operand`, telling of it where asked; the words of the failure, or null. */
async function makeFolders(io: Io, operand: string, verbose: boolean): Promise<string | null> {
  const parts = operand.split('/');
  for (let index = 1; index <= parts.length; index++) {
    const shown = parts.slice(0, index).join('/');
    if (shown === '') continue;
    const stat = await io.stat(io.path(shown));
    if (stat?.kind === 'directory') continue;
    const failed = await io.attempt(io.tools.disk.files.mkdir(io.path(shown), false));
    if (failed !== null) return `cannot create directory '${shown}': ${failed}`;
    if (verbose) await io.out(`install: creating directory '${shown}'\n`);
  }
  return null;
}

export async function install(io: Io, options: Options): Promise<number> {
  const { operands } = options;
  const { files } = io.tools.disk;
  const verbose = options.has('v');
  const mode = modeFrom(options.get('m') ?? '755', 0);
  if (mode === null) return io.fail(`invalid mode '${options.get('m')}'`);
  if (operands.length === 0) return io.usage('missing file operand');
  let exitCode = 0;
  if (options.has('d')) {
    for (const operand of operands) {
      const failed = await makeFolders(io, operand, verbose);
      if (failed === null) await files.chmod(io.path(operand), mode);
      else exitCode = await io.fail(failed);
    }
    return exitCode;
  }
  const folder = options.get('t');
  if (folder === undefined && operands.length === 1)
    return io.usage(`missing destination file operand after '${operands[0]}'`);
  const sources = folder === undefined ? operands.slice(0, -1) : operands;
  const target = folder ?? operands.at(-1) ?? '';
  if (options.has('D')) {
    const parent = folder ?? target.slice(0, Math.max(0, target.lastIndexOf('/')));
    const failed = parent === '' ? null : await makeFolders(io, parent, verbose);
    if (failed !== null) return io.fail(failed);
  }
  const targetKind = (await io.stat(io.path(target)))?.kind;
  const intoFolder = targetKind === 'directory' && !options.has('T');
  if (!intoFolder && (folder !== undefined || sources.length > 1)) {
    const reason = targetKind === undefined ? 'No such file or directory' : 'Not a directory';
    return io.fail(
      folder === undefined ? `target '${target}': ${reason}` : `target directory '${target}': ${reason}`,
    );
  }
  for (const source of sources) {
    const stat = await io.stat(io.path(source));
    const to = intoFolder ? `${target.replace(/\/$/, '')}/${nameOf(source)}` : target;
    if (!stat) {
      exitCode = await io.fail(`cannot stat '${source}': No such file or directory`);
      continue;
    }
    if (stat.kind === 'directory') {
      exitCode = await io.fail(`omitting directory '${source}'`);
      continue;
    }
    if ((await io.lstat(io.path(to))) && verbose) await io.out(`removed '${to}'\n`);
    const write = async (): Promise<void> => {
      await files.rm(io.path(to), { recursive: false, force: true });
      await files.copy(io.path(source), io.path(to), false);
      await files.chmod(io.path(to), mode);
      // A copy keeps the time of its source only where that is asked for.
      const timeMs = options.has('p') ? stat.mtimeMs : Date.now();
      await files.utimes(io.path(to), timeMs, timeMs);
    };
    const failed = await io.attempt(write());
    if (failed !== null) exitCode = await io.fail(`cannot create regular file '${to}': ${failed}`);
    else if (verbose) await io.out(`'${source}' -> '${to}'\n`);
  }
  return exitCode;
}
