import type { FileOps } from '../../../files/index.ts';
import { NpmFailure } from './run.ts';

export type JsonObject = { [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The texts of an object of texts; what is none of it is left out. */
export function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A JSON file with the indentation and end that it is written back with. */
export interface JsonFile {
  readonly path: string;
  readonly value: JsonObject;
  readonly indent: string;
  readonly newline: string;
}

export async function readText(files: FileOps, path: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await files.readFile(path));
  } catch {
    return null;
  }
}

export async function isThere(files: FileOps, path: string): Promise<boolean> {
  return files.stat(path).then(
    () => true,
    () => false,
  );
}

/** Null where there is no such file. Throws `EJSONPARSE` where it holds no JSON object. */
export async function readJson(files: FileOps, path: string): Promise<JsonFile | null> {
  const text = await readText(files, path);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (!isObject(value)) throw new Error('Not an object');
    const indent = /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';
    return { path, value, indent, newline: text.includes('\r\n') ? '\r\n' : '\n' };
  } catch (error) {
    // A newer V8 names line and column too, Node 20's does not.
    const words =
      error instanceof Error ? error.message.replace(/ \(line \d+ column \d+\)$/, '') : String(error);
    throw new NpmFailure([
      'code EJSONPARSE',
      `path ${path}`,
      `JSON.parse ${words}`,
      'JSON.parse Failed to parse JSON data.',
      'JSON.parse Note: package.json must be actual JSON, not just JavaScript.',
    ]);
  }
}

export async function writeJson(files: FileOps, file: JsonFile): Promise<void> {
  const text = `${JSON.stringify(file.value, null, file.indent)}\n`.replaceAll('\n', file.newline);
  await files.writeFile(file.path, new TextEncoder().encode(text));
}

/** From one absolute path to another. */
export function relativePath(from: string, to: string): string {
  const [a, b] = [from.split('/').filter(Boolean), to.split('/').filter(Boolean)];
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return [...a.slice(shared).map(() => '..'), ...b.slice(shared)].join('/');
}

/** The nearest folder from `cwd` upwards that is a package or has installed ones; `cwd` itself where none is. */
export async function findPrefix(files: FileOps, cwd: string): Promise<string> {
  // Inside node_modules the project around it is meant.
  const outside = cwd.split('/node_modules')[0] || '/';
  for (let folder = outside; ; folder = folder.slice(0, folder.lastIndexOf('/')) || '/') {
    for (const name of ['package.json', 'node_modules']) {
      if (await isThere(files, `${folder === '/' ? '' : folder}/${name}`)) return folder;
    }
    if (folder === '/') return outside;
  }
}

/** The package.json of `prefix`; throws npm's ENOENT where there is none. */
export async function needManifest(files: FileOps, prefix: string): Promise<JsonFile> {
  const path = `${prefix}/package.json`;
  const manifest = await readJson(files, path);
  if (manifest) return manifest;
  throw new NpmFailure(
    [
      'code ENOENT',
      'syscall open',
      `path ${path}`,
      'errno -2',
      `enoent Could not read package.json: Error: ENOENT: no such file or directory, open '${path}'`,
      'enoent This is related to npm not being able to find a file.',
      'enoent',
    ],
    254,
  );
}
