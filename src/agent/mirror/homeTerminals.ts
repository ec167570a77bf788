import type { GuestTerminal } from '../../guest/index.ts';
import type { LiveSession } from '../port.ts';
import type { FromMirror } from './messages.ts';

/** Bytes on their way to a mirror that has not said that it took them; beyond, the terminal waits. */
const maxUntaken = 512 * 1024;

type Told = Extract<FromMirror, { kind: 'terminal' }>;

interface OpenTerminal {
  readonly opened: Promise<GuestTerminal>;
  untaken: number;
  taken: () => void;
}

/** Terminals of the home's guest that mirrors have opened. */
export class HomeTerminals {
  readonly #open = new Map<string, OpenTerminal>();

  constructor(
    private readonly session: LiveSession,
    /** Null: it has ended. */
    private readonly post: (to: string, terminal: number, bytes: Uint8Array | null) => void,
  ) {}

  take({ from, terminal, act }: Told): void {
    const key = `${from} ${terminal}`;
    const open = this.#open.get(key);
    if (act.do === 'open') {
      if (open === undefined) void this.#run(key, from, terminal, act);
      return;
    }
    if (open === undefined) return;
    if (act.do === 'took') {
      open.untaken -= act.bytes;
      open.taken();
      return;
    }
    if (act.do === 'close') this.#open.delete(key);
    open.opened.then(
      (guest) => {
        if (act.do === 'write') guest.write(act.data);
        else if (act.do === 'resize') guest.resize(act.columns, act.rows);
        else guest.dispose();
      },
      () => {},
    );
    open.taken();
  }

  /** Those of one mirror, or all. */
  close(from: string | null): void {
    for (const [key, { opened, taken }] of this.#open) {
      if (from !== null && !key.startsWith(`${from} `)) continue;
      this.#open.delete(key);
      opened.then((guest) => guest.dispose()).catch(() => {});
      taken();
    }
  }

  async #run(
    key: string,
    from: string,
    terminal: number,
    size: { readonly columns: number; readonly rows: number },
  ): Promise<void> {
    const open: OpenTerminal = { opened: this.session.openTerminal(size), untaken: 0, taken: () => {} };
    this.#open.set(key, open);
    try {
      for await (const bytes of (await open.opened).output) {
        if (this.#open.get(key) !== open) return;
        open.untaken += bytes.length;
        this.post(from, terminal, bytes);
        while (open.untaken > maxUntaken && this.#open.get(key) === open) {
          await new Promise<void>((resolve) => {
            open.taken = resolve;
          });
        }
      }
    } catch {
      // It could not be opened, or ended with its guest: the mirror hears that it is over.
    }
    if (this.#open.get(key) === open) this.#open.delete(key);
    this.post(from, terminal, null);
  }
}
