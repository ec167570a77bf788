import { baseName, type FileTool, joinPath } from './fileTool.ts';

export const cpSpec = {
  short: 'abdfHiLlnPpRrsS:t:TuvxZ',
  long: {
    archive: 'a',
    'no-clobber': 'n',
    force: 'f',
    interactive: 'i',
    link: 'l',
    dereference: 'L',
    'no-dereference': 'P',
    'preserve=?': 'preserve',
    'no-preserve=': 'ignored',
    parents: 'parents',
    recursive: 'r',
    'symbolic-link': 's',
    'suffix=': 'S',
    'target-directory=': 't',
    'no-target-directory': 'T',
    update: 'u',
    verbose: 'v',
    'backup=?': 'backup',
    'one-file-system': 'x',
    'strip-trailing-slashes': 'ignored',
    'reflink=?': 'ignored',
    'sparse=': 'ignored',
    'remove-destination': 'remove',
    'copy-contents': 'ignored',
    'attributes-only': 'attributes-only',
  },
};

/** The places that a list of sources goes to; null where the operands make no sense, which is said. */
export async function destinations(
  tool: FileTool,
): Promise<{ readonly source: string; readonly target: string }[] | null> {
  const into = tool.value('t');
  const operands = [...tool.operands];
  if (operands.length === 0) {
    await tool.usage('missing file operand');
    return null;
  }
  let folder = into;
  if (into === undefined) {
    if (operands.length === 1) {
      await tool.usage(`missing destination file operand after '${operands[0]}'`);
      return null;
    }
    const last = operands.pop()!;
    const isFolder = !tool.has('T') && (await tool.isFolder(last));
    if (!isFolder) {
      if (operands.length > 1) {
        if (tool.has('T')) await tool.usage(`extra operand '${operands[1]}'`);
        else
          await tool.fail(
            `target '${last}': ${(await tool.stat(last)) ? 'Not a directory' : 'No such file or directory'}`,
          );
        return null;
      }
      return [{ source: operands[0]!, target: last }];
    }
    folder = last;
  } else if (!(await tool.isFolder(into))) {
    await tool.fail(
      `target directory '${into}': ${(await tool.stat(into)) ? 'Not a directory' : 'No such file or directory'}`,
    );
    return null;
  }
  const place = folder!;
  return operands.map((source) => ({
    source,
    target: joinPath(
      place,
      tool.has('parents') ? source.replace(/^\/+|\/+$/g, '') : baseName(source),
    ).replace(/\/\.$/, ''),
  }));
}

/** Whether what stands at the target may be replaced. */
export async function mayReplace(tool: FileTool, source: string, target: string): Promise<boolean> {
  const there = await tool.lstat(target);
  if (!there) return true;
  const mode = tool.last('n', 'i', 'f');
  if (mode === 'n') return false;
  if (mode === 'i') return tool.agrees(`overwrite '${target}'?`);
  if (tool.has('u')) {
    const own = await tool.stat(source);
    if (own && there.mtimeMs >= own.mtimeMs) return false;
  }
  return true;
}

/** Moves what stands at the target away: to `target~`, or to the next `target.~N~` where numbers are asked for or used. */
export async function backUp(tool: FileTool, target: string): Promise<void> {
  if (!tool.has('b', 'S', 'backup') || !(await tool.lstat(target))) return;
  const control = tool.value('backup') ?? '';
  if (control === 'none' || control === 'off') return;
  let number = 0;
  if (!/^(simple|never)$/.test(control)) {
    const folder = target.includes('/') ? target.slice(0, target.lastIndexOf('/') + 1) : './';
    const start = `${baseName(target)}.~`;
    for (const name of await tool.tools.disk.readdir(tool.path(folder))) {
      if (!name.startsWith(start)) continue;
      number = Math.max(number, Number(/^(\d+)~$/.exec(name.slice(start.length))?.[1] ?? 0));
    }
  }
  const counts = number > 0 || /^(numbered|t)$/.test(control);
  const name = counts ? `${target}.~${number + 1}~` : `${target}${tool.value('S') ?? '~'}`;
  await tool.attempt(tool.tools.disk.mv(tool.path(target), tool.path(name)));
}

export async function cp(tool: FileTool): Promise<void> {
  const places = await destinations(tool);
  if (!places) return;
  for (const { source, target } of places) {
    if (tool.has('parents')) {
      const folder = target.slice(0, target.lastIndexOf('/'));
      await tool.attempt(tool.tools.disk.mkdir(tool.path(folder), { recursive: true }));
    }
    await copyOne(tool, source, target, true);
  }
}

