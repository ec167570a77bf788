import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const ui = fileURLToPath(new URL('../../../../src/ui', import.meta.url));
const wordsFolder = join(ui, 'words');

/** Rooms whose texts still stand in their components. It only ever gets shorter. */
const unmovedRooms: readonly string[] = [];

/** Texts that no language changes, or that nobody reads; each with why. */
const exceptions: readonly { readonly text: string; readonly why: string }[] = [
  { text: '{{match:saved to: (\\S+)}}', why: 'code of a script' },
  { text: 'yes x | head -n …', why: 'a command' },
  { text: 'echo out; echo err >&2; exit 3', why: 'a command' },
  { text: 'yes 世界 | head -n 20000', why: 'a command' },
  { text: 'cat lab-output.txt', why: 'a command' },
  { text: 'cat lab-stderr.txt >&2', why: 'a command' },
  { text: '(exit …)', why: 'a command' },
  { text: 'function f…(a,b){return a?b+…:f…(b,a)}', why: 'an output that is generated' },
  { text: 'line …', why: 'an output that is generated' },
  { text: 'A mixture is kept under its name, and this one has none.', why: 'a programmer’s mistake' },
  {
    text: '<iframe src="…" title="…" width="100%" height="720" loading="lazy" style="border: 1px solid #b9c1c5"></iframe>',
    why: 'markup for another page',
  },
  { text: 'The Lab was left', why: 'an error that is caught by its name and never shown' },
  { text: 'input, textarea, select, .xterm', why: 'a selector' },
  { text: 'link, meta[http-equiv], iframe, frame, object, embed', why: 'a selector' },
  { text: '.row, p, li, pre, td, th, h1, h2, h3, h4, button, summary, .input', why: 'a selector' },
  { text: '(prefers-color-scheme: dark)', why: 'a media query' },
  { text: '(prefers-reduced-motion: reduce)', why: 'a media query' },
  { text: '… control', why: 'a class' },
  { text: '… hit', why: 'a class' },
  { text: 'bright……', why: 'a name of a colour' },
  { text: '<!doctype html> …', why: 'HTML' },
  { text: 'call …', why: 'an identity' },
  { text: 'unrun …', why: 'an identity' },
  { text: 'note …', why: 'an identity' },
  { text: 'said ….….…', why: 'an identity' },
  { text: 'end …', why: 'an identity' },
  { text: 'user …', why: 'an identity' },
  { text: 'cut …', why: 'an identity' },
  { text: 'told …', why: 'an identity' },
  { text: 'job …', why: 'an identity' },
  { text: 'text …', why: 'an identity' },
  { text: 'output …', why: 'an identity' },
  { text: 'agent …', why: 'an identity' },
  { text: 'text … ….…', why: 'an identity' },
  { text: 'There is no command ….', why: 'a programmer’s mistake' },
];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Attributes that are read by people wherever they stand. */
const readAttributes =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|title|placeholder|alt|label|hint|heading|text|what|caption|empty|summary|note|description|noun)$/;
/** Attributes in which words with spaces between them are no words. */
const technicalAttributes =
  /^(class|style|style:.*|d|viewBox|points|transform|rel|sandbox|allow|autocomplete|id|for|aria-(controls|labelledby|describedby|keyshortcuts)|stroke-dasharray|content)$/;
/** Types are no texts, but what is cast or checked against one may be. */
const valuesWithTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
]);

const hasLetter = (text: string) => /\p{L}/u.test(text);
/** Two words side by side, or one beside a value: code is seldom written so. */
const looksRead = (text: string) =>
  /\p{L}[\p{L}\p{M}’'`]*[,.;:!?…)]* +[(“]*\p{L}/u.test(text) || /\p{L}{2,} *\0|\0 +\p{L}{2,}/u.test(text);

/** Texts for people in a component or a module, with the offsets at which they begin. */
function textsOf(source: string, isComponent: boolean): readonly { at: number; text: string }[] {
  const opening = '<script lang="ts">';
  const root = parse(isComponent ? source : `${opening}${source}</script>`, { modern: true });
  const shift = isComponent ? 0 : opening.length;
  const found: { at: number; text: string }[] = [];
  const add = (node: Node, text: string) =>
    found.push({ at: node.start - shift, text: text.trim().replace(/\s+/g, ' ') });
  const visit = (node: Node, attribute: string | null): void => {
    if (node.type.startsWith('TS') && !valuesWithTypes.has(node.type)) return;
    if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return;
    if (node.type === 'Text' && typeof node.data === 'string') {
      const isRead = attribute === null || readAttributes.test(attribute);
      const maybe = attribute !== null && !technicalAttributes.test(attribute);
      if (isRead ? hasLetter(node.data) : maybe && looksRead(node.data)) add(node, node.data);
    }
    if (attribute === null || !technicalAttributes.test(attribute)) {
      if (node.type === 'Literal' && typeof node.value === 'string') {
        const isRead = attribute !== null && readAttributes.test(attribute) && node.value !== '';
        if (looksRead(node.value) || (isRead && /^\p{Lu}/u.test(node.value))) add(node, node.value);
      }
      if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) {
        const text = node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked).join('\0');
        if (looksRead(text)) add(node, text.replaceAll('\0', '…'));
      }
    }
    const inner =
      node.type === 'Attribute' ? String(node.name) : node.type === 'StyleDirective' ? 'style' : attribute;
    for (const [field, value] of Object.entries(node)) {
      if (field === 'loc' || field === 'css' || field.endsWith('Comments')) continue;
      if (node.type === 'Property' && field === 'key' && node.computed !== true) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, child.type === 'Fragment' ? null : inner);
    }
  };
  const fragment: unknown = root.fragment;
  if (isNode(fragment)) visit(fragment, null);
  for (const script of [root.module, root.instance]) {
    const content: unknown = script?.content;
    if (isNode(content)) visit(content, null);
  }
  return found;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : /\.(ts|svelte)$/.test(path) ? [path] : [];
  });
}

