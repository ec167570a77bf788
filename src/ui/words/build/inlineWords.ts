import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'svelte/compiler';
import type { Plugin } from 'vite';

/**
 * Writes words back into the components before Svelte compiles them: `{words.close}` becomes `Close`, and
 * `words.rename(title)` a template of its own. Read from a module, each would be an effect, a call and a node more,
 * in the code and on every page; so the page is what it was when the words stood in it. Which language it speaks is
 * settled by the build.
 */
export function inlineWordsPlugin(): Plugin {
  return {
    name: 'spillway-inline-words',
    enforce: 'pre',
    transform: {
      filter: { id: /\.svelte$/ },
      handler(code, id) {
        const inlined = inlineWords(code, (specifier) => {
          const file = resolve(dirname(id), specifier);
          this.addWatchFile(file);
          return plainWords(readFileSync(file, 'utf8'));
        });
        // Every replacement stays on its line, which is all that a stack trace of a template needs.
        return inlined === code ? null : { code: inlined, map: null };
      },
    },
  };
}

/** An AST node, as far as a walk over both Svelte's and JavaScript's needs it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([field, value]) => {
    if (field === 'loc' || field.endsWith('Comments')) return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

/** A text, or one with places for values: those with the number of the parameter that stands in them. */
export type PlainWord =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'template'; readonly texts: readonly string[]; readonly values: readonly number[] };

/** What a words file exports that is nothing but text with the parameters in it as they are, by name. */
export function plainWords(source: string): ReadonlyMap<string, PlainWord> {
  const { instance } = parse(`<script lang="ts">${source}</script>`, { modern: true });
  const words = new Map<string, PlainWord>();
  for (const statement of instance?.content.body ?? []) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier') continue;
      if (init?.type === 'Literal' && typeof init.value === 'string')
        words.set(id.name, { kind: 'text', text: init.value });
      if (init?.type !== 'ArrowFunctionExpression' || init.body.type !== 'TemplateLiteral') continue;
      const names = init.params.map((param) => (param.type === 'Identifier' ? param.name : ''));
      const values = init.body.expressions.map((value) =>
        value.type === 'Identifier' ? names.indexOf(value.name) : -1,
      );
      // Each parameter once and in order: so a value is computed when and as often as it was.
      if (values.length !== names.length || values.some((value, at) => value !== at)) continue;
      const texts = init.body.quasis.map(({ value }) => value.cooked ?? '');
      words.set(id.name, { kind: 'template', texts, values });
    }
  }
  return words;
}

type WordsOf = ReadonlyMap<string, ReadonlyMap<string, PlainWord>>;

/**
 * The component with the plain words of its `import * as … from '…/words/….ts'` written out.
 * `wordsOf`: the plain words of the file that an import names. Throws where such a name has another meaning too.
 */
export function inlineWords(
  source: string,
  wordsOf: (specifier: string) => ReadonlyMap<string, PlainWord>,
): string {
  if (!/\/words\/\w+\.ts'/.test(source)) return source;
  const root = parse(source, { modern: true });
  const namespaces = new Map<string, ReadonlyMap<string, PlainWord>>();
  for (const statement of root.instance?.content.body ?? []) {
    if (statement.type !== 'ImportDeclaration' || typeof statement.source.value !== 'string') continue;
    if (!/\/words\/\w+\.ts$/.test(statement.source.value)) continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportNamespaceSpecifier') continue;
      namespaces.set(specifier.local.name, wordsOf(statement.source.value));
    }
  }
  if (namespaces.size === 0) return source;
  const parts: readonly unknown[] = [root.instance?.content, root.fragment];
  const edits = parts.filter(isNode).flatMap((part) => editsIn(part, 'text', namespaces, source));
  return applied(source, 0, edits);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `text` with the edits, which do not overlap; `offset`: where in the source it begins. */
function applied(text: string, offset: number, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (done, edit) => done.slice(0, edit.start - offset) + edit.text + done.slice(edit.end - offset),
      text,
    );
}

/** Where a `{…}` stands: between tags, as the whole of an attribute, or in the quotes of one. */
type Place = 'text' | 'attribute' | 'quoted';

function editsIn(node: Node, place: Place, namespaces: WordsOf, source: string): readonly Edit[] {
  // Types say nothing to people.
  if (node.type === 'ImportDeclaration' || /^TS(?!As|Satisfies|NonNull)/.test(node.type)) return [];
  const word = wordOf(node, namespaces);
  if (word !== null)
    return word.kind === 'text'
      ? [{ start: node.start, end: node.end, text: JSON.stringify(word.text) }]
      : [];
  if (isOfWords(node, namespaces)) return [];
  if (node.type === 'Identifier' && typeof node.name === 'string' && namespaces.has(node.name))
    throw new Error(`${node.name} means the words here, and nothing else: ${node.name}.…`);
  if (node.type === 'CallExpression') {
    const text = templateOf(node, namespaces, source);
    if (text !== null) return [{ start: node.start, end: node.end, text }];
  }
  if (node.type === 'ExpressionTag' && isNode(node.expression)) {
    const only = wordOf(node.expression, namespaces);
    // White space is the template's own affair, which would fold it.
    if (only?.kind === 'text' && !/^\s|\s$|\s\s|[\n\t]/.test(only.text)) {
      const escaped = escapeMarkup(only.text);
      const text = place === 'attribute' ? `"${escaped}"` : escaped;
      return [{ start: node.start, end: node.end, text }];
    }
  }
  const inner: Place = node.type !== 'Attribute' ? 'text' : isNode(node.value) ? 'attribute' : 'quoted';
  return childrenOf(node)
    .filter((child) => !(node.type === 'Property' && node.computed !== true && child === node.key))
    .filter(
      (child) => !(node.type === 'MemberExpression' && node.computed !== true && child === node.property),
    )
    .flatMap((child) => editsIn(child, inner, namespaces, source));
}

/** A call of a text with places as the template that it stands for; null where it is another call. */
function templateOf(node: Node, namespaces: WordsOf, source: string): string | null {
  if (!isNode(node.callee) || !Array.isArray(node.arguments)) return null;
  const word = wordOf(node.callee, namespaces);
  const values = node.arguments.filter(isNode);
  if (word?.kind !== 'template' || word.values.length !== values.length) return null;
  if (values.some(({ type }) => type === 'SpreadElement')) return null;
  const written = values.map((value) =>
    applied(source.slice(value.start, value.end), value.start, editsIn(value, 'text', namespaces, source)),
  );
  const texts = word.texts.map((text) => text.replace(/[`\\]|\$(?=\{)/g, '\\$&'));
  return `\`${texts.map((text, at) => (at === 0 ? text : `\${${written[at - 1]}}${text}`)).join('')}\``;
}

function wordOf(node: Node, namespaces: WordsOf): PlainWord | null {
  if (!isOfWords(node, namespaces)) return null;
  const { object, property } = node;
  if (!isNode(object) || typeof object.name !== 'string') return null;
  if (!isNode(property) || typeof property.name !== 'string') return null;
  return namespaces.get(object.name)?.get(property.name) ?? null;
}

/** `words.…`: a text, a function or a table of the words. */
function isOfWords(node: Node, namespaces: WordsOf): boolean {
  if (node.type !== 'MemberExpression' || node.computed === true) return false;
  const { object } = node;
  return (
    isNode(object) &&
    object.type === 'Identifier' &&
    typeof object.name === 'string' &&
    namespaces.has(object.name)
  );
}

function escapeMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '{': '&#123;',
    '}': '&#125;',
    '"': '&quot;',
  };
  return text.replace(/[&<{}"]/g, (character) => entities[character] ?? character);
}
