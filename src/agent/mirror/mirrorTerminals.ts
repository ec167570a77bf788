import type { GuestTerminal } from '../../guest/index.ts';
import type { TabChannel } from '../session/tabs.ts';
import { type FromMirror, protocolVersion } from './messages.ts';

type TerminalAct = Extract<FromMirror, { kind: 'terminal' }>['act'];

/** What a terminal has written and nobody has read; ended by null. */
class Output implements AsyncIterable<Uint8Array> {
  readonly #chunks: (Uint8Array | null)[] = [];
  #wake: () => void = () => {};

  constructor(private readonly took: (bytes: number) => void) {}

  push(bytes: Uint8Array | null): void {
    this.#chunks.push(bytes);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk === null) return;
      if (chunk === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      yield chunk;
      this.took(chunk.length);
    }
  }
}

/** Terminals of a mirror: each is one of the home's guest. */
export class MirrorTerminals {
  readonly #open = new Map<number, Output>();
  #lastId = 0;

  constructor(
    private readonly channel: TabChannel,
    private readonly tab: string,
  ) {}

  open({ columns, rows }: { readonly columns: number; readonly rows: number }): GuestTerminal {
    this.#lastId += 1;
    const id = this.#lastId;
    const tell = (act: TerminalAct) =>
      this.channel.post({ spillway: protocolVersion, kind: 'terminal', from: this.tab, terminal: id, act });
    const output = new Output((bytes) => tell({ do: 'took', bytes }));
    this.#open.set(id, output);
    tell({ do: 'open', columns, rows });
    return {
      output,
      write: (data) => tell({ do: 'write', data }),
      resize: (toColumns, toRows) => tell({ do: 'resize', columns: toColumns, rows: toRows }),
      dispose: () => {
        if (!this.#open.delete(id)) return;
        output.push(null);
        tell({ do: 'close' });
      },
    };
  }

  take(terminal: number, bytes: Uint8Array | null): void {
    const output = this.#open.get(terminal);
    output?.push(bytes);
    if (bytes === null) this.#open.delete(terminal);
  }

  /** The home is gone, and its guest with it. */
  end(): void {
    for (const output of this.#open.values()) output.push(null);
    this.#open.clear();
  }
}
