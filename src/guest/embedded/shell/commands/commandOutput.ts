import type { ExecResult } from 'just-bash/browser';
import { bytesFromText, latin1FromBytes } from '../disk/bytes.ts';
import { type Call, streamOfPath } from '../stream/liveDevice.ts';
import { isDirect, type Sink } from '../stream/route.ts';
import type { CommandTools } from './command.ts';

/** 128 and the number of SIGPIPE: what writing to a pipe without a reader ends with. */
export const brokenPipeExitCode = 141;

/** The one wording of a cut, so that every command says it alike. */
export function outputLimitNote(name: string, maxBuiltBytes: number): { code: string; detail: string } {
  return {
    code: 'guest-output-limit',
    detail: `${name}: its output was stopped at ${maxBuiltBytes} bytes, because it could not be passed on piece by piece`,
  };
}

/**
 * Where one of our commands writes: at once to the terminal or the file it leads to, with the wait for
 * credit that this takes; else into memory, up to the cap.
 */
export class CommandOutput {
  readonly #name: string;
  readonly #tools: CommandTools;
  readonly #call: Call;
  readonly #built: Record<'out' | 'err', Uint8Array[]> = { out: [], err: [] };
  #builtBytes = 0;
  #isBroken = false;

  constructor(name: string, tools: CommandTools, call: Call) {
    this.#name = name;
    this.#tools = tools;
    this.#call = call;
  }

  /** False once nobody takes more: the command should end as on a closed pipe. */
  async write(bytes: Uint8Array): Promise<boolean> {
    return this.#put(this.#call.route.out, bytes);
  }

  /** The same for bytes that nobody else holds: on their way to the terminal they are not copied. */
  async pass(bytes: Uint8Array): Promise<boolean> {
    const { out } = this.#call.route;
    const stream = streamOfPath(out);
    if (stream === null || this.#tools.signal.aborted || this.#tools.deadlines.reached)
      return this.#put(out, bytes);
    await this.#tools.live.write(stream, bytes, true);
    return true;
  }

  async error(text: string): Promise<void> {
    await this.errorText(`${this.#name}: ${text}\n`);
  }

  /** Words that are not this command's own. */
  async errorText(text: string): Promise<void> {
    await this.#put(this.#call.route.err, bytesFromText(text));
  }

  /** Writes all of `chunks`; stops its maker where the output is full. */
  async writeAll(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      if (!(await this.write(chunk))) return;
    }
  }

  result(exitCode: number): ExecResult {
    return {
      stdout: latin1FromBytes(joined(this.#built.out)),
      stderr: new TextDecoder().decode(joined(this.#built.err)),
      exitCode: this.#isBroken ? brokenPipeExitCode : exitCode,
      stdoutKind: 'bytes',
      stdoutEncoding: 'binary',
    };
  }

  async #put(sink: Sink, bytes: Uint8Array): Promise<boolean> {
    // What goes to a device waits for nothing, so that no timer fires.
    this.#tools.deadlines.check();
    if (this.#tools.signal.aborted || this.#tools.deadlines.reached) return false;
    if (isDirect(sink)) {
      await this.#tools.disk.appendFile(sink, bytes);
      if (this.#tools.live.pipeAt(sink)?.isRead === false) this.#isBroken = true;
      return !this.#tools.signal.aborted && !this.#isBroken;
    }
    const room = this.#tools.maxBuiltBytes - this.#builtBytes;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#builtBytes += kept.length;
    this.#built[sink].push(kept);
    if (kept.length === bytes.length) return true;
    this.#tools.note(outputLimitNote(this.#name, this.#tools.maxBuiltBytes));
    return false;
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
