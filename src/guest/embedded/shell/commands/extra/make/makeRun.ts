import { type Context, quoted } from '../../command.ts';
import { runChildShell } from '../../nestedShell.ts';
import { globPattern } from '../glob.ts';
import { fromLatin1, type Io } from '../io.ts';
import { Build } from './build.ts';
import { Expander, type Surroundings } from './expand.ts';
import { Reader } from './reader.ts';
import { MakeStop, Scope } from './variables.ts';

const defaults: Readonly<Record<string, string>> = {
  MAKE: 'make',
  CC: 'cc',
  CXX: 'g++',
  CPP: '$(CC) -E',
  AR: 'ar',
  ARFLAGS: 'rv',
  RM: 'rm -f',
  LD: 'ld',
  AS: 'as',
  MAKE_VERSION: '4.3',
  MAKE_HOST: 'x86_64-pc-linux-gnu',
  '.DEFAULT_GOAL': '',
};

/** Words that only the shell knows, and signs that only it understands; other lines are run without one. */
const shellWords = new Set(
  '. : alias bg break case cd command continue eval exec exit export fc fg for getopts hash if jobs login logout read readonly return set shift test times trap type ulimit umask unalias unset wait while'.split(
    ' ',
  ),
);

interface Asked {
  readonly files: readonly string[];
  readonly goals: readonly string[];
  /** `VAR=value` words. */
  readonly settings: readonly string[];
  readonly level: number;
  /** Flags that a make started inside gets too. */
  readonly letters: string;
  readonly environmentWins: boolean;
  readonly evals: readonly string[];
}

/** One run of make, from reading the makefiles to the last recipe. */
export class MakeRun {
  readonly #io: Io;
  readonly #name: string;
  readonly #cwd: string;
  readonly #asked: Asked;
  readonly #global = new Scope();
  readonly #around: Surroundings;
  readonly #reader: Reader;

  constructor(io: Io, name: string, cwd: string, asked: Asked) {
    this.#io = io;
    this.#name = name;
    this.#cwd = cwd;
    this.#asked = asked;
    const { disk } = io.tools;
    this.#around = {
      where: '',
      global: this.#global,
      shell: (command) => this.#captured(command),
      wildcard: (pattern) => this.#wildcard(pattern),
      say: (text, stream) => this.#say(text, stream),
      evaluate: (text) => this.#reader.evaluate(text),
      absolute: (path) => disk.resolvePath(cwd, path),
      real: (path) => disk.realpath(disk.resolvePath(cwd, path)).catch(() => null),
      writeFile: (path, text, append) =>
        append ? disk.appendFile(this.#path(path), text) : disk.writeFile(this.#path(path), text),
    };
    this.#reader = new Reader(
      {
        read: (path) => disk.readFile(this.#path(path)).catch(() => null),
        expanderFor: (scope) => new Expander(this.#around, scope),
        say: (text, stream) => this.#say(text, stream),
        setWhere: (where) => this.#setWhere(where),
        wildcard: (pattern) => this.#wildcard(pattern),
        shell: (command) => this.#captured(command),
      },
      this.#global,
    );
  }

  #path(path: string): string {
    return this.#io.tools.disk.resolvePath(this.#cwd, path);
  }

