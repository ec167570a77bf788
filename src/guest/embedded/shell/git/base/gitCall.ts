import type { FileOps } from '../../../files/index.ts';
import type { ProgramCall } from '../../bundles.ts';
import { bytesFromText } from '../../disk/bytes.ts';
import { globSource } from '../index/glob.ts';
import { type ConfigEntry, canonicalKey, parseConfig } from './configFile.ts';
import { die } from './failure.ts';
import { parentOf, resolvePath } from './paths.ts';
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
    const written = await Promise.all(paths.map((path) => this.#entriesIn(path, 0)));
    return [
      ...written.flat(),
      ...this.#entriesOfEnvironment(),
      ...this.overrides.map(([key, value]) => ({ key: canonicalKey(key), value, line: -1 })),
    ];
  }

  /** A file's entries, with those of the files that it includes in the place of `include.path`. */
  async #entriesIn(path: string, depth: number): Promise<readonly ConfigEntry[]> {
    const entries = parseConfig((await this.textOf(path)) ?? '');
    if (depth > 10 || !entries.some(({ key }) => /^include(?:if\..*)?\.path$/.test(key))) return entries;
    const all: ConfigEntry[] = [];
    for (const entry of entries) {
      all.push(entry);
      const condition = /^include(?:if\.(.*))?\.path$/.exec(entry.key);
      if (!condition || !(condition[1] === undefined || (await this.#holds(condition[1])))) continue;
      const named = this.#fromHome(entry.value);
      all.push(...(await this.#entriesIn(resolvePath(parentOf(path), named), depth + 1)));
    }
    return all;
  }

  #fromHome(path: string): string {
    return path.replace(/^~(?=\/)/, this.env.HOME ?? '/home/user');
  }

  /** Whether `[includeIf "gitdir:~/work/"]` is meant for this repository; other conditions never hold. */
  async #holds(condition: string): Promise<boolean> {
    const [, kind, pattern] = /^(gitdir|gitdir\/i):(.*)$/.exec(condition) ?? [];
    const repo = kind === undefined ? null : await this.repoIfAny();
    if (!repo || pattern === undefined) return false;
    const from = this.#fromHome(pattern);
    const whole = from.startsWith('/') ? from : `**/${from}`;
    const source = globSource(whole.endsWith('/') ? `${whole}**` : whole, false);
    return new RegExp(`^${source}$`, kind === 'gitdir/i' ? 'i' : '').test(repo.gitDir);
  }

  /** `GIT_CONFIG_COUNT` and the keys and values that it counts. */
  #entriesOfEnvironment(): ConfigEntry[] {
    const count = Number(this.env.GIT_CONFIG_COUNT ?? 0) || 0;
    return Array.from({ length: Math.min(count, 1000) }, (_each, at) => ({
      key: canonicalKey(this.env[`GIT_CONFIG_KEY_${at}`] ?? ''),
      value: this.env[`GIT_CONFIG_VALUE_${at}`] ?? '',
      line: -1,
    }));
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
