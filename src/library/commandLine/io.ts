import type { ReadableFs } from '../../agent/index.ts';

/** Everything a command touches outside itself. Paths are absolute. */
export interface CommandIo {
  /** Absolute folder that relative paths are of. */
  readonly cwd: string;
  readonly fs: ReadableFs;
  /** True where nobody has redirected the input: a person would wait for nothing. */
  readonly stdinIsTerminal: boolean;
  stdin(): Promise<Uint8Array>;
  /** Rejects where the file cannot be read. */
  readFile(path: string): Promise<Uint8Array>;
  resolvePath(path: string): string;
  stdout(text: string): Promise<void>;
  stderr(text: string): Promise<void>;
}
