import { type AnyNode, type Function as FunctionNode, type Program, parse } from 'acorn';
import { awaitContext } from '../asyncContext.ts';
import type { Edits } from './edits.ts';
import { isFunction, walkReferences } from './scopes.ts';

/** Under this name compiled programs reach what keeps contexts; no program of a person has it. */
const helper = 'context$';
const frame = 'frame$';

/** Asked for, not only named: compilers have lists of all of Node's modules, and megabytes behind them. */
const asksByName = /(?:\(|\bfrom|\bimport)\s*['"](?:node:)?async_hooks['"]/;
/** So many files of one package are looked through. */
const mostPackageFiles = 30;
/** Longer ones are bundles, whose requests lead nowhere. */
const longestPackageText = 300_000;

/**
 * Whether a program asks for contexts at all. Only then are its awaits compiled with calls around them: every other
 * program runs as it was written. `textOf` answers null where no file is, `entryOf` where no package is.
 */
export class ContextsWanted {
  #wanted = false;
  readonly #seen = new Set<string>();

  constructor(
    readonly textOf: (path: string) => string | null,
    readonly entryOf: (request: string, path: string) => string | null = () => null,
  ) {}

  /**
   * For the text of `path`, before it is compiled. What it loads by relative names is looked through, too, and of the
   * packages that it names their own files.
   */
  by(source: string, path: string): boolean {
    if (!this.#wanted && this.#asks(source, path, null)) {
      this.#wanted = true;
      provideContexts();
    }
    return this.#wanted && /\bawait\b/.test(source);
  }

  /** `left`: how many more files of this package may be looked at; null for the program's own. */
  #asks(source: string, path: string, left: { files: number } | null): boolean {
    if (asksByName.test(source)) return true;
    this.#seen.add(path);
    if (left && source.length > longestPackageText) return false;
    const folder = path.slice(0, path.lastIndexOf('/'));
    for (const [, request = ''] of source.matchAll(
      /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"]([^'"\n]+)['"]/g,
    )) {
      if (!request.startsWith('.')) {
        // Packages of a package are its own affair.
        if (!left && this.#packageAsks(request, path)) return true;
        continue;
      }
      if (left && left.files <= 0) return false;
      for (const ending of ['', '.js', '.mjs', '.cjs', '/index.js', '/index.mjs']) {
        const file = new URL(`file://${folder}/${request}${ending}`).pathname;
        if (this.#seen.has(file)) break;
        const text = this.textOf(file);
        if (text === null) continue;
        if (left) left.files -= 1;
        if (this.#asks(text, file, left)) return true;
        break;
      }
    }
    return false;
  }

  #packageAsks(request: string, path: string): boolean {
    const entry = this.entryOf(request, path);
    if (entry === null || this.#seen.has(entry)) return false;
    const text = this.textOf(entry);
    return text !== null && this.#asks(text, entry, { files: mostPackageFiles });
  }
}

/** Lets compiled programs reach what keeps contexts. */
function provideContexts(): void {
  Object.defineProperty(globalThis, helper, { value: awaitContext, configurable: true });
}

/** For the text of a function that was compiled elsewhere: programs send such texts to their threads (terser's does). */
export function provideContextsFor(text: string): void {
  if (text.includes(helper)) provideContexts();
}

/** The program of a CommonJS text; acorn's SyntaxError where it is none. */
export function parseScript(source: string): Program {
  return parse(source, { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true });
}

/**
 * Puts the calls around every `await` of `program`: `context$.resume(frame$,await context$.leave(frame$,x))`, with a
 * `frame$` in each function that awaits. Must come before other edits: at one place the inner bracket closes first.
 * Answers what a module that awaits at its top level has to begin with.
 */
export function keepContexts(program: Program, edits: Edits): string {
  const awaiting = new Set<AnyNode>();
  const catching: { readonly owner: AnyNode; readonly at: number }[] = [];
  /** Closing brackets, outermost first, as the walk meets them. */
  const closers: { readonly at: number; readonly text: string; readonly arrow?: AnyNode }[] = [];
  const visit = (node: AnyNode, parents: readonly AnyNode[]) => {
    const owner = parents.findLast(isFunction) ?? program;
    if (node.type === 'AwaitExpression') {
      awaiting.add(owner);
      const text = `${helper}.resume(${frame},await ${helper}.leave(${frame},`;
      edits.replace(node.start, node.start + 'await'.length, text);
      closers.push({ at: node.end, text: '))' });
    } else if (node.type === 'ForOfStatement' && node.await) {
      awaiting.add(owner);
      edits.replace(node.right.start, node.right.start, `${helper}.leave(${frame},`);
      closers.push({ at: node.right.end, text: ')' });
      // Its end is waited for, too.
      const labels = parents.length - 1 - parents.findLastIndex((each) => each.type !== 'LabeledStatement');
      const whole = labels > 0 ? (parents.at(-labels) ?? node) : node;
      const isInList = listsStatements(parents.at(-1 - labels));
      if (!isInList) edits.replace(whole.start, whole.start, '{');
      closers.push({ at: node.end, text: `${helper}.resume(${frame});${isInList ? '' : '}'}` });
      const isBlock = node.body.type === 'BlockStatement';
      const at = isBlock ? node.body.start + 1 : node.body.start;
      edits.replace(at, at, `${isBlock ? '' : '{'}${helper}.resume(${frame});`);
      if (!isBlock) closers.push({ at: node.body.end, text: '}' });
    } else if (node.type === 'TryStatement') {
      if (node.handler) catching.push({ owner, at: node.handler.body.start + 1 });
      if (node.finalizer) catching.push({ owner, at: node.finalizer.start + 1 });
    } else if (node.type === 'ArrowFunctionExpression' && node.expression) {
      closers.push({ at: node.end, text: ')}', arrow: node });
    }
  };
  walkReferences(program, new Set(), visit);
  for (const { owner, at } of catching)
    if (awaiting.has(owner)) edits.replace(at, at, `${helper}.caught(${frame});`);
  for (const owner of awaiting) {
    if (owner.type === 'Program') continue;
    const { body } = owner as FunctionNode;
    if (body.type === 'BlockStatement') {
      const last = body.body.findLast((each) => each.type === 'ExpressionStatement' && 'directive' in each);
      const at = last?.end ?? body.start + 1;
      edits.replace(at, at, `;const ${frame}={};`);
      continue;
    }
    const arrow = edits.source.lastIndexOf('=>', body.start) + 2;
    edits.replace(arrow, arrow, `{const ${frame}={};return(`);
  }
  for (const { arrow, at, text } of closers.reverse()) {
    if (!arrow || awaiting.has(arrow)) edits.replace(at, at, text);
  }
  return awaiting.has(program) ? `const ${frame}={};` : '';
}

function listsStatements(node: AnyNode | undefined): boolean {
  return /^(Program|BlockStatement|StaticBlock|SwitchCase)$/.test(node?.type ?? '');
}
