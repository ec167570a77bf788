import {
  type AnyNode,
  type ExportDefaultDeclaration,
  type ExportNamedDeclaration,
  type ImportDeclaration,
  type Literal,
  type Program,
  parse,
} from 'acorn';
import { keepContexts } from './awaitContexts.ts';
import { Edits } from './edits.ts';
import { isFunction, namesIn, walkReferences } from './scopes.ts';
import { readsStack, tellStackRead } from './stackReads.ts';

/** What stands behind `with`. */
export type ImportAttributes = Readonly<Record<string, string>>;

interface WantedName {
  readonly name: string;
  /** What the module calls it; null where it only passes it on. */
  readonly local: string | null;
  readonly start: number;
  readonly end: number;
}

/** One `from '…'` of a module. */
export interface ModuleRequest {
  readonly specifier: string;
  /** `with { … }`. */
  readonly attributes: ImportAttributes;
  /** Names that must be there, with the place of each in the source for the error. */
  readonly names: readonly WantedName[];
}

/** `export { from as name } from requests[request]`; `from` null is the namespace. */
export interface IndirectExport {
  readonly name: string;
  readonly request: number;
  readonly from: string | null;
}

export interface TransformedModule {
  /** An expression: the module as a generator function of `moduleParameters`. */
  readonly code: string;
  readonly requests: readonly ModuleRequest[];
  readonly localExports: readonly string[];
  readonly indirectExports: readonly IndirectExport[];
  /** Requests of `export * from`. */
  readonly starExports: readonly number[];
  readonly awaits: boolean;
}

/** As long as `import.meta` and `import`, so that columns stay. */
const metaName = 'import$meta';
const importName = 'impor$';
/** Where a module's live bindings keep its namespace; the language's own word for it, which no export has. */
export const namespaceKey = '*namespace*';
/** `$export` takes the getters of the local exports. */
export const moduleParameters = ['$modules', '$export', metaName, importName] as const;

/** Throws acorn's SyntaxError (`pos`, `loc`). */
export function parseModule(source: string): Program {
  return parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
  });
}

/**
 * An ES module as a generator function: its first step makes the exports known (functions are hoisted, so cycles
 * see them), its second runs the body. Imported names become properties of the other module's live bindings. Lines
 * stay; columns are led back by `Edits`. `keeps`: with calls around its awaits (`keepContexts`).
 */
export function transformModule(source: string, file: string, keeps = false): TransformedModule {
  return new ModuleTransform(source, parseModule(source)).result(file, keeps);
}

class ModuleTransform {
  readonly #program: Program;
  readonly #edits: Edits;
  readonly #requests: { specifier: string; attributes: ImportAttributes; names: WantedName[] }[] = [];
  /** Local name of an import to what it reads. */
  readonly #imports = new Map<string, { readonly request: number; readonly from: string | null }>();
  readonly #local = new Map<string, string>();
  readonly #indirect: IndirectExport[] = [];
  readonly #stars: number[] = [];
  readonly #readsStacks: boolean;
  #prologue = '';
  #awaits = false;

  constructor(source: string, program: Program) {
    this.#program = program;
    this.#edits = new Edits(source);
    this.#readsStacks = readsStack(source);
  }

  result(file: string, keeps: boolean): TransformedModule {
    if (keeps) this.#prologue += keepContexts(this.#program, this.#edits);
    // Imports first: an export list above them may name what they bring.
    for (const node of this.#program.body) if (node.type === 'ImportDeclaration') this.#import(node);
    for (const node of this.#program.body) this.#export(node);
    walkReferences(this.#program, new Set(this.#imports.keys()), (node, parents) => {
      this.#reference(node, parents);
      if (this.#readsStacks) tellStackRead(node, parents, this.#edits);
    });
    const { source } = this.#edits;
    if (source.startsWith('#!')) this.#edits.blank(0, /[\r\n]|$/.exec(source)?.index ?? 0);
    const getters = [...this.#local].map(([name, local]) => `${JSON.stringify(name)}:()=>${local}`).join();
    const modules = this.#requests.map((_, index) => `$${index}=$modules[${index}]`).join();
    const head =
      `(${this.#awaits ? 'async ' : ''}function*(${moduleParameters.join()}){"use strict";` +
      `${modules ? `const ${modules};` : ''}$export({__proto__:null,${getters}});${this.#prologue}yield;`;
    return {
      code: `${this.#edits.apply(file, head)}\n})`,
      requests: this.#requests,
      localExports: [...this.#local.keys()],
      indirectExports: this.#indirect,
      starExports: this.#stars,
      awaits: this.#awaits,
    };
  }

  #request(node: Pick<ImportDeclaration, 'source' | 'attributes'>): number {
    const specifier = String(node.source.value);
    const attributes = Object.fromEntries(
      (node.attributes ?? []).map(({ key, value }) => [nameOf(key), String(value.value)]),
    );
    const known = this.#requests.findIndex(
      (each) => each.specifier === specifier && each.attributes.type === attributes.type,
    );
    if (known >= 0) return known;
    return this.#requests.push({ specifier, attributes, names: [] }) - 1;
  }

  #need(
    request: number,
    node: { readonly start: number; readonly end: number },
    name: string,
    local: string | null,
  ): void {
    this.#requests[request]?.names.push({ name, local, start: node.start, end: node.end });
  }

  #import(node: ImportDeclaration): void {
    const request = this.#request(node);
    for (const each of node.specifiers) {
      const from =
        each.type === 'ImportNamespaceSpecifier'
          ? null
          : each.type === 'ImportDefaultSpecifier'
            ? 'default'
            : nameOf(each.imported);
      this.#imports.set(each.local.name, { request, from });
      if (from !== null)
        this.#need(request, each.type === 'ImportSpecifier' ? each.imported : each, from, each.local.name);
    }
    this.#edits.blank(node.start, node.end);
  }

