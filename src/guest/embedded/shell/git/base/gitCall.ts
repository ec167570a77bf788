import type { FileOps } from '../../../files/index.ts';
import type { ProgramCall } from '../../bundles.ts';
import { bytesFromText } from '../../disk/bytes.ts';
import { type ConfigEntry, canonicalKey, parseConfig } from './configFile.ts';
import { die } from './failure.ts';
import { resolvePath } from './paths.ts';
import { findRepository, type Repo } from './repository.ts';
import { bytesFromUnits, unitsFromBytes } from './text.ts';

const flushBytes = 64 * 1024;

/** One `git …`: where it was called, what it prints and which repository it is about. */
export class GitCall {
  readonly program: ProgramCall;
  /** Settings of `-c name=value`. */
  readonly overrides: readonly (readonly [key: string, value: string])[];
  readonly cwd: string;
  #parts: Uint8Array[] = [];
  #held = 0;
  #repo: Repo | null = null;
  #isRead = true;
  #captures = false;

  constructor(program: ProgramCall, cwd: string, overrides: readonly (readonly [string, string])[]) {
    this.program = program;
    this.cwd = cwd;
    this.overrides = overrides;
  }

  get env(): Readonly<Record<string, string>> {
    return this.program.env;
  }

  /** False once nobody reads the output any more: a long listing should end. */
  get isRead(): boolean {
    return this.#isRead;
  }

  print(text: string): void {
    this.#hold(bytesFromText(text));
  }

  /** One unit per byte: what may hold contents of files. */
  printUnits(units: string): void {
    this.#hold(bytesFromUnits(units));
  }

  printBytes(bytes: Uint8Array): void {
    this.#hold(bytes);
  }

  /** What `work` prints, in units, kept from the output. */
  async captured(work: () => Promise<void>): Promise<string> {
    const [parts, held] = [this.#parts, this.#held];
    [this.#parts, this.#held, this.#captures] = [[], 0, true];
    try {
      await work();
      return unitsFromBytes(this.#joined());
    } finally {
      [this.#parts, this.#held, this.#captures] = [parts, held, false];
    }
  }

  async warn(text: string): Promise<void> {
    await this.flush();
    await this.program.err(text);
  }

  /** Passes on what was printed, if that is much. */
  async drain(): Promise<void> {
    if (this.#held >= flushBytes) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#parts.length === 0 || this.#captures) return;
    const all = this.#joined();
    this.#parts = [];
    this.#held = 0;
    this.#isRead = await this.program.out(all);
  }

  #joined(): Uint8Array {
    const all = new Uint8Array(this.#held);
    let offset = 0;
    for (const part of this.#parts) {
      all.set(part, offset);
      offset += part.length;
    }
    return all;
  }

  /** The repository that the call stands in; `fatal: not a git repository` where there is none. */
  async repo(): Promise<Repo> {
    const repo = await this.repoIfAny();
    if (!repo) die('not a git repository (or any of the parent directories): .git');
    return repo;
  }

  async repoIfAny(): Promise<Repo | null> {
    this.#repo ??= await findRepository(this.program.files, this.cwd, this.env);
    return this.#repo;
  }

  /** The guest's files, seen from the repository that was found, if one was. */
  get files(): FileOps {
    return this.#repo?.files ?? this.program.files;
  }

  resolve(path: string): string {
    return resolvePath(this.cwd, path);
  }

  get globalConfigPath(): string {
    return this.env.GIT_CONFIG_GLOBAL ?? `${this.env.HOME ?? '/home/user'}/.gitconfig`;
  }

  /** Entries of the global file, the repository's and the command line, in the order in which later ones win. */
  async configEntries(): Promise<readonly ConfigEntry[]> {
    const repo = await this.repoIfAny();
    const paths = [this.globalConfigPath, ...(repo ? [`${repo.gitDir}/config`] : [])];
    const texts = await Promise.all(paths.map((path) => this.textOf(path)));
    const written = texts.flatMap((text) => parseConfig(text ?? ''));
    return [
      ...written,
      ...this.overrides.map(([key, value]) => ({ key: canonicalKey(key), value, line: -1 })),
    ];
  }

  async config(key: string): Promise<string | undefined> {
    return (await this.configEntries()).findLast((entry) => entry.key === canonicalKey(key))?.value;
  }

  async configFlag(key: string, fallback: boolean): Promise<boolean> {
    const value = await this.config(key);
    return value === undefined ? fallback : !/^(false|no|off|0|)$/i.test(value);
  }

  /** A file as text; null where there is none. */
  async textOf(path: string): Promise<string | null> {
    try {
      return new TextDecoder().decode(await this.files.readFile(path));
    } catch {
      return null;
    }
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#held += bytes.length;
  }
}