function isRecursive(tool: FileTool): boolean {
  return tool.has('r', 'R', 'a');
}

/** Links are followed unless the copy is recursive or an option says otherwise. */
function followsLinks(tool: FileTool, isOperand: boolean): boolean {
  const mode = tool.last('L', 'P', 'H', 'd', 'a');
  if (mode === 'L') return true;
  if (mode === 'H') return isOperand;
  return mode === undefined && !isRecursive(tool);
}

async function copyOne(tool: FileTool, source: string, target: string, isOperand: boolean): Promise<void> {
  const { disk } = tool.tools;
  const own = followsLinks(tool, isOperand) ? await tool.stat(source) : await tool.lstat(source);
  if (!own) return tool.fail(`cannot stat '${source}': No such file or directory`);
  const [from, to] = [tool.path(source), tool.path(target)];
  if (own.kind === 'directory') {
    if (!isRecursive(tool)) return tool.fail(`-r not specified; omitting directory '${source}'`);
    if (to === from || to.startsWith(`${from}/`))
      return tool.fail(`cannot copy a directory, '${source}', into itself, '${target}'`);
    return copyFolder(tool, source, target, own);
  }
  if (tool.has('remove') && from !== to && (await tool.lstat(target))?.kind !== 'directory')
    await disk.files.rm(to, { recursive: false, force: true });
  const there = await tool.stat(target);
  if (there?.kind === 'directory')
    return tool.fail(`cannot overwrite directory '${target}' with non-directory`);
  if (there && (from === to || (await samePlace(tool, from, to))))
    return tool.fail(`'${source}' and '${target}' are the same file`);
  if (!there && target.endsWith('/'))
    return tool.fail(`cannot create regular file '${target}': Not a directory`);
  if (!(await mayReplace(tool, source, target))) return;
  await backUp(tool, target);
  const work = async (): Promise<void> => {
    if (tool.has('s')) return disk.symlink(source, to);
    if (own.kind === 'symlink') {
      if (await tool.lstat(target)) await disk.files.rm(to, { recursive: false, force: true });
      return disk.symlink(await disk.readlink(from), to);
    }
    if (tool.has('l')) return disk.link(from, to);
    // A tree keeps its named pipes; alone one is read, as any file is.
    if (own.pipe !== undefined && isRecursive(tool)) {
      if (there) await disk.files.rm(to, { recursive: false, force: true });
      return disk.files.mkfifo?.(to, own.mode);
    }
    if (tool.has('attributes-only')) return there ? undefined : disk.writeFile(to, new Uint8Array(0));
    return disk.cp(from, to);
  };
  const failed = await tool.attempt(work());
  if (failed !== null) {
    const isMissing = failed === 'No such file or directory' || failed === 'Not a directory';
    return tool.fail(`${isMissing ? 'cannot create regular file' : 'error writing'} '${target}': ${failed}`);
  }
  if (own.kind === 'file' && tool.has('p', 'a', 'preserve')) await keepTimes(tool, target, own);
  if (tool.has('v')) tool.output.print(`'${source}' -> '${target}'\n`);
}

async function samePlace(tool: FileTool, from: string, to: string): Promise<boolean> {
  const { disk } = tool.tools;
  const places = await Promise.all([from, to].map((path) => disk.realpath(path).catch(() => path)));
  return places[0] === places[1];
}

async function keepTimes(
  tool: FileTool,
  target: string,
  own: { readonly mode: number; readonly mtimeMs: number },
): Promise<void> {
  const { disk } = tool.tools;
  await disk.chmod(tool.path(target), own.mode & 0o7777);
  await disk.utimes(tool.path(target), new Date(own.mtimeMs), new Date(own.mtimeMs));
}

async function copyFolder(
  tool: FileTool,
  source: string,
  target: string,
  own: { readonly mode: number; readonly mtimeMs: number },
): Promise<void> {
  const { disk } = tool.tools;
  const there = await tool.stat(target);
  if (there && there.kind !== 'directory')
    return tool.fail(`cannot overwrite non-directory '${target}' with directory '${source}'`);
  if (!there) {
    const failed = await tool.attempt(disk.mkdir(tool.path(target)));
    if (failed !== null) return tool.fail(`cannot create directory '${target}': ${failed}`);
    if (tool.has('v')) tool.output.print(`'${source}' -> '${target}'\n`);
  }
  for (const name of await disk.readdir(tool.path(source)))
    await copyOne(tool, joinPath(source, name), joinPath(target, name), false);
  if (tool.has('p', 'a', 'preserve')) await keepTimes(tool, target, own);
}
