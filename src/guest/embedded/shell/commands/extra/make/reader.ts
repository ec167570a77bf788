import { Conditions } from './conditions.ts';
import type { Expander } from './expand.ts';
import {
  assignmentMark,
  findOutside,
  joinContinued,
  type Line,
  linesOf,
  ruleMark,
  withoutComment,
} from './lines.ts';
import { type Recipe, Rules } from './rules.ts';
import { MakeStop, type Origin, Scope, stemOf, withStem } from './variables.ts';

/** What the reader needs of the machine. */
export interface ReaderHost {
  read(path: string): Promise<string | null>;
  expanderFor(scope: Scope): Expander;
  say(text: string, stream: 'out' | 'err'): Promise<void>;
  setWhere(where: string): void;
  wildcard(pattern: string): Promise<string[]>;
  shell(command: string): Promise<string>;
}

/** Reads makefiles line by line. One state machine (recipe, define, conditionals, the file it is in), so one class. */
export class Reader {
  readonly rules = new Rules();
  readonly #host: ReaderHost;
  readonly #global: Scope;
  #file = '';
  /** Place of the line that is read. */
  #at = '';
  readonly #conditions: Conditions;
  #current: Recipe | null = null;
  #skippingRecipe = false;
  #define: { name: string; mark: string; lines: string[]; origin: Origin; depth: number } | null = null;
  readonly missing: { readonly file: string; readonly where: string }[] = [];

  constructor(host: ReaderHost, global: Scope) {
    this.#host = host;
    this.#global = global;
    this.#conditions = new Conditions(() => host.expanderFor(global), global);
  }

