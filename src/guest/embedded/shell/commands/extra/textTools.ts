import { joined } from '../commandOutput.ts';
import { runArgv } from '../runArgv.ts';
import { type Options, optionsOf } from './getopt.ts';
import type { Io } from './io.ts';

const variable = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g;

/** `envsubst`: exported variables put into the text; with a list, only those that it names. */
export async function envsubst(io: Io, options: Options): Promise<number> {
  const [list] = options.operands;
  const named =
    list === undefined ? null : new Set(Array.from(list.matchAll(variable), (match) => match[1] ?? match[2]));
  if (options.has('v')) {
    for (const name of named ?? []) await io.out(`${name}\n`);
    return 0;
  }
  const text = await io.readText('-');
  if (typeof text !== 'string') return io.fail(text.failed);
  await io.out(
    text.replace(variable, (all, bare?: string, braced?: string) => {
      const name = bare ?? braced ?? '';
      return named && !named.has(name) ? all : (io.env(name) ?? '');
    }),
  );
  return 0;
}

/** Reads all before it writes, so that a file can be its own source. */
export async function sponge(io: Io, options: Options): Promise<number> {
  const input = await io.readAll('-');
  if (!(input instanceof Uint8Array)) return io.fail(input.failed);
  const [target] = options.operands;
  if (target === undefined) {
    await io.bytes(input);
    return 0;
  }
  const path = io.path(target);
  const write = options.has('a')
    ? io.tools.disk.appendFile(path, input)
    : io.tools.disk.writeFile(path, input);
  const failed = await io.attempt(write);
  return failed === null ? 0 : io.fail(`error opening output file: ${target}: ${failed}`);
}

export async function uuidgen(io: Io): Promise<number> {
  const bytes = Uint8Array.from({ length: 16 }, () => io.tools.randomByte());
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  await io.out(`${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}\n`);
  return 0;
}

/** The sums of BSD (the default) and System V, with their blocks of 1,024 and 512 bytes. */
export async function sum(io: Io, options: Options): Promise<number> {
  const systemV = options.last('r', 's') === 's';
  const files = options.operands.length > 0 ? options.operands : ['-'];
  let exitCode = 0;
  for (const file of files) {
    const chunks = await io.open(file);
    if ('failed' in chunks) {
      exitCode = await io.fail(`${file}: ${chunks.failed}`);
      continue;
    }
    let total = 0;
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      for (const byte of chunk)
        total = systemV ? total + byte : (((total >> 1) | ((total & 1) << 15)) + byte) & 0xffff;
    }
    const name = options.operands.length > 0 ? ` ${file}` : '';
    const folded = (total & 0xffff) + Math.floor((total % 2 ** 32) / 65_536);
    const final = systemV ? (folded & 0xffff) + (folded >> 16) : total;
    await io.out(
      systemV
        ? `${final} ${Math.ceil(size / 512)}${name}\n`
        : `${String(final).padStart(5, '0')} ${String(Math.ceil(size / 1024)).padStart(5)}${name}\n`,
    );
  }
  return exitCode;
}

const encodings: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  latin1: 'latin1',
  iso88591: 'latin1',
  l1: 'latin1',
  iso885915: 'iso-8859-15',
  cp1252: 'windows-1252',
  windows1252: 'windows-1252',
  ascii: 'ascii',
  usascii: 'ascii',
  ansix341968: 'ascii',
  utf16: 'utf-16',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  ucs2: 'utf-16le',
  shiftjis: 'shift_jis',
  sjis: 'shift_jis',
  eucjp: 'euc-jp',
  gbk: 'gbk',
  gb18030: 'gb18030',
  big5: 'big5',
  koi8r: 'koi8-r',
};

function encodingOf(name: string): string | undefined {
  return encodings[
    name
      .replace(/\/\/.*$/, '')
      .toLowerCase()
      .replace(/[-_.:]/g, '')
  ];
}

/** Its bytes in an encoding that this guest can write; null where it has no such character. */
function encoded(letter: string, to: string): number[] | null {
  const point = letter.codePointAt(0) ?? 0;
  if (to === 'utf-8') return [...new TextEncoder().encode(letter)];
  if (to.startsWith('utf-16')) {
    const units = Array.from(letter.split(''), (unit) => unit.charCodeAt(0));
    return units.flatMap((unit) => (to === 'utf-16be' ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]));
  }
  return point < (to === 'ascii' ? 128 : 256) ? [point] : null;
}

