import { Assignments } from './assignments.ts';
import { Conditions } from './conditions.ts';
import {
  assignmentMark,
  findOutside,
  joinContinued,
  type Line,
  linesOf,
  ruleMark,
  withoutComment,
} from './lines.ts';
import type { ReaderHost } from './readerHost.ts';
import { RuleReader } from './ruleReader.ts';
import type { Recipe, Rules } from './rules.ts';
import { MakeStop, type Origin, type Scope } from './variables.ts';

/** Reads makefiles line by line. One state machine (recipe, define, conditionals, the file it is in), so one class. */
export class Reader {
  readonly #host: ReaderHost;
  readonly #global: Scope;
  #file = '';
  /** Place of the line that is read. */
  #at = '';
  readonly #conditions: Conditions;
  readonly #assignments: Assignments;
  readonly #ruleReader: RuleReader;
  #current: Recipe | null = null;
  #skippingRecipe = false;
  #define: { name: string; mark: string; lines: string[]; origin: Origin; depth: number } | null = null;
  readonly missing: { readonly file: string; readonly where: string }[] = [];

  constructor(host: ReaderHost, global: Scope) {
    this.#host = host;
    this.#global = global;
    this.#conditions = new Conditions(() => host.expanderFor(global), global);
    this.#assignments = new Assignments(host, global, () => this.#at);
    this.#ruleReader = new RuleReader(host, global, this.#assignments);
  }

  get rules(): Rules {
    return this.#ruleReader.rules;
  }

  /** After everything is read: each target gets its recipe. */
  settle(): Promise<void> {
    return this.#ruleReader.settle();
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
        await this.#assignments.assign(
          this.#global,
          define.name,
          define.mark,
          define.lines.join('\n'),
          define.origin,
        );
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
      await this.#assignments.assignText(
        this.#global,
        line.slice(0, at),
        found,
        line.slice(at + found.length),
        'file',
      );
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
    const head = await this.#ruleReader.read(line, colon, { file: this.#file, number });
    this.#current = head?.recipe ?? null;
    if (head) this.#skippingRecipe = !head.hasTargets;
  }

  async #modified(word: string, rest: string, number: number): Promise<void> {
    const scope = this.#global;
    const assignment = findOutside(rest, assignmentMark);
    if (assignment) {
      const { at, found } = assignment;
      const origin = word === 'override' ? 'override' : 'file';
      const name = await this.#assignments.assignText(
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
}
