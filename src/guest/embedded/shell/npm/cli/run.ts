import type { ProgramCall } from '../../bundles.ts';
import { isOn, type NpmOptions, textOption } from './options.ts';

/** A failure that npm would word: each line goes to standard error behind `npm error `. */
export class NpmFailure extends Error {
  constructor(
    readonly lines: readonly string[],
    readonly exitCode = 1,
  ) {
    super(lines.join('\n'));
    this.name = 'NpmFailure';
  }
}

/** `npm error code X`, then every line behind the word that npm puts before them. */
export function coded(code: string, word: string, lines: readonly string[], exitCode = 1): NpmFailure {
  const head = word === '' ? '' : `${word} `;
  return new NpmFailure([`code ${code}`, ...lines.map((line) => `${head}${line}`.trimEnd())], exitCode);
}

/** One call of npm or npx, as its commands see it. */
export class NpmRun {
  readonly #logLevel: string;

  constructor(
    readonly call: ProgramCall,
    readonly options: NpmOptions,
    /** `npm_command` of the scripts: the full name of what was asked. */
    readonly command: string,
  ) {
    this.#logLevel = textOption(options, 'loglevel') ?? 'notice';
  }

  get silent(): boolean {
    return this.#logLevel === 'silent';
  }

  get verbose(): boolean {
    return this.#logLevel === 'verbose' || this.#logLevel === 'http' || this.#logLevel === 'silly';
  }

  on(name: string, usual = false): boolean {
    return isOn(this.options, name, usual);
  }

  text(name: string): string | null {
    return textOption(this.options, name);
  }

  /** Standard output. */
  async out(text: string): Promise<void> {
    await this.call.out(text);
  }

  /** What npm says besides its output, such as `added 1 package`: not under `--silent`. */
  async tell(text: string): Promise<void> {
    if (!this.silent) await this.call.out(text);
  }

  async warn(text: string): Promise<void> {
    if (!this.silent && this.#logLevel !== 'error') await this.call.err(`npm warn ${text}\n`);
  }

  async http(text: string): Promise<void> {
    if (this.verbose) await this.call.err(`npm http ${text}\n`);
  }

  async fail(failure: NpmFailure): Promise<number> {
    if (!this.silent) {
      const lines = failure.lines.flatMap((line) => line.split('\n'));
      await this.call.err(lines.map((line) => `npm error${line === '' ? '' : ` ${line}`}\n`).join(''));
    }
    return failure.exitCode;
  }
}