/** Between UTF-8, UTF-16, ASCII and Latin 1; from the old encodings that the platform's decoder knows. */
export async function iconv(io: Io, options: Options): Promise<number> {
  if (options.has('l')) {
    await io.out(
      `${Object.keys(encodings)
        .map((name) => `${name.toUpperCase()}//`)
        .join('\n')}\n`,
    );
    return 0;
  }
  const [fromName, toName] = [options.get('f') ?? 'utf-8', options.get('t') ?? 'utf-8'];
  const [from, to] = [encodingOf(fromName), encodingOf(toName)];
  if (from === undefined || to === undefined)
    return io.fail('failed to start conversion processing: No such file or directory');
  if (!/^(utf-|ascii|latin1)/.test(to)) return io.fail(`conversion to \`${toName}' is not in this guest`);
  const files = options.operands.length > 0 ? options.operands : ['-'];
  const parts: Uint8Array[] = [];
  for (const file of files) {
    const bytes = await io.readAll(file);
    if (!(bytes instanceof Uint8Array)) return io.fail(`cannot open input file \`${file}': ${bytes.failed}`);
    parts.push(bytes);
  }
  const input = joined(parts);
  const hasMark = from === 'utf-16' && input[0] === 0xfe && input[1] === 0xff;
  const label = hasMark ? 'utf-16be' : from === 'utf-16' ? 'utf-16le' : from === 'ascii' ? 'utf-8' : from;
  const { text, goodBytes } =
    from === 'latin1'
      ? { text: latin1Text(input), goodBytes: null }
      : decoded(input, label, from !== 'utf-16');
  const output: number[] = to === 'utf-16' ? [0xff, 0xfe] : [];
  let at = 0;
  let failedAt = goodBytes;
  for (const letter of text) {
    const plain = toName.toUpperCase().includes('//TRANSLIT')
      ? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
      : letter;
    const bytes =
      encoded(letter, to) ??
      (plain === letter ? null : encoded(plain, to)) ??
      (toName.toUpperCase().includes('//TRANSLIT') ? [63] : null);
    if (bytes) for (const byte of bytes) output.push(byte);
    else if (!options.has('c') && !toName.toUpperCase().includes('//IGNORE')) {
      failedAt = at;
      break;
    }
    at += encoded(letter, label === 'latin1' ? 'latin1' : label)?.length ?? 1;
  }
  const target = options.get('o');
  if (target === undefined) await io.bytes(Uint8Array.from(output));
  else await io.tools.disk.writeFile(io.path(target), Uint8Array.from(output));
  return failedAt === null || options.has('c')
    ? 0
    : io.fail(`illegal input sequence at position ${failedAt}`);
}

function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The text up to the first byte that does not belong there, and where that is. */
function decoded(
  bytes: Uint8Array,
  label: string,
  keepsMark: boolean,
): { readonly text: string; readonly goodBytes: number | null } {
  const decode = (part: Uint8Array): string | null => {
    try {
      return new TextDecoder(label, { fatal: true, ignoreBOM: keepsMark }).decode(part);
    } catch {
      return null;
    }
  };
  const whole = decode(bytes);
  if (whole !== null) return { text: whole, goodBytes: null };
  let [low, high] = [0, bytes.length];
  // A prefix is good up to the fault; one that ends inside a character is cut back by at most three bytes.
  const good = (length: number): boolean =>
    [0, 1, 2, 3].some((cut) => length >= cut && decode(bytes.subarray(0, length - cut)) !== null);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (good(middle)) low = middle;
    else high = middle - 1;
  }
  let length = low;
  while (length > 0 && decode(bytes.subarray(0, length)) === null) length--;
  // What only reaches into the fault does not count.
  while (length > 0 && low - length < 0) length--;
  return { text: decode(bytes.subarray(0, length)) ?? '', goodBytes: length };
}

/** Commands that only change how another one is scheduled, which means nothing here. */
export async function scheduling(io: Io, args: readonly string[]): Promise<number> {
  const options = optionsOf(args, [
    '+',
    'c|class=',
    'n|classdata=',
    'p|pid=',
    't|ignore',
    'b|batch',
    'f|fifo',
    'i|idle',
    'o|other',
    'r|rr',
  ]);
  if ('error' in options) return io.usage(options.error);
  const argv = io.name === 'chrt' ? options.operands.slice(1) : options.operands;
  if (argv.length === 0) {
    await io.out(io.name === 'ionice' ? 'none: prio 4\n' : '');
    return 0;
  }
  const { context, call, tools } = io;
  const result = await runArgv(tools, context, {
    argv,
    route: call.route,
    variables: { ...context.exportedEnv },
    cwd: context.cwd,
  });
  if (result.stdout !== '') await io.bytes(Uint8Array.from(result.stdout, (unit) => unit.charCodeAt(0)));
  if (result.stderr !== '') await io.note(result.stderr);
  return result.exitCode;
}

/** `sdiff a b` is what `diff -y a b` prints; merging by hand (`-o`) needs a person. */
export async function sdiff(io: Io, args: readonly string[]): Promise<number> {
  if (args.some((arg) => /^(?:-o|--output)/.test(arg)))
    return io.fail('merging by hand is not in this guest; use diff and patch', 2);
  const { context, call, tools } = io;
  const width = args.some((arg) => /^(?:-w|--width)/.test(arg));
  const words = args.map((arg) => (arg === '-w' ? '-W' : arg.replace(/^-w(?=\d)/, '-W')));
  const result = await runArgv(tools, context, {
    argv: ['diff', '-y', ...(width ? [] : ['-W', '130']), ...words],
    route: call.route,
    variables: { ...context.exportedEnv },
    cwd: context.cwd,
  });
  await io.bytes(Uint8Array.from(result.stdout, (unit) => unit.charCodeAt(0)));
  await io.note(result.stderr);
  return result.exitCode;
}
