import { joined } from '../commandOutput.ts';
import { fileChunks } from '../inputs.ts';
import { afterBytes, firstBytes } from '../pieces.ts';
import { sizeOf } from './getopt.ts';
import type { Io } from './io.ts';

const units = { c: 1, w: 2, b: 512 };
const conversions =
  'ascii ebcdic ibm block unblock lcase ucase sparse swab sync excl nocreat notrunc noerror fdatasync fsync'.split(
    ' ',
  );
const flags =
  'append direct directory dsync sync fullblock nonblock noatime nocache noctty nofollow count_bytes skip_bytes seek_bytes'.split(
    ' ',
  );

/** `2x512`, `1k`, and `5B` for bytes instead of blocks. */
function numberOf(text: string): { readonly value: number; readonly isBytes: boolean } | null {
  const isBytes = /\dB$/.test(text);
  let value = 1;
  for (const factor of (isBytes ? text.slice(0, -1) : text).split('x')) {
    const size = sizeOf(factor, units);
    if (size === null) return null;
    value *= size;
  }
  return { value, isBytes };
}

interface Plan {
  readonly text: Readonly<Record<string, string>>;
  readonly ibs: number;
  readonly obs: number;
  readonly count: number | null;
  readonly skip: number;
  readonly seek: number;
  readonly conv: ReadonlySet<string>;
  readonly append: boolean;
}

function planOf(args: readonly string[]): Plan | { readonly error: string; readonly isUsage?: true } {
  const text: Record<string, string> = {};
  for (const arg of args) {
    const [, name = '', value = ''] = /^([a-z]+)=([\s\S]*)$/.exec(arg) ?? [];
    const known = 'if of bs ibs obs cbs count skip iseek seek oseek conv iflag oflag status'.split(' ');
    if (!known.includes(name)) return { error: `unrecognized operand '${arg}'`, isUsage: true };
    text[name === 'iseek' ? 'skip' : name === 'oseek' ? 'seek' : name] = value;
  }
  const listOf = (name: string): string[] => (text[name] ?? '').split(',').filter(Boolean);
  for (const [name, known, kind] of [
    ['conv', conversions, 'conversion'],
    ['iflag', flags, 'input flag'],
    ['oflag', flags, 'output flag'],
  ] as const) {
    const wrong = listOf(name).find((each) => !known.includes(each));
    if (wrong !== undefined) return { error: `invalid ${kind}: '${wrong}'`, isUsage: true };
  }
  if (!['noxfer', 'none', 'progress', undefined].includes(text.status))
    return { error: `invalid status level: '${text.status}'`, isUsage: true };
  const numbers: Record<string, { readonly value: number; readonly isBytes: boolean }> = {};
  for (const name of ['bs', 'ibs', 'obs', 'cbs', 'count', 'skip', 'seek']) {
    const given = text[name];
    if (given === undefined) continue;
    const number = numberOf(given);
    if (number === null || (name.endsWith('bs') && number.value === 0))
      return { error: `invalid number: '${given}'` };
    numbers[name] = number;
  }
  const ibs = (numbers.bs ?? numbers.ibs)?.value ?? 512;
  const obs = (numbers.bs ?? numbers.obs)?.value ?? 512;
  const bytesOf = (name: string, block: number, inBytes: boolean): number => {
    const number = numbers[name];
    return number ? number.value * (number.isBytes || inBytes ? 1 : block) : 0;
  };
  const iflag = listOf('iflag');
  const oflag = listOf('oflag');
  return {
    text,
    ibs,
    obs,
    count: numbers.count ? bytesOf('count', ibs, iflag.includes('count_bytes')) : null,
    skip: bytesOf('skip', ibs, iflag.includes('skip_bytes')),
    seek: bytesOf('seek', obs, oflag.includes('seek_bytes')),
    conv: new Set(listOf('conv')),
    append: oflag.includes('append'),
  };
}

/** Bytes to bytes: case, swapped pairs. Pieces may be cut anywhere; pairs begin at even places of the whole. */
async function* converted(
  chunks: AsyncIterable<Uint8Array>,
  conv: ReadonlySet<string>,
): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (conv.has('ucase') || conv.has('lcase')) {
      const [low, high, by] = conv.has('ucase') ? [97, 122, -32] : [65, 90, 32];
      bytes = bytes.map((byte) => (byte >= low && byte <= high ? byte + by : byte));
    }
    if (conv.has('swab')) {
      bytes = joined([kept, bytes]);
      const even = bytes.length & ~1;
      kept = bytes.slice(even);
      bytes = bytes.slice(0, even);
      for (let at = 0; at < even; at += 2) [bytes[at], bytes[at + 1]] = [bytes[at + 1] ?? 0, bytes[at] ?? 0];
    }
    yield bytes;
  }
  if (kept.length > 0) yield kept;
}

function records(bytes: number, block: number): string {
  return `${Math.floor(bytes / block)}+${bytes % block > 0 ? 1 : 0}`;
}

