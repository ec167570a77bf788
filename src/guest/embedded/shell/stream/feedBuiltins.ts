import type { ExecResult } from 'just-bash/browser';
import { type VirtualClock, wallMs } from '../../clock/index.ts';
import { parsed } from '../carry/functionSources.ts';
import { latin1FromText, quoted } from '../commands/command.ts';
import { bytesFromLatin1, latin1FromBytes } from '../disk/bytes.ts';
import { ByteSource, isTicket, type Sources } from './byteSource.ts';
import type { Builtin, FedBuiltin, InterpreterContext } from './interpreter.ts';
import { readAll, readRecord, unescaped } from './readRecords.ts';
import type { TypedStdin } from './sharedStages.ts';

/** 128 and the number of SIGALRM: what `read -t` ends with. */
const timedOutExitCode = 142;

interface Feeding {
  readonly sources: Sources;
  readonly stopped: () => boolean;
  /** Most bytes that `mapfile` takes. */
  readonly maxBytes: number;
  /** Null where the time is the real one. */
  readonly clock: VirtualClock | null;
  readonly typed: TypedStdin | null;
}

interface Options {
  readonly values: ReadonlyMap<string, string>;
  /** The words without `-u` and `-t`, which are seen to here. */
  readonly rest: string[];
}

/** The options of `read` and `mapfile`, as the interpreter itself reads them. */
function optionsOf(args: readonly string[], valued: string): Options {
  const values = new Map<string, string>();
  const rest: string[] = [];
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index]!;
    if (!/^-./.test(arg) || arg === '--') break;
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at]!;
      if (!valued.includes(letter)) {
        values.set(letter, '');
        rest.push(`-${letter}`);
        continue;
      }
      const value = at + 1 < arg.length ? arg.slice(at + 1) : (args[++index] ?? '');
      values.set(letter, value);
      if (letter !== 'u' && letter !== 't') rest.push(`-${letter}`, value);
      break;
    }
  }
  return { values, rest: [...rest, ...args.slice(index)] };
}

function sourceOf(
  { sources }: Feeding,
  { state }: InterpreterContext,
  fd: string | undefined,
  stdin: string,
): ByteSource | null {
  const number = Number(fd ?? 0);
  if (number > 0) return sources.find(state.fileDescriptors?.get(number) ?? '');
  return sources.find(stdin || (state.groupStdin ?? ''));
}

/** Input that is there as a whole, for a `read` that counts characters: the interpreter would count bytes. */
function plainSource({ state }: InterpreterContext, stdin: string): ByteSource | null {
  const text = stdin || (state.groupStdin ?? '');
  if (text === '' || isTicket(text) || (state.groupStdinSourceFd ?? -1) >= 0) return null;
  let left: Uint8Array | null = bytesFromLatin1(text);
  return new ByteSource({
    async next() {
      const bytes = left;
      left = null;
      return bytes;
    },
  });
}

async function restOf(source: ByteSource): Promise<Uint8Array> {
  return (await readAll(source, Number.MAX_SAFE_INTEGER, () => false)).bytes;
}

/** Runs the builtin on `bytes` alone: it looks at the shell's own input where it is given none. */
function runOn(context: InterpreterContext, builtin: Builtin, args: string[], bytes: Uint8Array): ExecResult {
  const { state } = context;
  const held = state.groupStdin;
  state.groupStdin = undefined;
  try {
    return builtin(args, latin1FromBytes(bytes));
  } finally {
    state.groupStdin = held;
  }
}

function endByte(delimiter: string | undefined): number {
  if (delimiter === undefined) return 10;
  return delimiter === '' ? 0 : delimiter.charCodeAt(0) & 255;
}