const files = filesIn(ui);
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const roomOf = (file: string) => relative(ui, file).split(sep)[0] ?? '';
const isBuild = (file: string) => file.includes(`${sep}build${sep}`);

test('what the page says to people stands in src/ui/words and nowhere else', () => {
  const used = new Set<string>();
  const misplaced = [...sources].flatMap(([file, source]) => {
    if (roomOf(file) === 'words' || unmovedRooms.includes(roomOf(file)) || isBuild(file)) return [];
    return textsOf(source, file.endsWith('.svelte')).flatMap(({ at, text }) => {
      if (exceptions.some((exception) => exception.text === text)) {
        used.add(text);
        return [];
      }
      return [`${relative(ui, file)}:${source.slice(0, at).split('\n').length} ${text}`];
    });
  });
  expect(misplaced).toEqual([]);
  expect(exceptions.filter(({ text }) => !used.has(text))).toEqual([]);
});

test('the guard finds a text, an attribute, a sentence in an expression and a template, and lets code be', () => {
  const found = (source: string) => textsOf(source, true).map(({ text }) => text);
  expect(found('<p>Nothing runs.</p>')).toEqual(['Nothing runs.']);
  expect(found('<button aria-label="Close">×</button>')).toEqual(['Close']);
  expect(found('<p class="two words" data-x="a">{count} · {size}</p>')).toEqual([]);
  expect(found("<Row label={on ? 'On' : 'Off'} icon={on ? 'Eye' : 'file'} />")).toEqual(['On', 'Off']);
  expect(found("<p>{busy ? 'It runs.' : idle}</p>")).toEqual(['It runs.']);
  expect(found('<p>{`${count} steps`}</p>')).toEqual(['… steps']);
  expect(found('<p style="width: {width}%" {@attach x}>{`${a}-${b}`}</p>')).toEqual([]);
  expect(found("<script lang=\"ts\">\nconst a = 'Not yet.';\nlet b: 'two words';\n</script>")).toEqual([
    'Not yet.',
  ]);
});

/** Every use of a file of words: by its namespace or by name. */
function usesOf(wordsFile: string): ReadonlySet<string> {
  const used = new Set<string>();
  const base = wordsFile.slice(wordsFolder.length + 1);
  const from = `from '[^']*${base.replaceAll('.', '\\.')}'`;
  for (const [file, source] of sources) {
    if (file === wordsFile) continue;
    for (const [, name] of source.matchAll(new RegExp(`import \\* as (\\w+) ${from}`, 'g')))
      for (const [, word] of source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) used.add(word ?? '');
    for (const [, names] of source.matchAll(new RegExp(`import \\{([^}]*)\\} ${from}`, 'g')))
      for (const name of names?.split(',') ?? []) used.add(name.trim().replace(/^type | as .*$/g, ''));
  }
  return used;
}

const wordFiles = files.filter((file) => roomOf(file) === 'words' && !isBuild(file));

test('no text is left that nobody shows', () => {
  const unused = wordFiles.flatMap((file) => {
    const source = sources.get(file) ?? '';
    const used = usesOf(file);
    return [...source.matchAll(/^export (?:const|function) (\w+)/gm)].flatMap(([, name = '']) =>
      used.has(name) || source.split(new RegExp(`\\b${name}\\b`)).length > 2
        ? []
        : [`${relative(ui, file)} ${name}`],
    );
  });
  expect(unused).toEqual([]);
});

test('words know of the page only types, and how numbers are written', () => {
  const wrong = wordFiles.flatMap((file) =>
    [...(sources.get(file) ?? '').matchAll(/^import (?!type )[^;]* from '([^']+)'/gm)].flatMap(
      ([, from = '']) =>
        from.startsWith('./') || /^\.\.\/kit\/(format|locale)\.ts$/.test(from)
          ? []
          : [`${relative(ui, file)} → ${from}`],
    ),
  );
  expect(wrong).toEqual([]);
});
