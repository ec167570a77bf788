import { type Kind, kindOf } from './fileKind.ts';
import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

export const fileSpec = [
  ...[
    'b|brief',
    'i|mime',
    'mime-type',
    'mime-encoding',
    'L|dereference',
    'h|no-dereference',
    'f|files-from=',
    'F|separator=',
  ],
  ...['0|print0', 'k|keep-going', 'z|uncompress', 's|special-files', 'N|no-pad', 'r|raw', 'v|version', 'E'],
];

/** How much of a file is looked at. */
const lookBytes = 256 * 1024;

export async function file(io: Io, options: Options): Promise<number> {
  if (options.has('v')) {
    await io.out('file-5.44\nmagic file from /etc/magic:/usr/share/misc/magic\n');
    return 0;
  }
  const names = [...options.operands];
  for (const list of options.all('f')) {
    const text = await io.readText(list);
    if (typeof text !== 'string') return io.fail(`Cannot open \`${list}' (${text.failed})`);
    names.push(...text.split('\n').filter(Boolean));
  }
  if (names.length === 0) {
    await io.note(
      'Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]\n            [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]\n            [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]\n            <file> ...\n',
    );
    return 1;
  }
  const shown = names.map((name) => (name === '-' ? '/dev/stdin' : name));
  const widest = Math.max(...shown.map((name) => name.length)) + 1;
  for (const [index, name] of names.entries()) {
    const kind = await kindAt(io, name, options.has('L'));
    const words = options.has('i')
      ? `${kind.mime}; charset=${kind.charset}`
      : options.has('mime-type')
        ? kind.mime
        : options.has('mime-encoding')
          ? kind.charset
          : kind.words;
    const front = `${shown[index]}${options.get('F') ?? ':'}`;
    await io.out(
      options.has('b') ? `${words}\n` : `${options.has('N') ? front : front.padEnd(widest)} ${words}\n`,
    );
  }
  return 0;
}

async function kindAt(io: Io, name: string, follows: boolean): Promise<Kind> {
  if (name === '-') {
    const bytes = await io.readAll('-');
    const all = bytes instanceof Uint8Array ? bytes : new Uint8Array(0);
    return kindOf(all.subarray(0, lookBytes), all.length, all.subarray(-8));
  }
  const path = io.path(name);
  const stat = follows ? await io.stat(path) : await io.lstat(path);
  if (!stat) {
    const words = `cannot open \`${name}' (No such file or directory)`;
    return { words, mime: words, charset: 'binary' };
  }
  if (stat.kind === 'directory') return { words: 'directory', mime: 'inode/directory', charset: 'binary' };
  if (stat.pipe !== undefined) return { words: 'fifo (named pipe)', mime: 'inode/fifo', charset: 'binary' };
  if (stat.kind === 'device')
    return { words: 'character special (1/3)', mime: 'inode/chardevice', charset: 'binary' };
  if (stat.kind === 'symlink') {
    const target = await io.tools.disk.readlink(path);
    const there = await io.stat(path);
    return {
      words: `${there ? '' : 'broken '}symbolic link to ${target}`,
      mime: 'inode/symlink',
      charset: 'binary',
    };
  }
  const bytes = await io.tools.disk.readRange(path, 0, lookBytes);
  const last = await io.tools.disk.readRange(path, Math.max(0, stat.size - 8), 8);
  return kindOf(bytes, stat.size, last);
}
