import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'svelte/compiler';
import type { Plugin } from 'vite';

/**
 * Writes the words that never change back into the templates before Svelte compiles them: `{words.close}` becomes
 * `Close`. Read from a module, each would be an effect and a node of its own, in the code and on every page; so
 * the page is what it was when the words stood in it. Which language it speaks is settled by the build.
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
          return constantWords(readFileSync(file, 'utf8'));
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

/** The texts that a words file exports as constants, by name. */
export function constantWords(source: string): ReadonlyMap<string, string> {
  const { instance } = parse(`<script lang="ts">${source}</script>`, { modern: true });
  const words = new Map<string, string>();
  for (const statement of instance?.content.body ?? []) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'Literal' || typeof init.value !== 'string') continue;
      words.set(id.name, init.value);
    }
  }
  return words;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The component with the constant words of its `import * as … from '…/words/….ts'` in its template.
 * `wordsOf`: the constants of the file that an import names. Throws where a template gives such a name another meaning.
 */
export function inlineWords(
  source: string,
  wordsOf: (specifier: string) => ReadonlyMap<string, string>,
): string {
  if (!/\/words\/\w+\.ts'/.test(source)) return source;
  const root = parse(source, { modern: true });
  const namespaces = new Map<string, ReadonlyMap<string, string>>();
  for (const statement of root.instance?.content.body ?? []) {
    if (statement.type !== 'ImportDeclaration' || typeof statement.source.value !== 'string') continue;
    if (!/\/words\/\w+\.ts$/.test(statement.source.value)) continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportNamespaceSpecifier') continue;
      namespaces.set(specifier.local.name, wordsOf(statement.source.value));
    }
  }
  const fragment: unknown = root.fragment;
  if (!isFragment(fragment)) return source;
  const replacements = fragment.nodes.flatMap((node) => replacementsIn(node, 'text', namespaces));
  return replacements
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: word }) => text.slice(0, start) + word + text.slice(end), source);
}

function isFragment(value: unknown): value is { readonly nodes: readonly Node[] } {
  return typeof value === 'object' && value !== null && 'nodes' in value && Array.isArray(value.nodes);
}

/** Where a `{…}` stands: between tags, as the whole of an attribute, or in the quotes of one. */
type Place = 'text' | 'attribute' | 'quoted';

function replacementsIn(
  node: Node,
  place: Place,
  namespaces: ReadonlyMap<string, ReadonlyMap<string, string>>,
): readonly Replacement[] {
  const word = wordOf(node, namespaces);
  if (word !== null) return [{ start: node.start, end: node.end, text: JSON.stringify(word) }];
  if (node.type === 'Identifier' && typeof node.name === 'string' && namespaces.has(node.name))
    throw new Error(`${node.name} means the words here, and nothing else: ${node.name}.…`);
  if (node.type === 'MemberExpression' && isNode(node.object) && node.object.type === 'Identifier') {
    // A function or a table of the words: a call stays a call.
    const isOfWords = typeof node.object.name === 'string' && namespaces.has(node.object.name);
    if (isOfWords && node.computed !== true) return [];
  }
  if (node.type === 'ExpressionTag' && isNode(node.expression)) {
    const only = wordOf(node.expression, namespaces);
    // White space is the template's own affair, which would fold it.
    if (only !== null && !/^\s|\s$|\s\s|[\n\t]/.test(only)) {
      const escaped = escapeMarkup(only);
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
    .flatMap((child) => replacementsIn(child, inner, namespaces));
}

function wordOf(node: Node, namespaces: ReadonlyMap<string, ReadonlyMap<string, string>>): string | null {
  if (node.type !== 'MemberExpression' || node.computed === true) return null;
  const { object, property } = node;
  if (!isNode(object) || object.type !== 'Identifier' || typeof object.name !== 'string') return null;
  if (!isNode(property) || typeof property.name !== 'string') return null;
  return namespaces.get(object.name)?.get(property.name) ?? null;
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
