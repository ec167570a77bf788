import { modeFrom } from '../extra/mode.ts';
import { parseDate } from '../time/parseDate.ts';
import { momentOf, zoneOf } from '../time/zone.ts';
import { baseName, type FileTool, joinPath } from './fileTool.ts';

export const mkdirSpec = {
  short: 'm:pvZ',
  long: { 'mode=': 'm', parents: 'p', verbose: 'v' },
};

/** The part of a path above its last name that is no folder; null where all are, or are missing. */
async function fileInWay(tool: FileTool, operand: string): Promise<string | null> {
  for (let at = operand.indexOf('/', 1); at > 0; at = operand.indexOf('/', at + 1)) {
    const above = operand.slice(0, at);
    const there = await tool.stat(above);
    if (!there) return null;
    if (there.kind !== 'directory') return above;
  }
  return null;
}

export async function mkdir(tool: FileTool): Promise<void> {
  if (tool.operands.length === 0) return tool.usage('missing operand');
  const given = tool.value('m');
  const mode = given === undefined ? null : modeFrom(given, 0o777, true);
  if (given !== undefined && mode === null) return tool.fail(`invalid mode '${given}'`);
  const { disk } = tool.tools;
  for (const operand of tool.operands) {
    const steps = [operand];
    if (tool.has('p')) {
      const parts = operand.replace(/\/+$/, '').split('/');
      steps.splice(
        0,
        1,
        ...parts.map((_part, index) => parts.slice(0, index + 1).join('/')).filter((step) => step !== ''),
      );
      // One trip where nobody asks what was made.
      if (!tool.has('v') && mode === null) steps.splice(0, steps.length - 1);
    }
    for (const step of steps) {
      if (tool.has('p') && (tool.has('v') || mode !== null) && (await tool.isFolder(step))) continue;
      const failed = await tool.attempt(disk.mkdir(tool.path(step), { recursive: tool.has('p') }));
      if (failed !== null) {
        const inWay = tool.has('p') ? await fileInWay(tool, step) : null;
        if (inWay !== null) await tool.fail(`cannot create directory '${inWay}': Not a directory`);
        else await tool.fail(`cannot create directory '${step}': ${failed}`);
        break;
      }
      if (tool.has('v')) tool.output.print(`mkdir: created directory '${step}'\n`);
      if (mode !== null && step === steps.at(-1)) await disk.chmod(tool.path(step), mode);
    }
  }
}

export const touchSpec = {
  short: 'acd:fhmr:t:',
  long: {
    'no-create': 'c',
    'date=': 'd',
    'no-dereference': 'h',
    'reference=': 'r',
    'time=': 'ignored',
  },
};

