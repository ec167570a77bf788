import {
  type OutputChunk,
  ParsedOutput,
  presentOutput,
  profileContext,
  resolveLimits,
  signalNames,
  toolByWireName,
} from '../../core/index.ts';
import { createInProcessCounter } from '../../tokenizer/index.ts';
import { type Arguments, type OptionKinds, oneOf, UsageError, wholeNumber } from './arguments.ts';
import type { CommandIo } from './io.ts';
import { askedPlaces, askedProfile, profileOptionKinds } from './profileArguments.ts';
import { viewJson } from './viewJson.ts';

export const presentOptionKinds = {
  ...profileOptionKinds,
  tool: 'value',
  exit: 'value',
  signal: 'value',
  'timed-out': 'flag',
  aborted: 'flag',
  'timeout-ms': 'value',
  'duration-ms': 'value',
  'context-left': 'value',
  stderr: 'value',
} as const satisfies OptionKinds;

const most = Number.MAX_SAFE_INTEGER;

/** Prints what the profile's model would get for the bytes on stdin, byte for byte. */
export async function presentCommand(args: Arguments, io: CommandIo): Promise<void> {
  if (args.positionals.length > 0) {
    throw new UsageError(`present reads its standard input and takes no file, not ${args.positionals[0]}.`);
  }
  const { profile, ref, encoding } = askedProfile(args);
  const places = askedPlaces(args, '/home/user/project');
  const facts = {
    tool: askedTool(args.value('tool') ?? 'bash'),
    ...endOf(args),
    timeoutMs: wholeNumber(args, 'timeout-ms', 1, most) ?? resolveLimits(profile, ref).defaultTimeoutMs,
    durationMs: wholeNumber(args, 'duration-ms', 0, most) ?? 0,
    callId: args.value('call-id') ?? 'call_1',
    contextTokensLeft: wholeNumber(args, 'context-left', 0, most),
  };
  const tool = toolByWireName(profile, profileContext(profile, ref, places), facts.tool) ?? facts.tool;
  if (io.stdinIsTerminal)
    throw new UsageError('present reads an output from its standard input: add < FILE.');
  const parsed = new ParsedOutput({ ...facts, tool, chunks: await chunksOf(args, io) });
  const { record, text, sent } = presentOutput(parsed, ref, places);
  if (!args.has('json')) return io.stdout(sent.text);
  const view = await viewJson(record, sent, text, createInProcessCounter(), encoding);
  return io.stdout(`${JSON.stringify(view, null, 2)}\n`);
}

/** Any name will do: a harness has a limit for tools that it does not know. */
function askedTool(name: string): string {
  if (/^[\w.:/-]{1,128}$/.test(name)) return name;
  throw new UsageError(`--tool takes the name of a tool, not ${JSON.stringify(name)}.`);
}

function endOf(args: Arguments) {
  const exit = wholeNumber(args, 'exit', 0, 255);
  const signal = oneOf(args, 'signal', signalNames);
  const [timedOut, aborted] = [args.has('timed-out'), args.has('aborted')];
  if (exit !== null && signal !== null) {
    throw new UsageError('A command ends with --exit or with --signal, not with both.');
  }
  if (timedOut && aborted) throw new UsageError('A command is --timed-out or --aborted, not both.');
  const endedBy = timedOut ? ('timeout' as const) : aborted ? ('user' as const) : ('itself' as const);
  return { exitCode: signal === null ? (exit ?? 0) : null, signal, endedBy };
}

/** A pipe cannot say how two streams were interleaved: what stderr wrote comes last. */
async function chunksOf(args: Arguments, io: CommandIo): Promise<readonly OutputChunk[]> {
  const path = args.value('stderr');
  const stderr = path === null ? null : await fileBytes(io, path);
  const stdout = await io.stdin();
  return [
    { stream: 'stdout', bytes: stdout },
    ...(stderr === null ? [] : [{ stream: 'stderr' as const, bytes: stderr }]),
  ];
}

async function fileBytes(io: CommandIo, path: string): Promise<Uint8Array> {
  try {
    return await io.readFile(io.resolvePath(path));
  } catch {
    throw new UsageError(`The file of --stderr, ${path}, cannot be read.`);
  }
}
