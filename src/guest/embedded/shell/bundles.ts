import type { FileOps } from '../files/index.ts';
import type { GuestFetch } from './network.ts';

/** Programs too large to be in every command worker; each bundle is loaded when one of its programs is first called. */
export type BundleName = 'git' | 'jq' | 'npm';

/** One call of a program from a bundle. */
export interface ProgramCall {
  /** Everything after the program's name. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Exported variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly files: FileOps;
  /** The guest's clock, epoch milliseconds. */
  readonly nowMs: () => number;
  /** A byte of the guest's seeded random. */
  readonly randomByte: () => number;
  readonly stdin: () => Promise<Uint8Array>;
  /** The bytes of a file, a device or a process substitution; null where it cannot be read. */
  readonly input: (operand: string) => Promise<Uint8Array | null>;
  /** Standard output. False once nobody takes more: the program should end. */
  readonly out: (bytes: Uint8Array | string) => Promise<boolean>;
  /** Standard error. */
  readonly err: (text: string) => Promise<void>;
  /**
   * Runs a script in a shell of the guest that writes where this program writes and reads its standard input; resolves
   * with the exit code. `env` is all that the shell is given.
   */
  readonly shell: (
    script: string,
    options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ) => Promise<number>;
  readonly signal: AbortSignal;
  /** Null where this guest has no network at all. */
  readonly fetch: GuestFetch | null;
}

/** Resolves with the exit code. */
export type Program = (call: ProgramCall) => Promise<number>;

/** Programs by the name they are called by. */
export type Bundle = Readonly<Record<string, Program>>;

/** Rejects with one sentence where the bundle does not load; the next call tries again. */
export type LoadBundle = (name: BundleName) => Promise<Bundle>;

/** What a bundle's script calls: puts it where the command worker that evaluates the script looks for it. */
export function registerBundle(name: BundleName, bundle: Bundle): void {
  const scope: typeof globalThis & { spillwayBundles?: Partial<Record<BundleName, Bundle>> } = globalThis;
  scope.spillwayBundles = { ...scope.spillwayBundles, [name]: bundle };
}
