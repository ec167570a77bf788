import type { StreamName } from '../../../core/index.ts';
import { openStdio, type PipeReader, type PipeWriter, writtenCount } from '../pipes/index.ts';
import type { ProcessStdio } from '../processes/contract.ts';
import type { ShellOutput } from '../shell/index.ts';

/** The output of a shell that is a process of its own: pipes to whoever started it. */
export class ProcessOutput implements ShellOutput {
  readonly #writers: Readonly<Record<StreamName, PipeWriter | null>>;
  readonly #onBroken: () => void;

  /** `onBroken` hears when something was written that nobody reads any more (SIGPIPE). */
  constructor(stdio: ProcessStdio, onBroken: () => void) {
    const { stdout, stderr } = openStdio(stdio);
    this.#writers = { stdout, stderr };
    this.#onBroken = onBroken;
  }

  async write(stream: StreamName, bytes: Uint8Array): Promise<void> {
    const writer = this.#writers[stream];
    if (writer && bytes.length > 0 && !(await writer.write(bytes))) this.#onBroken();
  }

  async passOn(stream: StreamName, reader: PipeReader): Promise<boolean> {
    const writer = this.#writers[stream];
    if (!writer) return (reader.takePiece()?.bytes.length ?? 0) > 0;
    if (!(await writer.whenRoom(Math.min(reader.held, writer.largestStep)))) {
      this.#onBroken();
      return false;
    }
    let rest = new Uint8Array(0);
    const passed = reader.passOn(writer.room, writtenCount(writer.memory), ({ bytes }) => {
      rest = bytes.subarray(writer.writeSome(bytes));
    });
    // Only where the writer of a large pipe meets a small one.
    await this.write(stream, rest);
    return passed;
  }
}
