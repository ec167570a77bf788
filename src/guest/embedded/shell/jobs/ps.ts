import type { Command } from 'just-bash/browser';
import type { ProcessInfo } from '../../processes/contract.ts';
import { type CommandTools, command, fail, latin1FromText } from '../commands/command.ts';

interface Row extends ProcessInfo {
  readonly ranMs: number;
}

const columnsOf: Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly right?: boolean;
      readonly least?: number;
      readonly cell: (row: Row) => string;
    }
  >
> = {
  pid: { title: 'PID', right: true, least: 5, cell: ({ pid }) => `${pid}` },
  ppid: { title: 'PPID', right: true, least: 5, cell: ({ ppid }) => `${ppid}` },
  user: { title: 'USER', least: 8, cell: () => 'user' },
  uid: { title: 'UID', least: 8, cell: () => 'user' },
  tty: { title: 'TTY', least: 8, cell: () => '?' },
  stat: { title: 'STAT', cell: () => 'S' },
  time: { title: 'TIME', right: true, least: 8, cell: () => '00:00:00' },
  etime: { title: 'ELAPSED', right: true, cell: ({ ranMs }) => elapsed(ranMs) },
  etimes: { title: 'ELAPSED', right: true, cell: ({ ranMs }) => `${Math.floor(ranMs / 1000)}` },
  stime: { title: 'STIME', cell: ({ startedMs }) => new Date(startedMs).toISOString().slice(11, 16) },
  cpu: { title: '%CPU', right: true, cell: () => '0.0' },
  mem: { title: '%MEM', right: true, cell: () => '0.0' },
  vsz: { title: 'VSZ', right: true, least: 6, cell: () => '0' },
  rss: { title: 'RSS', right: true, least: 5, cell: () => '0' },
  c: { title: 'C', right: true, cell: () => '0' },
  comm: { title: 'CMD', cell: ({ title }) => nameOf(title) },
  args: { title: 'CMD', cell: ({ title }) => title.replaceAll('\n', ' ') },
};

const aliases: Readonly<Record<string, string>> = {
  cmd: 'args',
  command: 'args',
  '%cpu': 'cpu',
  pcpu: 'cpu',
  '%mem': 'mem',
  pmem: 'mem',
  s: 'stat',
  state: 'stat',
  ucmd: 'comm',
  start: 'stime',
  tt: 'tty',
};

/** `ps`, `ps aux`, `ps -ef`, `ps -p N`, `ps -o a,b=`. */
export function ps(tools: CommandTools): Command {
  return command('ps', async (args) => {
    let columns = ['pid', 'tty', 'time', 'comm'];
    let headers: Record<string, string> = {};
    let pids: number[] | null = null;
    const options = [...args];
    for (let arg = options.shift(); arg !== undefined; arg = options.shift()) {
      const valued = /^(?:-?([opqC])|--(pid|format|ppid))(?:=|$)?(.*)$/.exec(arg);
      const key = valued ? (valued[1] ?? valued[2] ?? '') : '';
      if (valued && (key === 'o' || key === 'format')) {
        const chosen = chosenColumns(valued[3] || (options.shift() ?? ''));
        if ('unknown' in chosen)
          return fail(`error: unknown user-defined format specifier "${chosen.unknown}"\n`);
        ({ columns, headers } = chosen);
      } else if (valued && key !== 'C')
        pids = (valued[3] || (options.shift() ?? '')).split(/[, ]+/).map(Number);
      else if (/^-?[a-zA-Z]+$/.test(arg)) {
        if (arg.includes('u')) {
          columns = ['user', 'pid', 'cpu', 'mem', 'vsz', 'rss', 'tty', 'stat', 'stime', 'time', 'args'];
          headers = { args: 'COMMAND', stime: 'START' };
        } else if (arg.includes('f')) columns = ['uid', 'pid', 'ppid', 'c', 'stime', 'tty', 'time', 'args'];
        else if (arg.includes('x')) columns = ['pid', 'tty', 'stat', 'time', 'args'];
      } else if (/^\d+$/.test(arg)) pids = [...(pids ?? []), Number(arg)];
      else return fail(`error: unsupported option (BSD syntax)\n`);
    }
    const nowMs = Date.now();
    const processes = (await tools.processes?.calls.list()) ?? [];
    const rows = processes
      .filter(({ pid }) => pids === null || pids.includes(pid))
      .map((info) => ({ ...info, ranMs: Math.max(0, nowMs - info.startedMs) }));
    const text = table(rows, columns, headers);
    return {
      stdout: latin1FromText(text),
      stderr: '',
      exitCode: rows.length > 0 ? 0 : 1,
      stdoutKind: 'bytes',
    };
  });
}

function chosenColumns(
  list: string,
): { columns: string[]; headers: Record<string, string> } | { unknown: string } {
  const columns: string[] = [];
  const headers: Record<string, string> = {};
  for (const item of list.split(/[, ]+/).filter(Boolean)) {
    const [name = '', header] = item.split('=');
    const known = aliases[name] ?? name;
    if (!columnsOf[known]) return { unknown: name };
    columns.push(known);
    if (header !== undefined) headers[known] = header;
  }
  return { columns, headers };
}

function table(
  rows: readonly Row[],
  columns: readonly string[],
  headers: Readonly<Record<string, string>>,
): string {
  const shown = columns.map((name) => ({
    column: columnsOf[name]!,
    title: headers[name] ?? columnsOf[name]!.title,
  }));
  const lines = rows.map((row) => shown.map(({ column }) => column.cell(row)));
  // Where every title is empty there is no line of them.
  if (shown.some(({ title }) => title !== '')) lines.unshift(shown.map(({ title }) => title));
  const widths = shown.map(({ column }, index) =>
    Math.max(...lines.map((line) => line[index]!.length), column.least ?? 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, index) => {
          if (shown[index]!.column.right) return cell.padStart(widths[index]!);
          return index === line.length - 1 ? cell : cell.padEnd(widths[index]!);
        })
        .join(' '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** The program of a command line, without its folder. */
export function nameOf(title: string): string {
  const word = title.trim().split(/\s+/)[0] ?? '';
  return word.slice(word.lastIndexOf('/') + 1).slice(0, 15) || 'bash';
}

function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${two(hours)}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