  #export(node: AnyNode): void {
    if (node.type === 'ExportAllDeclaration') {
      const request = this.#request(node);
      if (node.exported) this.#indirect.push({ name: nameOf(node.exported), request, from: null });
      else this.#stars.push(request);
      this.#edits.blank(node.start, node.end);
    } else if (node.type === 'ExportNamedDeclaration') this.#exportNamed(node);
    else if (node.type === 'ExportDefaultDeclaration') this.#exportDefault(node);
  }

  #exportNamed(node: ExportNamedDeclaration): void {
    const { declaration, source } = node;
    if (declaration) {
      const names =
        declaration.type === 'VariableDeclaration'
          ? declaration.declarations.flatMap(({ id }) => namesIn(id))
          : declaration.id
            ? [declaration.id.name]
            : [];
      for (const name of names) this.#local.set(name, name);
      this.#edits.blank(node.start, declaration.start);
      return;
    }
    const request = source ? this.#request({ source, attributes: node.attributes }) : null;
    for (const each of node.specifiers) {
      const [local, name] = [nameOf(each.local), nameOf(each.exported)];
      const imported = request === null ? this.#imports.get(local) : { request, from: local };
      if (imported) this.#indirect.push({ name, ...imported });
      else this.#local.set(name, local);
      if (request !== null) this.#need(request, each.local, local, null);
    }
    this.#edits.blank(node.start, node.end);
  }

  #exportDefault(node: ExportDefaultDeclaration): void {
    const { declaration } = node;
    const { source } = this.#edits;
    const isDeclaration =
      declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
    if (isDeclaration && declaration.id) {
      this.#local.set('default', declaration.id.name);
      this.#edits.blank(node.start, declaration.start);
      return;
    }
    this.#local.set('default', '$default');
    if (declaration.type === 'FunctionDeclaration') {
      this.#edits.blank(node.start, declaration.start);
      const at = source.indexOf('(', declaration.start);
      this.#edits.replace(at, at, ' $default');
      this.#prologue += 'Object.defineProperty($default,"name",{value:"default"});';
      return;
    }
    // A property of that name gives an anonymous function or class the name that the language wants.
    const keywords = /^export\s+default/.exec(source.slice(node.start))?.[0].length ?? 0;
    this.#edits.replace(node.start, node.start + keywords, 'const $default={default:(');
    const end = source[node.end - 1] === ';' ? node.end - 1 : node.end;
    this.#edits.replace(end, end, ')}.default;');
  }

  #reference(node: AnyNode, parents: readonly AnyNode[]): void {
    if (node.type === 'ImportExpression') {
      this.#edits.replace(node.start, node.start + 6, importName);
    } else if (node.type === 'MetaProperty' && node.meta.name === 'import') {
      this.#edits.replace(node.start, node.end, metaName);
    } else if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) {
      if (!parents.some((each) => isFunction(each) || each.type === 'PropertyDefinition'))
        this.#awaits = true;
    } else if (node.type === 'Identifier') {
      const imported = this.#imports.get(node.name);
      if (imported) this.#read(node, imported, parents);
    }
  }

  #read(
    node: { readonly name: string; readonly start: number; readonly end: number },
    { request, from }: { readonly request: number; readonly from: string | null },
    parents: readonly AnyNode[],
  ): void {
    const parent = parents.at(-1);
    const read =
      from === null
        ? `$${request}[${JSON.stringify(namespaceKey)}]`
        : /^[\w$]+$/.test(from)
          ? `$${request}.${from}`
          : `$${request}[${JSON.stringify(from)}]`;
    let text = read;
    if (parent?.type === 'Property' && parent.shorthand) text = `${node.name}:${read}`;
    const isCalled =
      (parent?.type === 'CallExpression' &&
        parent.callee.start === node.start &&
        parent.callee.end === node.end) ||
      (parent?.type === 'TaggedTemplateExpression' && parent.tag.start === node.start);
    // Called as a function, not as a method of the bindings.
    if (isCalled) text = `${opensStatement(node.start, parents) ? ';' : ''}(0,${read})`;
    this.#edits.replace(node.start, node.end, text, isCalled);
  }
}

/** Whether a parenthesis here would be taken for the arguments of the line before, which ends without a semicolon. */
function opensStatement(start: number, parents: readonly AnyNode[]): boolean {
  const at = parents.findLastIndex((each) => each.type === 'ExpressionStatement' && each.start === start);
  const list = at > 0 ? parents[at - 1]?.type : undefined;
  return list === 'Program' || list === 'BlockStatement' || list === 'StaticBlock' || list === 'SwitchCase';
}

function nameOf(node: AnyNode | Literal): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}
