import type { FileStat } from '../../../../port.ts';
import type { Options } from './getopt.ts';
import { globPattern } from './glob.ts';
import type { Io } from './io.ts';

export const treeSpec = [
  ...[...'adfFislpugDhCnJXQASNrtcvUx'],
  ...[
    'L=',
    'I=',
    'P=',
    'o=',
    'noreport',
    'dirsfirst',
    'prune',
    'charset=',
    'filelimit=',
    'du',
    'matchdirs',
    'ignore-case',
    'gitignore',
    'sort=?',
  ],
];

interface Row {
  readonly name: string;
  readonly path: string;
  readonly stat: FileStat;
  readonly target: string | null;
}

/** `tree` 2.1. */
export async function tree(io: Io, options: Options): Promise<number> {
  const level = options.get('L');
  if (level !== undefined && !/^[1-9]\d*$/.test(level)) {
    await io.note('tree: Invalid level, must be greater than 0.\n');
    return 1;
  }
  return new Tree(io, options, Number(level ?? Number.POSITIVE_INFINITY)).all();
}

class Tree {
  readonly #io: Io;
  readonly #options: Options;
  readonly #depth: number;
  readonly #hidden: readonly RegExp[];
  readonly #shown: readonly RegExp[];
  #folders = 0;
  #files = 0;
  #lines: string[] = [];

  constructor(io: Io, options: Options, depth: number) {
    this.#io = io;
    this.#options = options;
    this.#depth = depth;
    const form = { crossesSlash: false, ignoreCase: options.has('ignore-case') };
    const patterns = (key: string): RegExp[] =>
      options
        .all(key)
        .flatMap((each) => each.split('|'))
        .map((each) => globPattern(each.replace(/\/$/, ''), form));
    this.#hidden = patterns('I');
    this.#shown = patterns('P');
  }