  #setWhere(where: string): void {
    this.#around.where = where;
  }

  /** What make itself says begins with its name, which a make inside another has a number at. */
  async #say(text: string, stream: 'out' | 'err'): Promise<void> {
    const named = text.replace(/^make(?=: )/gm, this.#name);
    if (stream === 'out') await this.#io.out(named);
    else await this.#io.note(named);
  }

  async run(): Promise<number> {
    try {
      return await this.#all();
    } catch (error) {
      if (!(error instanceof MakeStop)) throw error;
      const front = error.where === '' ? `${this.#name}: ` : error.where;
      await this.#io.note(`${front}*** ${error.message}.  Stop.\n`);
      return 2;
    }
  }

  #prepare(): void {
    const set = (
      name: string,
      value: string,
      origin: 'default' | 'environment' | 'file' | 'command line',
    ): void => this.#global.set(name, { value, isSimple: false, origin });
    for (const [name, value] of Object.entries(defaults)) set(name, value, 'default');
    for (const [name, value] of Object.entries(this.#io.context.exportedEnv ?? {})) {
      if (!/^(MAKEFLAGS|MAKELEVEL|SHELL|CURDIR)$/.test(name))
        set(name, value.replaceAll('$', '$$$$'), 'environment');
      this.#global.exported.add(name);
    }
    this.#global.unexported.add('SHELL');
    set('SHELL', '/bin/sh', 'default');
    set('.SHELLFLAGS', '-c', 'default');
    set('CURDIR', this.#cwd, 'file');
    set('MAKELEVEL', String(this.#asked.level), 'environment');
    set('MAKECMDGOALS', this.#asked.goals.join(' '), 'default');
    set('MAKEFLAGS', this.#asked.letters, 'default');
    for (const setting of this.#asked.settings) {
      const [, name = '', mark = '', value = ''] =
        /^([^=:?+!]*)((?:::?|\?|\+|!)?=)([\s\S]*)$/.exec(setting) ?? [];
      this.#global.set(name, { value, isSimple: mark.startsWith(':'), origin: 'command line' });
      this.#global.exported.add(name);
    }
  }

  async #all(): Promise<number> {
    this.#prepare();
    for (const text of this.#asked.evals) await this.#reader.evaluate(text);
    const { disk } = this.#io.tools;
    const files = [...this.#asked.files];
    if (files.length === 0) {
      const usual = ['GNUmakefile', 'makefile', 'Makefile'];
      for (const file of usual)
        if (files.length === 0 && (await this.#io.stat(this.#path(file)))?.kind === 'file') files.push(file);
    }
    for (const file of files) {
      const text =
        file === '-' ? await this.#io.readText('-') : await disk.readFile(this.#path(file)).catch(() => null);
      if (typeof text !== 'string') {
        await this.#io.note(`${this.#name}: ${file}: No such file or directory\n`);
        throw new MakeStop(`No rule to make target '${file}'`);
      }
      await this.#reader.readFile(file === '-' ? '-' : file, text);
    }
    await this.#reader.settle();
    for (const { file, where } of this.#reader.missing) {
      await this.#io.note(`${where}${file}: No such file or directory\n`);
      throw new MakeStop(`No rule to make target '${file}'`);
    }
    const { rules } = this.#reader;
    const wanted = (await new Expander(this.#around, this.#global).variable('.DEFAULT_GOAL')).trim();
    const first = wanted || rules.firstGoal;
    const goals = this.#asked.goals.length > 0 ? this.#asked.goals : first === null ? [] : [first];
    if (goals.length === 0)
      throw new MakeStop(files.length === 0 ? 'No targets specified and no makefile found' : 'No targets');
    return this.#build(goals);
  }

  async #build(goals: readonly string[]): Promise<number> {
    const { letters } = this.#asked;
    const { files } = this.#io.tools.disk;
    const has = (letter: string): boolean => letters.includes(letter);
    const build = new Build(
      this.#reader.rules,
      {
        mtime: async (path) => (await this.#io.stat(this.#path(path)))?.mtimeMs ?? null,
        run: (line, scope) => this.#line(line, scope),
        touch: async (path) => {
          if (await this.#io.stat(this.#path(path)))
            await files.utimes(this.#path(path), Date.now(), Date.now());
          else await files.writeFile(this.#path(path), new Uint8Array(0));
        },
        remove: (path) => files.rm(this.#path(path), { recursive: false, force: true }),
        say: (text, stream) => this.#say(text, stream),
        expanderFor: (scope) => new Expander(this.#around, scope),
        setWhere: (where) => this.#setWhere(where),
        isStopped: () => this.#io.stopped,
      },
      {
        dryRun: has('n'),
        silent: has('s'),
        keepGoing: has('k'),
        always: has('B'),
        ignoreErrors: has('i'),
        touch: has('t'),
        question: has('q'),
      },
      this.#global,
    );
    let exitCode = 0;
    for (const goal of goals) {
      if (await build.goal(goal)) continue;
      exitCode = 2;
      if (!has('k')) break;
    }
    await build.finish();
    return has('q') && build.outOfDate && exitCode === 0 ? 1 : exitCode;
  }

  async #environment(scope: Scope): Promise<Record<string, string>> {
    const expander = new Expander(this.#around, scope);
    const env: Record<string, string> = { ...this.#io.context.exportedEnv };
    for (const name of scope.names()) {
      if (/^[A-Za-z_]\w*$/.test(name) && scope.isExported(name)) env[name] = await expander.variable(name);
    }
    for (const name of scope.unexported) if (name !== 'SHELL') delete env[name];
    const settings = this.#asked.settings.map((setting) => setting.replace(/[\s\\]/g, '\\$&')).join(' ');
    env.MAKEFLAGS = `${this.#asked.letters}${settings === '' ? '' : ` -- ${settings}`}`;
    env.MAKELEVEL = String(this.#asked.level + 1);
    env.PWD = this.#cwd;
    return env;
  }

  /** One line of a recipe. Its output goes where make's own goes. */
  async #line(line: string, scope: Scope): Promise<number> {
    const env = await this.#environment(scope);
    const expander = new Expander(this.#around, scope);
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
    if (word.includes('/')) return (await this.#io.stat(this.#path(word))) !== null;
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

  async #captured(command: string): Promise<string> {
    const expander = new Expander(this.#around, this.#global);
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

  /** Names that a pattern of the shell stands for, in order. */
  async #wildcard(pattern: string): Promise<string[]> {
    let found = [pattern.startsWith('/') ? '/' : ''];
    const parts = pattern.split('/').filter((part, index) => part !== '' || index > 0);
    for (const [index, part] of parts.entries()) {
      if (part === '') continue;
      const next: string[] = [];
      const glob = /[*?[]/.test(part) ? globPattern(part, { crossesSlash: false }) : null;
      for (const base of found) {
        if (!glob) {
          if (await this.#io.lstat(this.#path(base + part))) next.push(`${base}${part}`);
          continue;
        }
        for (const entry of await this.#io.tools.disk.readdir(this.#path(base || '.')).catch(() => []))
          if (glob.test(entry) && (part.startsWith('.') || !entry.startsWith('.'))) next.push(base + entry);
      }
      found = index < parts.length - 1 ? next.map((each) => `${each}/`) : next;
    }
    return found.filter((each) => each !== '').sort((a, b) => (a < b ? -1 : 1));
  }
}
