import { type FileTool, joinPath } from './fileTool.ts';

export const rmSpec = {
  short: 'dfiIrRv',
  long: {
    dir: 'd',
    force: 'f',
    'interactive=?': 'interactive',
    recursive: 'r',
    verbose: 'v',
    'preserve-root=?': 'ignored',
    'no-preserve-root': 'ignored',
    'one-file-system': 'ignored',
  },
};

export async function rm(tool: FileTool): Promise<void> {
  if (tool.operands.length === 0 && !tool.has('f')) return tool.usage('missing operand');
  const asks = await askingOf(tool);
  if (asks === null) return;
  const many = tool.operands.length;
  if (asks === 'once' && (many > 3 || tool.has('r', 'R'))) {
    const how = tool.has('r', 'R') ? ' recursively' : '';
    if (!(await tool.agrees(`remove ${many} argument${many === 1 ? '' : 's'}${how}?`))) return;
  }
  for (const operand of tool.operands) {
    if (/(^|\/)\.{1,2}\/*$/.test(operand)) {
      await tool.fail(`refusing to remove '.' or '..' directory: skipping '${operand}'`);
      continue;
    }
    if (tool.path(operand) === '/') {
      await tool.fail(
        "it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe",
      );
      continue;
    }
    await removeOne(tool, operand, asks === 'always');
  }
}

/** When to ask, as the last such option says; null where its word is none, which is said. */
async function askingOf(tool: FileTool): Promise<'never' | 'once' | 'always' | null> {
  const last = tool.options.findLast(({ key }) => ['i', 'I', 'f', 'interactive'].includes(key));
  if (last?.key === 'i') return 'always';
  if (last?.key === 'I') return 'once';
  if (last?.key !== 'interactive' || /^(never|no|none)$/.test(last.value)) return 'never';
  if (/^(always|yes|)$/.test(last.value)) return 'always';
  if (last.value === 'once') return 'once';
  tool.exitCode = 1;
  await tool.output.errorText(
    `rm: invalid argument '${last.value}' for '--interactive'\nValid arguments are:\n  - 'never', 'no', 'none'\n  - 'once'\n  - 'always', 'yes'\nTry 'rm --help' for more information.\n`,
  );
  return null;
}

async function removeOne(tool: FileTool, operand: string, asks: boolean): Promise<void> {
  const { files } = tool.tools.disk;
  const own = await tool.lstat(operand);
  if (!own) {
    if (!tool.has('f')) await tool.fail(`cannot remove '${operand}': No such file or directory`);
    return;
  }
  const path = tool.path(operand);
  const isFolder = own.kind === 'directory';
  const recursive = tool.has('r', 'R');
  if (isFolder && !recursive) {
    if (!tool.has('d')) return tool.fail(`cannot remove '${operand}': Is a directory`);
    const failed = await tool.attempt(files.rmdir(path));
    if (failed !== null) return tool.fail(`cannot remove '${operand}': ${failed}`);
    if (tool.has('v')) tool.output.print(`removed directory '${operand}'\n`);
    return;
  }
  if (asks) {
    const what = isFolder
      ? (await tool.tools.disk.readdir(path)).length === 0
        ? 'remove directory'
        : 'descend into directory'
      : `remove ${own.size === 0 && own.kind === 'file' ? 'regular empty file' : own.kind === 'symlink' ? 'symbolic link' : 'regular file'}`;
    if (!(await tool.agrees(`${what} '${operand}'?`))) return;
  }
  if (isFolder && (asks || tool.has('v'))) {
    const names = await tool.tools.disk.readdir(path);
    for (const name of names) await removeOne(tool, joinPath(operand, name), asks);
    if (asks && names.length > 0 && !(await tool.agrees(`remove directory '${operand}'?`))) return;
    const failed = await tool.attempt(files.rmdir(path));
    if (failed !== null) return tool.fail(`cannot remove '${operand}': ${failed}`);
    if (tool.has('v')) tool.output.print(`removed directory '${operand}'\n`);
    return;
  }
  const failed = await tool.attempt(files.rm(path, { recursive: isFolder, force: false }));
  if (failed !== null) return tool.fail(`cannot remove '${operand}': ${failed}`);
  if (tool.has('v')) tool.output.print(`removed '${operand}'\n`);
}

export const rmdirSpec = {
  short: 'pv',
  long: { parents: 'p', verbose: 'v', 'ignore-fail-on-non-empty': 'quiet' },
};

export async function rmdir(tool: FileTool): Promise<void> {
  if (tool.operands.length === 0) return tool.usage('missing operand');
  for (const operand of tool.operands) {
    let at = operand.replace(/\/+$/, '');
    for (;;) {
      if (tool.has('v')) tool.output.print(`rmdir: removing directory, '${at}'\n`);
      const own = await tool.lstat(at);
      const failed =
        own && own.kind !== 'directory'
          ? 'Not a directory'
          : await tool.attempt(tool.tools.disk.files.rmdir(tool.path(at)));
      if (failed !== null) {
        if (!(tool.has('quiet') && failed === 'Directory not empty')) {
          const what = at === operand.replace(/\/+$/, '') ? 'failed to remove' : 'failed to remove directory';
          await tool.fail(`${what} '${at}': ${failed}`);
        }
        break;
      }
      if (!tool.has('p') || !at.includes('/')) break;
      at = at.slice(0, at.lastIndexOf('/'));
      if (at === '') break;
    }
  }
}
