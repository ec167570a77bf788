import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import type { Options } from './getopt.ts';
import { extraCommand, type Io, optionCommand } from './io.ts';
import { modeFrom } from './mode.ts';
import { isInFile } from './realpath.ts';

async function link(io: Io, { operands }: Options): Promise<number> {
  const [from, to] = operands;
  if (from === undefined) return io.usage('missing operand');
  if (to === undefined) return io.usage(`missing operand after '${from}'`);
  if (operands.length > 2) return io.usage(`extra operand '${operands[2]}'`);
  const failed = await io.attempt(io.tools.disk.link(io.path(from), io.path(to)));
  return failed === null ? 0 : io.fail(`cannot create link '${to}' to '${from}': ${failed}`);
}

async function unlink(io: Io, { operands }: Options): Promise<number> {
  const [path] = operands;
  if (path === undefined) return io.usage('missing operand');
  if (operands.length > 1) return io.usage(`extra operand '${operands[1]}'`);
  if ((await io.lstat(io.path(path)))?.kind === 'directory')
    return io.fail(`cannot unlink '${path}': Is a directory`);
  const failed = await io.attempt(io.tools.disk.files.rm(io.path(path), { recursive: false, force: false }));
  return failed === null ? 0 : io.fail(`cannot unlink '${path}': ${failed}`);
}

function modeOfPipe(io: Io, options: Options): number | null {
  const given = options.get('mode') ?? options.get('m');
  return given === undefined ? 0o666 & ~io.tools.disk.umask : modeFrom(given, 0o666);
}

/** Makes a named pipe; why not, or null. */
async function makePipe(io: Io, path: string, mode: number): Promise<string | null> {
  const { files } = io.tools.disk;
  if (!files.mkfifo) return "the files of this guest are a container's, which has none";
  return io.attempt(files.mkfifo(io.path(path), mode));
}

async function mkfifo(io: Io, options: Options): Promise<number> {
  const { operands } = options;
  if (operands.length === 0) return io.usage('missing operand');
  const mode = modeOfPipe(io, options);
  if (mode === null) return io.fail('invalid mode');
  let exitCode = 0;
  for (const path of operands) {
    const failed = await makePipe(io, path, mode);
    if (failed !== null) exitCode = await io.fail(`cannot create fifo '${path}': ${failed}`);
  }
  return exitCode;
}

/** `mknod NAME p`; devices cannot be made. */
async function mknod(io: Io, options: Options): Promise<number> {
  const [name, kind] = options.operands;
  if (name === undefined) return io.usage('missing operand');
  const mode = modeOfPipe(io, options);
  if (mode === null) return io.fail('invalid mode');
  const failed = kind === 'p' ? await makePipe(io, name, mode) : 'Operation not permitted';
  return failed === null ? 0 : io.fail(`${name}: ${failed}`);
}

const ownNames = new Set(['', 'user', '1000']);

/** Everything in the guest is the user's: what is theirs already succeeds, anything else is not permitted. */
async function changeOwner(io: Io, options: Options): Promise<number> {
  const isGroup = io.name === 'chgrp';
  const reference = options.get('reference');
  const [spec, ...rest] = reference === undefined ? options.operands : [':', ...options.operands];
  if (spec === undefined) return io.usage('missing operand');
  if (rest.length === 0) return io.usage(`missing operand after '${spec}'`);
  const [owner = '', group = ''] = isGroup ? ['', spec] : spec.split(/[:.]/, 2);
  for (const [kind, name] of [
    ['user', owner],
    ['group', group],
  ] as const) {
    if (!ownNames.has(name) && name !== 'root' && !/^\d+$/.test(name))
      return io.fail(`invalid ${kind}: '${kind === 'user' ? spec : name}'`);
  }
  const quiet = options.has('f');
  let exitCode = 0;
  for (const path of rest) {
    if (!(await io.lstat(io.path(path)))) {
      if (!quiet) await io.fail(`cannot access '${path}': No such file or directory`);
      exitCode = 1;
    } else if (!ownNames.has(owner) || !ownNames.has(group)) {
      const what = isGroup ? 'group' : 'ownership';
      if (!quiet) await io.fail(`changing ${what} of '${path}': Operation not permitted`);
      exitCode = 1;
    }
  }
  return exitCode;
}

async function pathchk(io: Io, options: Options): Promise<number> {
  if (options.operands.length === 0) return io.usage('missing operand');
  const portable = options.has('p', 'portability');
  let exitCode = 0;
  for (const path of options.operands) {
    const odd = portable ? /[^A-Za-z0-9._/-]/u.exec(path)?.[0] : undefined;
    const [most, mostName] = portable ? [255, 14] : [4095, 255];
    const long = path.split('/').find((part) => new TextEncoder().encode(part).length > mostName);
    if (path === '') exitCode = await io.fail(portable ? 'empty file name' : `'': No such file or directory`);
    else if (options.has('P', 'portability') && /(^|\/)-/.test(path))
      exitCode = await io.fail(`leading '-' in a component of file name '${path}'`);
    else if (odd !== undefined)
      exitCode = await io.fail(`nonportable character '${odd}' in file name '${path}'`);
    else if (path.length > most)
      exitCode = await io.fail(`limit ${most} exceeded by length ${path.length} of file name '${path}'`);
    else if (await isInFile(io, path)) exitCode = await io.fail(`${path}: Not a directory`);
    else if (long !== undefined) {
      const limit = `limit ${mostName} exceeded by length ${long.length} of file name component`;
      exitCode = await io.fail(`${limit} '${long}'`);
    }
  }
  return exitCode;
}

async function sync(io: Io, args: readonly string[]): Promise<number> {
  let exitCode = 0;
  for (const path of args.filter((arg) => !arg.startsWith('-'))) {
    if (!(await io.stat(io.path(path))))
      exitCode = await io.fail(`error opening '${path}': No such file or directory`);
  }
  return exitCode;
}

export const linkNames = ['link', 'unlink', 'mkfifo', 'mknod', 'chown', 'chgrp', 'pathchk', 'sync'];

const ownerSpec = ['R|recursive', 'h|no-dereference', 'dereference', 'v|verbose', 'c|changes'];

export function linkCommands(tools: CommandTools): Command[] {
  return [
    optionCommand(tools, 'link', [], link),
    optionCommand(tools, 'unlink', [], unlink),
    optionCommand(tools, 'mkfifo', ['m|mode='], mkfifo),
    optionCommand(tools, 'mknod', ['m|mode='], mknod),
    ...['chown', 'chgrp'].map((name) =>
      optionCommand(tools, name, [...ownerSpec, 'f|silent|quiet', 'reference='], changeOwner),
    ),
    optionCommand(tools, 'pathchk', ['p', 'P', 'portability'], pathchk),
    extraCommand(tools, 'sync', sync),
  ];
}
