import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** Who may import whom; the order of the plan, never sideways among the four in the middle. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  tokenizer: ['core'],
  guest: ['core'],
  store: ['core'],
  models: ['core'],
  agent: ['core', 'tokenizer', 'guest', 'store', 'models'],
  lessons: ['core'],
  serviceWorker: [],
  library: ['core', 'tokenizer', 'agent'],
  ui: ['core', 'tokenizer', 'guest', 'store', 'models', 'agent', 'lessons', 'serviceWorker'],
  'main.ts': ['ui', 'serviceWorker'],
};

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.(ts|svelte)$/.test(entry.name) ? [path] : [];
  });
}

/** Relative specifiers of static and dynamic imports, re-exports and `new URL(…, import.meta.url)`. */
function relativeImports(file: string): string[] {
  // A program of the guest written out as a text imports within the guest.
  const text = readFileSync(file, 'utf8').replace(/`(?:\\[\s\S]|[^`\\])*`/g, '``');
  const patterns = [
    /(?:^|\n)\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"](\.[^'"]+)['"]/g,
    /(?:^|\n)\s*import\s*['"](\.[^'"]+)['"]/g,
    /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"](\.[^'"]+)['"]\s*\)/g,
    /new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1]!.replace(/\?.*$/, '')),
  );
}

const room = (path: string) => relative(src, path).split(sep)[0]!;
const imports = sourceFiles(src).flatMap((file) =>
  relativeImports(file).map((specifier) => ({ file, target: resolve(dirname(file), specifier) })),
);
const shown = ({ file, target }: { file: string; target: string }) =>
  `${relative(src, file)} → ${relative(src, target)}`;

test('every relative import names a file that exists', () => {
  const missing = imports.filter(({ target }) => !existsSync(target) || statSync(target).isDirectory());
  expect(missing.map(shown)).toEqual([]);
});

test('a room imports only the rooms below it', () => {
  const wrong = imports.filter(({ file, target }) => {
    const from = room(file);
    const to = room(target);
    return from !== to && !mayImport[from]?.includes(to);
  });
  expect(wrong.map(shown)).toEqual([]);
});

test('every folder that has an index.ts is entered through it', () => {
  const wrong = imports.filter(({ file, target }) => {
    const fromFolders = relative(src, dirname(file)).split(sep);
    const toFolders = relative(src, dirname(target)).split(sep);
    let shared = 0;
    while (shared < toFolders.length && fromFolders[shared] === toFolders[shared]) shared++;
    if (shared === toFolders.length) return false;
    // The WebContainer's guest is the embedded one's kernel in another place: it enters that room's own rooms.
    const isOtherPlace = fromFolders[1] === 'webcontainer' && toFolders[1] === 'embedded';
    // The outermost folder that is entered decides; what lies deeper is its own affair.
    const entered = join(src, ...toFolders.slice(0, shared + (isOtherPlace ? 2 : 1)));
    const door = join(entered, 'index.ts');
    const isRoom = shared === 0;
    return (isRoom || existsSync(door)) && target !== door;
  });
  expect(wrong.map(shown)).toEqual([]);
});

test('every room has a door, and no door re-exports everything', () => {
  const rooms = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map((entry) => entry.name).filter((name) => !(name in mayImport))).toEqual([]);
  const doors = sourceFiles(src).filter((file) => file.endsWith(`${sep}index.ts`));
  expect(
    doors.filter((door) => /export\s+\*/.test(readFileSync(door, 'utf8'))).map((door) => relative(src, door)),
  ).toEqual([]);
  for (const { name } of rooms)
    expect(existsSync(join(src, name, 'index.ts')), `src/${name}/index.ts`).toBe(true);
});

test('the core reads no clock, no random and no node: module; its own tsconfig knows no DOM', () => {
  const forbidden = /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\bperformance\.|from 'node:|\bfetch\(/;
  const wrong = sourceFiles(join(src, 'core')).filter((file) => forbidden.test(readFileSync(file, 'utf8')));
  expect(wrong.map((file) => relative(src, file))).toEqual([]);
});

test('nothing is ever rendered as HTML', () => {
  const wrong = sourceFiles(src).filter((file) =>
    /\{@html|\.innerHTML\b|insertAdjacentHTML|document\.write\(/.test(readFileSync(file, 'utf8')),
  );
  expect(wrong.map((file) => relative(src, file))).toEqual([]);
});
