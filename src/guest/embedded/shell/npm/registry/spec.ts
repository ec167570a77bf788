import semver from 'semver';
import { coded } from '../cli/run.ts';

/** What a dependency asks for. `name` is that of the folder, `wants` that of the package. */
export type Spec =
  | { readonly kind: 'range'; readonly name: string; readonly wants: string; readonly range: string }
  | { readonly kind: 'tag'; readonly name: string; readonly wants: string; readonly tag: string }
  | { readonly kind: 'folder'; readonly name: string; readonly path: string }
  | { readonly kind: 'other'; readonly name: string; readonly text: string };

/** The value of a dependency in a package.json: `^1.2.0`, `latest`, `npm:other@1`, `file:../x`, a URL … */
export function parseSpec(name: string, text: string): Spec {
  const trimmed = text.trim();
  if (trimmed.startsWith('npm:')) {
    const inner = splitName(trimmed.slice(4));
    return inner.name === '' ? { kind: 'other', name, text } : { ...parseSpec(inner.name, inner.rest), name };
  }
  if (/^(file:|link:|\.{1,2}(\/|$)|\/|~\/)/.test(trimmed)) {
    return { kind: 'folder', name, path: trimmed.replace(/^(file|link):/, '') };
  }
  if (/^[a-z+]+:|^[\w.-]+\/[\w.-]+/i.test(trimmed)) return { kind: 'other', name, text: trimmed };
  const range = semver.validRange(trimmed, { loose: true });
  if (range !== null) return { kind: 'range', name, wants: name, range: trimmed === '' ? '*' : trimmed };
  return { kind: 'tag', name, wants: name, tag: trimmed };
}

/** A word of `npm install`: `name`, `name@1`, `@scope/name@tag`, `alias@npm:name`, `./folder`. */
export function parseWord(word: string): Spec {
  if (/^(file:|\.{1,2}(\/|$)|\/)/.test(word)) return parseSpec('', word);
  const { name, rest } = splitName(word);
  if (name === '' || !/^(@[\w.~-]+\/)?[\w.~-]+$/.test(name)) {
    if (/^[a-z+]+:|^[\w.-]+\/[\w.-]+/i.test(word)) return { kind: 'other', name: '', text: word };
    throw coded('EINVALIDPACKAGENAME', '', [`Invalid package name "${word}"`]);
  }
  return rest === '' ? { kind: 'tag', name, wants: name, tag: 'latest' } : parseSpec(name, rest);
}

/** A name that is a folder below node_modules and a word in a registry's address, and nothing more. */
export function isPackageName(name: string): boolean {
  return (
    /^(@[\w~-][\w.~-]*\/)?[\w~!'()*-][\w.~!'()*-]*$/.test(name) &&
    !/^(node_modules|favicon\.ico)$/i.test(name)
  );
}

function splitName(text: string): { readonly name: string; readonly rest: string } {
  const at = text.indexOf('@', 1);
  return at < 0 ? { name: text, rest: '' } : { name: text.slice(0, at), rest: text.slice(at + 1) };
}