/** `[[CC]YY]MMDDhhmm[.ss]`; null where it is not. */
function stampOf(text: string, nowMs: number, zone: string): number | null {
  const match = /^(?:(\d{2})?(\d{2}))?(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/.exec(text);
  if (!match) return null;
  const [, century, short, month, day, hour, minute, second = '0'] = match;
  const year =
    short === undefined
      ? new Date(nowMs).getUTCFullYear()
      : century !== undefined
        ? Number(century + short)
        : Number(short) + (Number(short) < 69 ? 2000 : 1900);
  return momentOf(
    Date.UTC(year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
    zone,
  );
}

export async function touch(tool: FileTool): Promise<void> {
  if (tool.operands.length === 0) return tool.usage('missing file operand');
  const { disk } = tool.tools;
  const zone = zoneOf(tool.context);
  const now = Date.now();
  let when: number | null = null;
  for (const { key, value } of tool.options) {
    if (key === 'r') {
      const other = await tool.stat(value);
      if (!other) return tool.fail(`failed to get attributes of '${value}': No such file or directory`);
      when = other.mtimeMs;
    } else if (key === 'd') {
      when = parseDate(value, now, zone);
      if (when === null) return tool.fail(`invalid date format '${value}'`);
    } else if (key === 't') {
      when = stampOf(value, now, zone);
      if (when === null) return tool.fail(`invalid date format '${value}'`);
    }
  }
  for (const operand of tool.operands) {
    if (operand === '-') continue;
    const path = tool.path(operand);
    const there = await tool.stat(operand);
    if (!there && tool.has('c', 'h')) continue;
    const work = async (): Promise<void> => {
      if (!there) {
        if (operand.endsWith('/')) throw Object.assign(new Error(operand), { code: 'ENOENT' });
        await disk.writeFile(path, new Uint8Array(0));
        if (when === null) return;
      }
      // Only the time of change is kept; a change of the other one alone leaves it.
      if (tool.has('a') && !tool.has('m') && there) return;
      // A link's own time is not kept.
      if (tool.has('h') && (await tool.lstat(operand))?.kind === 'symlink') return;
      const date = new Date(when ?? Date.now());
      await disk.utimes(path, date, date);
    };
    const failed = await tool.attempt(work());
    if (failed !== null) await tool.fail(`cannot touch '${operand}': ${failed}`);
  }
}

export const lnSpec = {
  short: 'bfiLnPrsS:t:Tv',
  long: {
    force: 'f',
    interactive: 'i',
    logical: 'L',
    physical: 'P',
    'no-dereference': 'n',
    relative: 'r',
    symbolic: 's',
    'target-directory=': 't',
    'no-target-directory': 'T',
    verbose: 'v',
    'backup=?': 'b',
  },
};

/** The way from the folder of `from` to `to`, both absolute. */
function relativePath(from: string, to: string): string {
  const base = from.split('/').slice(1, -1);
  const parts = to.split('/').slice(1);
  let same = 0;
  while (same < base.length && same < parts.length - 1 && base[same] === parts[same]) same++;
  return [...base.slice(same).map(() => '..'), ...parts.slice(same)].join('/') || '.';
}

export async function ln(tool: FileTool): Promise<void> {
  const operands = [...tool.operands];
  if (operands.length === 0) return tool.usage('missing file operand');
  let folder = tool.value('t');
  let single: string | null = null;
  if (folder === undefined) {
    const last = operands.length > 1 ? operands.pop()! : '.';
    const own = tool.has('n', 'T') ? await tool.lstat(last) : await tool.stat(last);
    if (own?.kind === 'directory' && !tool.has('T')) folder = last;
    else if (operands.length > 1)
      return tool.fail(`target '${last}': ${own ? 'Not a directory' : 'No such file or directory'}`);
    else single = last;
  }
  for (const operand of operands)
    await linkOne(tool, operand, single ?? joinPath(folder!, baseName(operand)).replace(/^\.\//, './'));
}

async function linkOne(tool: FileTool, source: string, name: string): Promise<void> {
  const { disk } = tool.tools;
  const isSymbolic = tool.has('s');
  const path = tool.path(name);
  if (!isSymbolic) {
    const own = await tool.lstat(source);
    if (!own) return tool.fail(`failed to access '${source}': No such file or directory`);
    if (own.kind === 'directory') return tool.fail(`${source}: hard link not allowed for directory`);
  }
  const there = await tool.lstat(name);
  if (there) {
    if (!tool.has('f'))
      return tool.fail(`failed to create ${isSymbolic ? 'symbolic' : 'hard'} link '${name}': File exists`);
    if (there.kind === 'directory') return tool.fail(`${name}: cannot overwrite directory`);
    if (tool.path(source) === path && !isSymbolic)
      return tool.fail(`'${source}' and '${name}' are the same file`);
    await disk.files.rm(path, { recursive: false, force: true });
  }
  const text = tool.has('r') ? relativePath(path, tool.path(source)) : source;
  const failed = await tool.attempt(
    isSymbolic ? disk.symlink(text, path) : disk.link(tool.path(source), path),
  );
  if (failed !== null) {
    const what = isSymbolic ? `symbolic link '${name}'` : `hard link '${name}' => '${source}'`;
    return tool.fail(`failed to create ${what}: ${failed}`);
  }
  if (tool.has('v')) tool.output.print(`'${name}' ${isSymbolic ? '->' : '=>'} '${text}'\n`);
}
