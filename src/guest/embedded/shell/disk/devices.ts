import type { FsStat } from 'just-bash/browser';
import { seededBytes } from '../../files/index.ts';

/** What a reader gets of an endless device that asks for no length: enough for `tr -dc a-z < /dev/urandom | head -c 32`. */
const endlessBytes = 65_536;

const sources = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/stdin'];
const known = new Set([...sources, '/dev/stdout', '/dev/stderr', '/dev/tty', '/dev/full']);

/** The devices of a command worker, answered without a round trip. */
export class Devices {
  readonly #stdin: Uint8Array;
  readonly #randomByte: () => number;
  readonly #bornAt: Date;

  constructor(options: { stdin: Uint8Array | null; seed: number; nowMs: number }) {
    this.#stdin = options.stdin ?? new Uint8Array(0);
    this.#randomByte = seededBytes(options.seed);
    this.#bornAt = new Date(options.nowMs);
  }

  has(path: string): boolean {
    return known.has(path);
  }

  /** `length` bytes (null: all that a plain read gives), or null where `path` is no device. */
  read(path: string, length: number | null): Uint8Array | null {
    if (!known.has(path)) return null;
    if (path === '/dev/stdin') return this.#stdin;
    if (path === '/dev/zero' || path === '/dev/full') return new Uint8Array(length ?? endlessBytes);
    if (path === '/dev/random' || path === '/dev/urandom') {
      return Uint8Array.from({ length: length ?? endlessBytes }, this.#randomByte);
    }
    return new Uint8Array(0);
  }

  /** Whether `path` is a device, which swallows what is written to it. */
  write(path: string): boolean {
    return known.has(path);
  }

  stat(): FsStat {
    return {
      isFile: true,
      isDirectory: false,
      isSymbolicLink: false,
      mode: 0o666,
      size: 0,
      mtime: this.#bornAt,
    };
  }

  entries(): { name: string; isFile: boolean; isDirectory: boolean; isSymbolicLink: boolean }[] {
    return [...known].map((path) => ({
      name: path.slice('/dev/'.length),
      isFile: true,
      isDirectory: false,
      isSymbolicLink: false,
    }));
  }
}