  async readFile(path: string, text: string): Promise<void> {
    const before = this.#file;
    this.#file = path;
    const list = this.#global.get('MAKEFILE_LIST')?.value ?? '';
    this.#global.set('MAKEFILE_LIST', { value: `${list} ${path}`, isSimple: true, origin: 'file' });
    await this.#lines(linesOf(text));
    if (this.#conditions.count > 0 && before === '')
      throw new MakeStop("missing 'endif'", this.#where(text.split('\n').length));
    if (this.#define)
      throw new MakeStop("missing 'endef', unterminated 'define'", this.#where(text.split('\n').length));
    this.#current = null;
    this.#file = before;
  }

  /** Text of `$(eval …)`. */
  async evaluate(text: string): Promise<void> {
    const current = this.#current;
    this.#current = null;
    await this.#lines(linesOf(text));
    this.#current = current;
  }

  #where(number: number): string {
    return `${this.#file}:${number}: `;
  }

  async #lines(lines: readonly Line[]): Promise<void> {
    for (const { text, number } of lines) {
      this.#at = this.#where(number);
      this.#host.setWhere(this.#at);
      if (this.#define) {
        await this.#defineLine(text);
        continue;
      }
      const isRecipe = text.startsWith('\t');
      if (isRecipe && (this.#current || this.#skippingRecipe)) {
        if (this.#conditions.active && this.#current)
          this.#current.lines.push({ text: text.slice(1).replaceAll('\\\n\t', '\\\n'), line: number });
        continue;
      }
      // Blanks before a comment belong to a value.
      const logical = withoutComment(joinContinued(text)).trimStart();
      if (logical.trim() === '') continue;
      if (await this.#conditions.take(logical, this.#at)) continue;
      if (!this.#conditions.active) continue;
      if (isRecipe && (findOutside(logical, assignmentMark) === null || /^\t\s*@/.test(text)))
        throw new MakeStop('recipe commences before first target', this.#where(number));
      await this.#statement(logical, text, number);
    }
  }

  async #defineLine(text: string): Promise<void> {
    const define = this.#define!;
    const word = text.trim();
    if (/^define(\s|$)/.test(word)) define.depth++;
    if (/^endef(\s|$|#)/.test(word) && --define.depth === 0) {
      this.#define = null;
      if (this.#conditions.active)
        await this.#assign(this.#global, define.name, define.mark, define.lines.join('\n'), define.origin);
      return;
    }
    define.lines.push(text);
  }

  async #statement(line: string, raw: string, number: number): Promise<void> {
    const include = /^(-include|sinclude|include)\s+(.*)$/s.exec(line);
    if (include) return this.#include(include[2]!, include[1] === 'include', number);
    const define = /^(override\s+)?(?:export\s+)?define\s+(\S+)\s*([:?+!]*=)?\s*$/.exec(line);
    if (define) {
      const origin = define[1] ? 'override' : 'file';
      const name = await this.#host.expanderFor(this.#global).text(define[2]!);
      this.#define = { name, mark: define[3] ?? '=', lines: [], origin, depth: 1 };
      return;
    }
    const modifier = /^(export|unexport|override|private|undefine)(?:\s+(.*))?$/s.exec(line);
    if (modifier && !/^\s*[:?+!]*=/.test(modifier[2] ?? ''))
      return this.#modified(modifier[1]!, modifier[2] ?? '', number);
    if (/^vpath(\s|$)/.test(line)) return;
    const assignment = findOutside(line, assignmentMark);
    const colon = findOutside(line, ruleMark);
    if (assignment && (!colon || assignment.at <= colon.at)) {
      this.#current = null;
      const { at, found } = assignment;
      await this.#assignText(this.#global, line.slice(0, at), found, line.slice(at + found.length), 'file');
      return;
    }
    if (!colon) {
      const expanded = await this.#host.expanderFor(this.#global).text(line);
      if (expanded.trim() === '') return;
      if (findOutside(expanded, ruleMark) === null) {
        const hint = /^ {8}/.test(raw) ? ' (did you mean TAB instead of 8 spaces?)' : '';
        throw new MakeStop(`missing separator${hint}`, this.#where(number));
      }
      return this.#statement(expanded, expanded, number);
    }
    await this.#rule(line, colon, number);
  }

  async #modified(word: string, rest: string, number: number): Promise<void> {
    const scope = this.#global;
    const assignment = findOutside(rest, assignmentMark);
    if (assignment) {
      const { at, found } = assignment;
      const origin = word === 'override' ? 'override' : 'file';
      const name = await this.#assignText(
        scope,
        rest.slice(0, at).replace(/^(export|override)\s+/, ''),
        found,
        rest.slice(at + found.length),
        origin,
      );
      if (word === 'export' || /^export\s/.test(rest)) scope.exported.add(name);
      return;
    }
    const names = await this.#host.expanderFor(scope).words(rest);
    if (word === 'override' && /^define\s/.test(rest)) return this.#statement(rest, rest, number);
    if (word === 'export' && names.length === 0) scope.exportsAll = true;
    for (const name of names) {
      if (word === 'export') scope.exported.add(name);
      else if (word === 'unexport') scope.unexported.add(name);
      else if (word === 'undefine') scope.delete(name);
    }
  }

  async #assignText(
    scope: Scope,
    name: string,
    mark: string,
    value: string,
    origin: Origin,
  ): Promise<string> {
    const expanded = (await this.#host.expanderFor(this.#global).text(name)).trim();
    await this.#assign(scope, expanded, mark, value.trimStart(), origin);
    return expanded;
  }

  async #assign(scope: Scope, name: string, mark: string, value: string, origin: Origin): Promise<void> {
    const expander = this.#host.expanderFor(scope);
    const before = scope.get(name);
    if (mark === '?=' && before) return;
    if (mark === '!=') {
      const output = (await this.#host.shell(await expander.text(value)))
        .replace(/\n+$/, '')
        .replaceAll('\n', ' ');
      return scope.set(name, { value: output, isSimple: true, origin });
    }
    if (mark === ':=' || mark === '::=' || mark === ':::=')
      return scope.set(name, { value: await expander.text(value), isSimple: true, origin });
    if (mark !== '+=' || !before) return scope.set(name, { value, isSimple: false, origin, where: this.#at });
    const more = before.isSimple ? await expander.text(value) : value;
    const joint = before.value === '' ? more : `${before.value} ${more}`;
    scope.set(name, {
      value: joint,
      isSimple: before.isSimple,
      origin: before.origin === 'override' ? 'override' : origin,
    });
  }

  async #include(list: string, isNeeded: boolean, number: number): Promise<void> {
    this.#current = null;
    await this.#conditions.aside(async () => {
      for (const word of await this.#host.expanderFor(this.#global).words(list)) {
        const files = /[*?[]/.test(word) ? await this.#host.wildcard(word) : [word];
        for (const file of files) {
          const text = await this.#host.read(file);
          if (text !== null) await this.readFile(file, text);
          else if (isNeeded) this.missing.push({ file, where: this.#where(number) });
        }
      }
    });
  }

  async #rule(
    line: string,
    colon: { readonly at: number; readonly found: string },
    number: number,
  ): Promise<void> {
    const expander = this.#host.expanderFor(this.#global);
    const names = await expander.words(line.slice(0, colon.at));
    const afterColon = line.slice(colon.at + colon.found.length);
    const targetAssignment =
      /^\s*(?:(?:export|override|private)\s+)*([^\s:=|;]+?)\s*((?:::?|\?|\+|!)?=)/.exec(afterColon);
    if (targetAssignment) {
      const value = afterColon.slice(targetAssignment[0].length);
      for (const name of names)
        await this.#assign(
          this.#scopeFor(name),
          targetAssignment[1]!,
          targetAssignment[2]!,
          value.trimStart(),
          'file',
        );
      this.#current = null;
      return;
    }
    const semicolon = findOutside(afterColon, /;/y);
    const head = await expander.text(semicolon ? afterColon.slice(0, semicolon.at) : afterColon);
    const recipe: Recipe = { lines: [], file: this.#file };
    if (semicolon) recipe.lines.push({ text: afterColon.slice(semicolon.at + 1).trimStart(), line: number });
    this.#current = recipe;
    this.#skippingRecipe = names.length === 0;
    const parts = head.split(/:(?![\\/])/);
    const isStatic = parts.length > 1;
    const [needed = '', orderOnly = ''] = (isStatic ? parts.slice(1).join(':') : head).split('|');
    const list = async (text: string): Promise<string[]> => {
      const words: string[] = [];
      for (const word of text.split(/\s+/).filter(Boolean)) {
        const found = /[*?[]/.test(word) ? await this.#host.wildcard(word) : [];
        words.push(...(found.length > 0 ? found : [word]));
      }
      return words;
    };
    const prerequisites = await list(needed);
    const order = await list(orderOnly);
    if (!isStatic && this.#special(names, prerequisites)) return;
    if (!isStatic && names.some((name) => name.includes('%'))) {
      this.rules.patterns.push({ targets: names, prerequisites, orderOnly: order, recipe });
      return;
    }
    if (!isStatic && names.length === 1 && this.#suffixRule(names[0]!, prerequisites, recipe)) return;
    for (const name of names) {
      let stem = '';
      if (isStatic) {
        const found = parts[0]!
          .trim()
          .split(/\s+/)
          .map((pattern) => stemOf(pattern, name))
          .find((each) => each !== null);
        if (found === undefined || found === null) {
          await this.#host.say(
            `${this.#where(number)}target '${name}' doesn't match the target pattern\n`,
            'err',
          );
          continue;
        }
        stem = found;
      }
      const filled = isStatic ? prerequisites.map((each) => withStem(each, stem)) : prerequisites;
      this.#define1(name, filled, order, recipe, stem, colon.found === '::', number);
    }
  }

  #define1(
    name: string,
    prerequisites: string[],
    order: string[],
    recipe: Recipe,
    stem: string,
    isDouble: boolean,
    number: number,
  ): void {
    const target = this.rules.target(name);
    if (this.rules.firstGoal === null && (!name.startsWith('.') || name.includes('/')))
      this.rules.firstGoal = name;
    if (isDouble) {
      target.doubles.push({ prerequisites, recipe });
      return;
    }
    target.orderOnly.push(...order);
    if (stem !== '') target.stem = stem;
    // The rule that has the recipe gives `$<`. Whether this one has is known when its lines are read.
    this.#pending.push({ name, prerequisites, recipe, number });
    target.prerequisites.push(...prerequisites);
  }

  readonly #pending: {
    readonly name: string;
    readonly prerequisites: readonly string[];
    readonly recipe: Recipe;
    readonly number: number;
  }[] = [];

  /** After everything is read: each target gets its recipe; a second one is told of and replaces the first. */
  async settle(): Promise<void> {
    for (const { name, prerequisites, recipe, number } of this.#pending) {
      if (recipe.lines.length === 0) continue;
      const target = this.rules.target(name);
      const before = target.recipe;
      if (before && before !== recipe) {
        const old = (before.lines[0]?.line ?? 1) - 0;
        await this.#host.say(
          `${recipe.file}:${recipe.lines[0]?.line ?? number}: warning: overriding recipe for target '${name}'\n`,
          'err',
        );
        await this.#host.say(
          `${before.file}:${old}: warning: ignoring old recipe for target '${name}'\n`,
          'err',
        );
      }
      target.recipe = recipe;
      const rest = target.prerequisites.filter((each) => !prerequisites.includes(each));
      target.prerequisites = [...prerequisites, ...rest];
    }
  }

  #scopeFor(name: string): Scope {
    if (name.includes('%')) {
      const scope = new Scope(this.#global);
      this.rules.patternScopes.push({ pattern: name, scope });
      return scope;
    }
    const target = this.rules.target(name);
    target.scope ??= new Scope(this.#global);
    return target.scope;
  }

  #special(names: readonly string[], prerequisites: readonly string[]): boolean {
    const [name] = names;
    const { rules } = this;
    const sets: Readonly<Record<string, Set<string>>> = {
      '.PHONY': rules.phony,
      '.SILENT': rules.silent,
      '.IGNORE': rules.ignored,
      '.SECONDARY': rules.kept,
      '.PRECIOUS': rules.kept,
      '.INTERMEDIATE': new Set(),
    };
    const set = sets[name ?? ''];
    if (set) for (const each of prerequisites.length > 0 ? prerequisites : ['*']) set.add(each);
    else if (name === '.ONESHELL') rules.oneShell = true;
    else if (name === '.DELETE_ON_ERROR') rules.deletesOnError = true;
    else if (
      !/^\.(SUFFIXES|NOTPARALLEL|EXPORT_ALL_VARIABLES|SECONDEXPANSION|POSIX|DEFAULT|LOW_RESOLUTION_TIME)$/.test(
        name ?? '',
      )
    )
      return false;
    if (name === '.EXPORT_ALL_VARIABLES') this.#global.exportsAll = true;
    return true;
  }

  /** `.c.o:` is `%.o: %.c`. */
  #suffixRule(name: string, prerequisites: readonly string[], recipe: Recipe): boolean {
    const match = /^(\.[A-Za-z]\w*)(\.[A-Za-z]\w*)$/.exec(name);
    if (!match || prerequisites.length > 0) return false;
    this.rules.patterns.push({
      targets: [`%${match[2]}`],
      prerequisites: [`%${match[1]}`],
      orderOnly: [],
      recipe,
    });
    return true;
  }
}