  async #flush(): Promise<void> {
    await this.#io.out(this.#lines.splice(0).join(''));
  }

  async all(): Promise<number> {
    const { operands } = this.#options;
    const asJson = this.#options.has('J');
    let exitCode = 0;
    if (asJson) this.#lines.push('[\n');
    for (const [index, root] of (operands.length > 0 ? operands : ['.']).entries()) {
      if (asJson && index > 0) this.#lines.push(',\n');
      const path = this.#io.path(root);
      const stat = await this.#io.stat(path);
      if (stat?.kind !== 'directory') {
        if (asJson)
          this.#lines.push(
            `  {"type":"${stat ? 'file' : 'directory'}","name":${JSON.stringify(root)}${stat ? '' : ',"error": "opening dir"'}}\n`,
          );
        else this.#lines.push(`${root}  [error opening dir]\n`);
        exitCode = 2;
        continue;
      }
      this.#folders++;
      const row: Row = { name: root, path, stat, target: null };
      if (asJson) await this.#json(row, root, 1, '\n');
      else {
        const name = this.#options.has('F') && !root.endsWith('/') ? `${root}/` : root;
        this.#lines.push(`${this.#facts(row)}${name}\n`);
        await this.#below(path, root, '', 1);
      }
    }
    const report = { directories: this.#folders, ...(this.#options.has('d') ? {} : { files: this.#files }) };
    if (asJson)
      this.#lines.push(
        this.#options.has('noreport')
          ? ']\n'
          : `,\n  {"type":"report",${JSON.stringify(report).slice(1)}\n]\n`,
      );
    else if (!this.#options.has('noreport')) {
      const folders = `${this.#folders} director${this.#folders === 1 ? 'y' : 'ies'}`;
      const files = `${this.#files} file${this.#files === 1 ? '' : 's'}`;
      this.#lines.push(`\n${this.#options.has('d') ? folders : `${folders}, ${files}`}\n`);
    }
    await this.#flush();
    return exitCode;
  }

  async #rows(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (const name of await this.#io.tools.disk.readdir(path).catch(() => [])) {
      if (name.startsWith('.') && !this.#options.has('a')) continue;
      if (this.#hidden.some((pattern) => pattern.test(name))) continue;
      const child = `${path === '/' ? '' : path}/${name}`;
      const stat = await this.#io.lstat(child);
      if (!stat) continue;
      const leadsToFolder = stat.kind === 'symlink' && (await this.#io.stat(child))?.kind === 'directory';
      if (this.#options.has('d') && stat.kind !== 'directory' && !leadsToFolder) continue;
      if (
        this.#shown.length > 0 &&
        stat.kind !== 'directory' &&
        !this.#shown.some((pattern) => pattern.test(name))
      )
        continue;
      const target = stat.kind === 'symlink' ? await this.#io.tools.disk.readlink(child) : null;
      rows.push({ name, path: child, stat, target });
    }
    const order = (a: Row, b: Row): number => {
      const isFolder = (row: Row): number => (row.stat.kind === 'directory' ? 0 : 1);
      if (this.#options.has('dirsfirst') && isFolder(a) !== isFolder(b)) return isFolder(a) - isFolder(b);
      if (this.#options.has('t')) return a.stat.mtimeMs - b.stat.mtimeMs;
      return a.name < b.name ? -1 : 1;
    };
    rows.sort(order);
    if (this.#options.has('r')) rows.reverse();
    if (!this.#options.has('prune')) return rows;
    const kept: Row[] = [];
    for (const row of rows)
      if (row.stat.kind !== 'directory' || (await this.#rows(row.path)).length > 0) kept.push(row);
    return kept;
  }

  /** What stands in brackets before a name. */
  #facts({ stat }: Row): string {
    const facts: string[] = [];
    if (this.#options.has('p')) {
      const kind = { directory: 'd', symlink: 'l', device: 'c', file: '-' }[stat.kind];
      const triples = [6, 3, 0].map((shift) =>
        [...'rwx']
          .map((letter, index) => (((stat.mode >> shift) & (4 >> index)) > 0 ? letter : '-'))
          .join(''),
      );
      facts.push(kind + triples.join(''));
    }
    if (this.#options.has('u')) facts.push('user    ');
    if (this.#options.has('g')) facts.push('user    ');
    const size = stat.kind === 'directory' ? 4096 : stat.size;
    if (this.#options.has('h')) facts.push(human(size).padStart(4));
    else if (this.#options.has('s')) facts.push(String(size).padStart(11));
    if (this.#options.has('D')) facts.push(dateOf(stat.mtimeMs));
    return facts.length === 0 ? '' : `[${facts.join(' ')}]  `;
  }

  #nameOf(row: Row, shown: string): string {
    const { kind, mode } = row.stat;
    const mark = this.#options.has('F')
      ? kind === 'directory'
        ? '/'
        : kind === 'file' && (mode & 0o111) > 0
          ? '*'
          : ''
      : '';
    const name = this.#options.has('Q') ? `"${shown}"` : shown;
    return `${this.#facts(row)}${name}${mark}${row.target === null ? '' : ` -> ${row.target}`}`;
  }

  #count(row: Row): void {
    if (row.stat.kind === 'directory' || this.#options.has('d')) this.#folders++;
    else this.#files++;
  }

  async #below(path: string, shownPath: string, indent: string, depth: number): Promise<void> {
    if (depth > this.#depth || this.#io.stopped) return;
    const rows = await this.#rows(path);
    for (const [index, row] of rows.entries()) {
      const isLast = index === rows.length - 1;
      const shown = `${shownPath.replace(/\/$/, '')}/${row.name}`;
      this.#count(row);
      const branch = this.#options.has('i') ? '' : `${indent}${isLast ? '└── ' : '├── '}`;
      this.#lines.push(`${branch}${this.#nameOf(row, this.#options.has('f') ? shown : row.name)}\n`);
      if (this.#lines.length > 500) await this.#flush();
      if (row.stat.kind === 'directory')
        await this.#below(row.path, shown, `${indent}${isLast ? '    ' : '│\u00a0\u00a0 '}`, depth + 1);
    }
  }

  async #json(row: Row, name: string, depth: number, end: string): Promise<void> {
    const pad = '  '.repeat(depth);
    const text = JSON.stringify(name);
    if (row.target !== null)
      this.#lines.push(`${pad}{"type":"link","name":${text},"target":${JSON.stringify(row.target)}}${end}`);
    else if (row.stat.kind !== 'directory') this.#lines.push(`${pad}{"type":"file","name":${text}}${end}`);
    else {
      this.#lines.push(`${pad}{"type":"directory","name":${text},"contents":[\n`);
      const rows = depth > this.#depth ? [] : await this.#rows(row.path);
      for (const [index, child] of rows.entries()) {
        this.#count(child);
        await this.#json(child, child.name, depth + 1, index < rows.length - 1 ? ',\n' : '\n');
      }
      this.#lines.push(`${pad}]}${end}`);
    }
  }
}

function human(size: number): string {
  let value = size;
  let power = 0;
  for (; value >= 1024 && power < 4; power++) value /= 1024;
  if (power === 0) return String(size);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${'KMGT'[power - 1]}`;
}

function dateOf(mtimeMs: number): string {
  const [, day, month, clock] = /^\w+, (\d+) (\w+) \d+ (\d+:\d+)/.exec(new Date(mtimeMs).toUTCString()) ?? [];
  return `${month} ${String(Number(day)).padStart(2)} ${clock}`;
}
