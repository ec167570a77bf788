import { type Context, quoted } from '../../command.ts';
import { runChildShell } from '../../nestedShell.ts';
import { fromLatin1, type Io } from '../io.ts';
import type { Expander } from './expand.ts';
import type { Scope } from './variables.ts';

/** Words that only the shell knows, and signs that only it understands; other lines are run without one. */
const shellWords = new Set(
  '. : alias bg break case cd command continue eval exec exit export fc fg for getopts hash if jobs login logout read readonly return set shift test times trap type ulimit umask unalias unset wait while'.split(
    ' ',
  ),
);

/** What a make that is started inside this one gets of it. */
export interface PassedOn {
  /** `VAR=value` words. */
  readonly settings: readonly string[];
  readonly level: number;
  /** Flags that a make started inside gets too. */
  readonly letters: string;
}

/** Runs what a makefile gives to the shell: the lines of recipes, and commands whose output it wants. */
export class MakeShell {
  readonly #io: Io;
  readonly #name: string;
  readonly #cwd: string;
  readonly #passed: PassedOn;
  readonly #global: Scope;
  readonly #expanderFor: (scope: Scope) => Expander;

  /** `name` is what make calls itself when it says something. */
  constructor(
    io: Io,
    make: { readonly name: string; readonly cwd: string; readonly passed: PassedOn },
    global: Scope,
    expanderFor: (scope: Scope) => Expander,
  ) {
    this.#io = io;
    this.#name = make.name;
    this.#cwd = make.cwd;
    this.#passed = make.passed;
    this.#global = global;
    this.#expanderFor = expanderFor;
  }

  async #environment(scope: Scope): Promise<Record<string, string>> {
    const expander = this.#expanderFor(scope);
    const env: Record<string, string> = { ...this.#io.context.exportedEnv };
    for (const name of scope.names()) {
      if (/^[A-Za-z_]\w*$/.test(name) && scope.isExported(name)) env[name] = await expander.variable(name);
    }
    for (const name of scope.unexported) if (name !== 'SHELL') delete env[name];
    const settings = this.#passed.settings.map((setting) => setting.replace(/[\s\\]/g, '\\$&')).join(' ');
    env.MAKEFLAGS = `${this.#passed.letters}${settings === '' ? '' : ` -- ${settings}`}`;
    env.MAKELEVEL = String(this.#passed.level + 1);
    env.PWD = this.#cwd;
    return env;
  }

  /** One line of a recipe. Its output goes where make's own goes. */
  async line(line: string, scope: Scope): Promise<number> {
    const env = await this.#environment(scope);
    const expander = this.#expanderFor(scope);
    const shell = await expander.variable('SHELL');
    const flags = (await expander.variable('.SHELLFLAGS')).split(/\s+/).filter(Boolean);
    const word = /^\s*([^\s]+)/.exec(line)?.[1] ?? '';
    const isPlain =
      shell === '/bin/sh' && !/[#;"*?[\]&|<>(){}$`^~!\n\\'=]/.test(line) && !shellWords.has(word);
    if (isPlain && !(await this.#isProgram(word, env))) {
      await this.#io.note(`${this.#name}: ${word}: No such file or directory\n`);
      return 127;
    }
    const result = await this.#shell(line, env, shell, flags, this.#io.call.route);
    if (result.stdout !== '') await this.#io.bytes(fromLatin1(result.stdout));
    if (result.stderr !== '') await this.#io.note(result.stderr);
    return result.exitCode;
  }

  async #isProgram(word: string, env: Readonly<Record<string, string>>): Promise<boolean> {
    if (word.includes('/'))
      return (await this.#io.stat(this.#io.tools.disk.resolvePath(this.#cwd, word))) !== null;
    for (const folder of (env.PATH ?? '/usr/bin:/bin').split(':'))
      if (folder !== '' && (await this.#io.tools.disk.exists(`${folder}/${word}`))) return true;
    return false;
  }

  async #shell(
    line: string,
    env: Record<string, string>,
    shell: string,
    flags: readonly string[],
    route: Parameters<typeof runChildShell>[2]['route'],
  ) {
    const context: Context = { ...this.#io.context, cwd: this.#cwd, exportedEnv: env };
    const base = shell.slice(shell.lastIndexOf('/') + 1);
    const isShell = /^(ba|da|z|k|a)?sh$/.test(base);
    const sets: string[] = [];
    flags.forEach((flag, index) => {
      const option = /^-([a-zA-Z]*)$/.exec(flag)?.[1] ?? '';
      for (const letter of option.replace(/[clo]/g, '')) sets.push(`set -${letter}`);
      if (option.endsWith('o') || (option.includes('o') && option.endsWith('c')))
        sets.push(`set -o ${flags[index + 1] ?? 'pipefail'}`);
    });
    const script = isShell ? line : [shell, ...flags, line].map(quoted).join(' ');
    return runChildShell(this.#io.tools, context, {
      script,
      zero: isShell ? shell : '/bin/sh',
      args: [],
      route,
      prefix: isShell ? sets.join('; ') : '',
      where: shell,
    });
  }

  /** What a command of `$(shell …)` or `!=` writes. */
  async captured(command: string): Promise<string> {
    const expander = this.#expanderFor(this.#global);
    // Variables that are not yet final must not be expanded for a command that may define them.
    const env: Record<string, string> = { ...this.#io.context.exportedEnv, PWD: this.#cwd };
    const shell = await expander.variable('SHELL');
    const flags = (await expander.variable('.SHELLFLAGS')).split(/\s+/).filter(Boolean);
    const { err } = this.#io.call.route;
    const result = await this.#shell(command, env, shell, flags, { out: 'out', err, more: {} });
    if (result.stderr !== '') await this.#io.note(result.stderr);
    this.#global.set('.SHELLSTATUS', { value: String(result.exitCode), isSimple: true, origin: 'override' });
    return new TextDecoder().decode(fromLatin1(result.stdout)).replaceAll('\r\n', '\n');
  }
}
