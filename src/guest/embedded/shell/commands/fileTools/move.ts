import { backUp, destinations, mayReplace } from './copy.ts';
import type { FileTool } from './fileTool.ts';

export const mvSpec = {
  short: 'bfinS:t:TuvZ',
  long: {
    'backup=?': 'backup',
    force: 'f',
    interactive: 'i',
    'no-clobber': 'n',
    'suffix=': 'S',
    'target-directory=': 't',
    'no-target-directory': 'T',
    update: 'u',
    verbose: 'v',
    'strip-trailing-slashes': 'ignored',
  },
};

export async function mv(tool: FileTool): Promise<void> {
  const places = await destinations(tool);
  for (const { source, target } of places ?? []) await moveOne(tool, source, target);
}

async function moveOne(tool: FileTool, source: string, target: string): Promise<void> {
  const { disk } = tool.tools;
  const own = await tool.lstat(source);
  if (!own) return tool.fail(`cannot stat '${source}': No such file or directory`);
  const [from, to] = [tool.path(source), tool.path(target)];
  if (from === to) return tool.fail(`'${source}' and '${target}' are the same file`);
  if (own.kind === 'directory' && to.startsWith(`${from}/`))
    return tool.fail(`cannot move '${source}' to a subdirectory of itself, '${target}'`);
  const there = await tool.lstat(target);
  if (there?.kind === 'directory' && own.kind !== 'directory')
    return tool.fail(`cannot overwrite directory '${target}' with non-directory`);
  if (there && there.kind !== 'directory' && own.kind === 'directory')
    return tool.fail(`cannot overwrite non-directory '${target}' with directory '${source}'`);
  if (!there && target.endsWith('/') && own.kind !== 'directory')
    return tool.fail(`cannot move '${source}' to '${target}': Not a directory`);
  if (!(await mayReplace(tool, source, target))) return;
  await backUp(tool, target);
  const failed = await tool.attempt(disk.mv(from, to));
  if (failed !== null) return tool.fail(`cannot move '${source}' to '${target}': ${failed}`);
  if (tool.has('v')) tool.output.print(`renamed '${source}' -> '${target}'\n`);
}