export function sourceForRead(
  feeding: Feeding,
  context: InterpreterContext,
  args: string[],
  stdin: string,
): FedBuiltin | null {
  const { values, rest } = optionsOf(args, 'dnNaputi');
  const count = values.get('N') ?? values.get('n');
  const plain = count !== undefined && !values.has('u') ? plainSource(context, stdin) : null;
  const source = sourceOf(feeding, context, values.get('u'), stdin) ?? plain;
  const seconds = values.has('t') ? Number(values.get('t')) : null;
  if (!source || seconds === 0 || (count !== undefined && !/^\d+$/.test(count))) return null;
  return async (builtin) => {
    const deadline = seconds === null || !(seconds > 0) ? null : wallMs() + seconds * 1000;
    const dueMs = feeding.clock && feeding.clock.nowMs + (seconds ?? 0) * 1000;
    let timedOut = false;
    const stopped = (): boolean => {
      timedOut ||= deadline !== null && wallMs() >= deadline;
      return timedOut || feeding.stopped();
    };
    const shape = {
      end: endByte(values.get('d')),
      escapes: !values.has('r'),
      count: count === undefined ? null : Number(count),
      exact: values.has('N'),
    };
    const typed = feeding.typed?.source === source ? feeding.typed : null;
    if (typed) {
      const prompt = values.get('p');
      if (prompt) await typed.prompt(prompt);
      const hidden = values.has('s') ? 'hidden-' : '';
      typed.input.mode = `${hidden}${count === undefined ? 'line' : 'key'}`;
    }
    const record = await readRecord(source, shape, stopped);
    if (typed) typed.input.mode = 'line';
    if (timedOut) feeding.clock?.reach(dueMs);
    // The interpreter knows no escapes in an exact count.
    const bytes = shape.exact && shape.escapes ? unescaped(record) : record;
    // The interpreter counts bytes.
    const counted = rest.map((word, index) =>
      /^-[nN]$/.test(rest[index - 1] ?? '') ? String(bytes.length) : word,
    );
    const result = runOn(context, builtin, bytes.length > 0 ? counted : rest, bytes);
    if (source === plain && stdin === '') context.state.groupStdin = latin1FromBytes(await restOf(source));
    return timedOut ? { ...result, exitCode: timedOutExitCode } : result;
  };
}

/** How many elements `mapfile -C` calls back after, where `-c` does not say. */
const usualQuantum = 5000;

/** `mapfile -C command -c n`: runs the command with each n-th index and its element; what it prints is the result's. */
async function callingBack(
  { state, executeScript }: InterpreterContext,
  values: Options['values'],
  rest: readonly string[],
  result: ExecResult,
): Promise<ExecResult> {
  const callback = values.get('C');
  if (callback === undefined) return result;
  const quantum = Number(values.get('c') ?? usualQuantum) || usualQuantum;
  const last = rest.at(-1) ?? '';
  const name = /^[A-Za-z_]\w*$/.test(last) && !/^-/.test(rest.at(-2) ?? '') ? last : 'MAPFILE';
  let { stdout, stderr } = result;
  for (const [count, [index, element]] of [...(state.arrays?.get(name)?.elements ?? [])].entries()) {
    const script = (count + 1) % quantum === 0 ? parsed(`${callback} ${index} ${quoted(element)}`) : null;
    if (!script) continue;
    const ran = await executeScript(script);
    stdout += ran.stdoutKind === 'bytes' ? ran.stdout : latin1FromText(ran.stdout);
    stderr += ran.stderr;
  }
  return { ...result, stdout, stderr, stdoutKind: 'bytes' };
}

export function sourceForMapfile(
  feeding: Feeding,
  context: InterpreterContext,
  args: string[],
  stdin: string,
): FedBuiltin | null {
  const { values, rest } = optionsOf(args, 'dnOsuCc');
  const source = sourceOf(feeding, context, values.get('u'), stdin);
  // The interpreter takes no value that is attached to its option (`-d:`).
  const calling = (result: ExecResult) => callingBack(context, values, rest, result);
  if (!source) return values.size > 0 ? async (builtin) => calling(builtin(rest, stdin)) : null;
  return async (builtin) => {
    const wanted = Number(values.get('n') ?? 0) || 0;
    if (wanted === 0) {
      const { bytes } = await readAll(source, feeding.maxBytes, feeding.stopped);
      return calling(runOn(context, builtin, rest, bytes));
    }
    const shape = { end: endByte(values.get('d')), escapes: false, count: null, exact: false };
    const records: Uint8Array[] = [];
    for (let left = wanted + (Number(values.get('s') ?? 0) || 0); left > 0; left--) {
      const record = await readRecord(source, shape, feeding.stopped);
      if (record.length === 0) break;
      records.push(record);
    }
    return calling(runOn(context, builtin, rest, new Uint8Array(records.flatMap((record) => [...record]))));
  };
}
