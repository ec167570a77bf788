/**
 * A worker from a `data:` URL is one of WebKit's (`kernel/workerStart.ts`). JavaScriptCore gives what `eval` compiled
 * no place in a stack, whatever `sourceURL` says, and hides an error that ends in a script of a blob from the worker's
 * own `error` event. A script that is imported from a `data:` URL has both, and that URL is in each of its frames.
 */
export const isDataWorker = typeof location !== 'undefined' && location.protocol === 'data:';

/** Evaluates program texts whose last line is a `sourceURL`, so that their frames carry it. */
export interface NamedScripts {
  /** The value of a text that is one expression. */
  readonly compile: (code: string) => unknown;
  /** Runs a script. */
  readonly run: (code: string) => void;
}

/** Each frame of a stack repeats the whole URL: longer texts go without places. */
const mostCharacters = 100_000;
const scheme = 'data:text/javascript,';
const nameMark = '//# sourceURL=';
const heldName = '$compiled';
const holdsValue = `globalThis.${heldName}=`;

/**
 * By `import`, which takes some milliseconds; so packages, which are many files and seldom at fault, are left to
 * `evaluate`.
 */
export function importedScripts(
  evaluate: (code: string) => unknown,
  importScript: (url: string) => void,
): NamedScripts {
  const urlOf = (code: string, head = ''): string | null => {
    const name = code.slice(code.lastIndexOf(nameMark));
    if (code.length > mostCharacters || name.includes('/node_modules/')) return null;
    try {
      return `${scheme}${encodeURIComponent(head + code)}`;
    } catch {
      // Half of a surrogate pair has no encoding.
      return null;
    }
  };
  return {
    compile(code) {
      const url = urlOf(code, holdsValue);
      if (url === null) return evaluate(code);
      importScript(url);
      const value: unknown = Reflect.get(globalThis, heldName);
      Reflect.deleteProperty(globalThis, heldName);
      return value;
    },
    run(code) {
      const url = urlOf(code);
      if (url === null) evaluate(code);
      else importScript(url);
    },
  };
}

/** A place in a program, where `file` is the URL that it was imported from; the same place where it is none. */
export function programPlace<
  Place extends { readonly file: string; readonly line: number; readonly column: number },
>(place: Place): Place {
  const { file, line, column } = place;
  const encodedMark = encodeURIComponent(nameMark);
  const at = file.startsWith(scheme) ? file.lastIndexOf(encodedMark) : -1;
  if (at === -1) return place;
  const name = decodeURIComponent(file.slice(at + encodedMark.length));
  const isHeld = file.startsWith(encodeURIComponent(holdsValue), scheme.length);
  return { ...place, file: name, column: isHeld && line === 1 ? column - holdsValue.length : column };
}

/**
 * Where V8 points in a line for what JavaScriptCore names the place behind: at the last name of what is called or
 * read, at `new`. Both count from 1.
 */
export function columnOfV8(text: string, column: number): number {
  if (text[column - 1] === '.') return column + 1;
  const before = /(?:\bnew\s+(?:[\w$]+\.)*)?[\w$]+$/.exec(text.slice(0, column - 1));
  return before ? before.index + 1 : column;
}