function scaled(bytes: number, step: number, names: string): string {
  let value = bytes;
  let power = 0;
  while (value >= step && power < 5) {
    value /= step;
    power++;
  }
  const text = value < 9.95 && power > 0 ? value.toFixed(1) : String(Math.round(value));
  const suffix = power === 0 ? '' : step === 1024 ? `${names[power - 1]}i` : names[power - 1];
  return `${text} ${suffix}B`;
}

function summary(bytes: number, ms: number): string {
  const seconds = Math.max(ms, 0.001) / 1000;
  const sizes = [scaled(bytes, 1000, 'kMGTP'), scaled(bytes, 1024, 'KMGTP')];
  const inside = bytes >= 1024 ? ` (${sizes.join(', ')})` : bytes >= 1000 ? ` (${sizes[0]})` : '';
  const rate = scaled(bytes / seconds, 1000, 'kMGTP').replace(/^0 B/, '0.0 kB');
  const shown = Number(seconds.toPrecision(6));
  return `${bytes} byte${bytes === 1 ? '' : 's'}${inside} copied, ${shown} s, ${rate}/s\n`;
}

/** GNU `dd`. Reads are always whole blocks, as with `iflag=fullblock`. */
export async function dd(io: Io, args: readonly string[]): Promise<number> {
  const plan = planOf(args);
  if ('error' in plan) return plan.isUsage ? io.usage(plan.error) : io.fail(plan.error);
  const { text, conv, ibs, obs } = plan;
  const { disk } = io.tools;
  const from = text.if;
  let exitCode = 0;
  let input: AsyncIterable<Uint8Array>;
  const source = from === undefined ? null : await io.stat(io.path(from));
  if (from === undefined || from === '/dev/stdin') {
    const stdin = await io.open('-');
    if ('failed' in stdin) return io.fail(stdin.failed);
    input = afterBytes(stdin, plan.skip);
  } else if (!source) return io.fail(`failed to open '${from}': No such file or directory`);
  else {
    if (source.kind === 'directory') exitCode = await io.fail(`error reading '${from}': Is a directory`);
    if (source.kind === 'file' && plan.skip > source.size)
      await io.fail(`${from}: cannot skip to specified offset`);
    input = exitCode > 0 ? none() : fileChunks(io.tools, io.path(from), plan.skip);
  }
  const to = text.of === undefined || text.of === '/dev/stdout' ? null : io.path(text.of);
  const isDevice = to?.startsWith('/dev/') ?? false;
  const there = to === null || isDevice ? null : await io.stat(to);
  if (to !== null && !isDevice) {
    const failed =
      there && conv.has('excl')
        ? 'File exists'
        : !there && conv.has('nocreat')
          ? 'No such file or directory'
          : there?.kind === 'directory'
            ? 'Is a directory'
            : there
              ? null
              : await io.attempt(disk.files.writeFile(to, new Uint8Array(0)));
    if (failed !== null) return io.fail(`failed to open '${text.of}': ${failed}`);
  }

  const started = performance.now();
  const { read, written } = await copy(io, plan, input, isDevice ? '/dev/null' : to, there?.size ?? 0);
  if (text.status !== 'none') {
    await io.note(`${records(read, ibs)} records in\n${records(written, obs)} records out\n`);
    if (text.status !== 'noxfer') await io.note(summary(written, performance.now() - started));
  }
  return exitCode;
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Moves the bytes to `to`, null being standard output; in pieces unless it must change the middle of a file. */
async function copy(
  io: Io,
  plan: Plan,
  input: AsyncIterable<Uint8Array>,
  to: string | null,
  size: number,
): Promise<{ readonly read: number; readonly written: number }> {
  const { disk } = io.tools;
  const inMiddle = to !== null && plan.conv.has('notrunc') && !plan.append && plan.seek < size;
  const middle: Uint8Array[] = [];
  if (to !== null && to !== '/dev/null' && !plan.append && !inMiddle)
    await disk.files.truncate(to, plan.seek);
  let read = 0;
  let written = 0;
  const put = async (bytes: Uint8Array): Promise<boolean> => {
    written += bytes.length;
    if (inMiddle) middle.push(bytes.slice());
    else if (to === null) return io.bytes(bytes);
    else await disk.appendFile(to, bytes);
    return !io.stopped;
  };
  const wanted = plan.count === null ? input : firstBytes(input, plan.count);
  for await (const chunk of converted(wanted, plan.conv)) {
    read += chunk.length;
    if (!(await put(chunk))) break;
  }
  const rest = read % plan.ibs;
  if (plan.conv.has('sync') && rest > 0) await put(new Uint8Array(plan.ibs - rest));
  if (inMiddle && written > 0) {
    const whole = await disk.files.readFile(to);
    const after = whole.subarray(Math.min(whole.length, plan.seek + written));
    await disk.files.writeFile(to, joined([whole.subarray(0, plan.seek), ...middle, after]));
  }
  return { read, written };
}
