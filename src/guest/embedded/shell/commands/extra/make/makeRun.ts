import type { Io } from '../io.ts';
import { Build } from './build.ts';
import { Expander, type Surroundings } from './expand.ts';
import { MakeShell, type PassedOn } from './makeShell.ts';
import { Reader } from './reader.ts';
import { MakeStop, Scope } from './variables.ts';
import { wildcard } from './wildcard.ts';

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

interface Asked extends PassedOn {
  readonly files: readonly string[];
  readonly goals: readonly string[];
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
  readonly #shell: MakeShell;
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
      shell: (command) => this.#shell.captured(command),
      wildcard: (pattern) => wildcard(this.#io, (path) => this.#path(path), pattern),
      say: (text, stream) => this.#say(text, stream),
      evaluate: (text) => this.#reader.evaluate(text),
      absolute: (path) => disk.resolvePath(cwd, path),
      real: (path) => disk.realpath(disk.resolvePath(cwd, path)).catch(() => null),
      writeFile: (path, text, append) =>
        append ? disk.appendFile(this.#path(path), text) : disk.writeFile(this.#path(path), text),
    };
    const expanderFor = (scope: Scope) => new Expander(this.#around, scope);
    this.#shell = new MakeShell(io, { name, cwd, passed: asked }, this.#global, expanderFor);
    this.#reader = new Reader(
      {
        read: (path) => disk.readFile(this.#path(path)).catch(() => null),
        expanderFor,
        say: (text, stream) => this.#say(text, stream),
        setWhere: (where) => this.#setWhere(where),
        wildcard: (pattern) => wildcard(this.#io, (path) => this.#path(path), pattern),
        shell: (command) => this.#shell.captured(command),
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
        run: (line, scope) => this.#shell.line(line, scope),
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
}
