import type { DirEntry } from '../../port.ts';

/** What a completion may look at. */
export interface CompletionSource {
  readonly cwd: string;
  readonly home: string;
  /** Names of variables, without `$`. */
  readonly variables: readonly string[];
  /** Names of everything that can be called. */
  commands(): Promise<readonly string[]>;
  /** Rejects where there is no such folder. */
  readdir(path: string): Promise<readonly DirEntry[]>;
}

export interface Completion {
  /** Text to put at the cursor; empty where nothing is sure. */
  readonly insert: string;
  /** What it could be, sorted, for a list; one entry or none where there is nothing to choose. */
  readonly candidates: readonly string[];
}

interface TypedWord {
  /** What the shell would make of it. */
  readonly text: string;
  /** The quote that is open, else empty. */
  readonly quote: string;
  /** It stands where a command's name stands. */
  readonly isCommand: boolean;
}

const special = /[\s'"\\$`&|;<>()*?[\]{}!#~]/g;

/**
 * A name as it stands in a line with that quote open, so that the shell reads it as the name and runs nothing in
 * it. Control characters are written out: typed raw, a line break would end the line.
 */
function quotedFor(quote: string, text: string): string {
  const plain = (part: string) => {
    if (quote === "'") return part.replaceAll("'", "'\\''");
    // A `!` is no history here, and a backslash before it would stay.
    return quote === '"' ? part.replace(/["\\$`]/g, '\\$&') : part.replace(special, '\\$&');
  };
  return text
    .split(/([\x00-\x1f\x7f-\x9f]+)/)
    .map((part, index) =>
      index % 2 === 0 ? plain(part) : `${quote}$'${[...part].map(written).join('')}'${quote}`,
    )
    .join('');
}

function written(control: string): string {
  const code = control.charCodeAt(0);
  const digits = code.toString(16);
  return code < 0x80 ? `\\x${digits.padStart(2, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/** Completes the word before the cursor: a command where one stands, a variable after `$`, else a path. */
export async function completeLine(before: string, source: CompletionSource): Promise<Completion> {
  const word = lastWord(before);
  const variable = /\$(\w*)$/.exec(word.text);
  if (variable && word.quote !== "'") {
    const typed = variable[1] ?? '';
    return completionOf(
      typed,
      source.variables
        .filter((name) => /^\w+$/.test(name) && name.startsWith(typed))
        .map((name) => ({ name, end: '' })),
      (text) => text,
    );
  }
  const quoted = (text: string) => quotedFor(word.quote, text);
  if (word.isCommand && !word.text.includes('/')) {
    const names = (await source.commands()).filter((name) => name.startsWith(word.text));
    if (word.text === '' || names.length === 0) return { insert: '', candidates: [] };
    return completionOf(
      word.text,
      names.map((name) => ({ name, end: ' ' })),
      quoted,
    );
  }
  const slash = word.text.lastIndexOf('/') + 1;
  const [folder, typed] = [word.text.slice(0, slash), word.text.slice(slash)];
  const entries = await source.readdir(absolute(folder, source)).catch(() => []);
  const end = word.quote || ' ';
  const found = entries
    .filter(({ name }) => name.startsWith(typed) && (typed !== '' || !name.startsWith('.')))
    .map(({ name, kind }) => ({ name, end: kind === 'directory' ? '/' : end }));
  return completionOf(typed, found, quoted);
}

function completionOf(
  typed: string,
  found: readonly { readonly name: string; readonly end: string }[],
  quoted: (text: string) => string,
): Completion {
  const sorted = [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
  const [only] = sorted;
  if (sorted.length === 1 && only) {
    return { insert: quoted(only.name.slice(typed.length)) + only.end, candidates: [only.name] };
  }
  const shared = sorted.reduce((prefix, { name }) => commonPrefix(prefix, name), only?.name ?? '');
  const candidates = sorted.map(({ name, end }) => (end === '/' ? `${name}/` : name));
  return { insert: quoted(shared.slice(typed.length)), candidates };
}

function commonPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  // Half of a surrogate pair is no prefix.
  return one.slice(0, /[\ud800-\udbff]/.test(one[length - 1] ?? '') ? length - 1 : length);
}

function absolute(folder: string, { cwd, home }: CompletionSource): string {
  if (folder.startsWith('~/')) return `${home}/${folder.slice(2)}`;
  return folder.startsWith('/') ? folder : `${cwd}/${folder}`;
}

/** Reads a line up to the cursor as the shell would, as far as its last word needs it. */
function lastWord(before: string): TypedWord {
  let text = '';
  let quote = '';
  let isCommand = true;
  let hasWord = false;
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && /["\\$`]/.test(before[at + 1] ?? ''))
        text += before[++at];
      else text += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      hasWord = true;
    } else if (character === '\\') {
      text += before[++at] ?? '';
      hasWord = true;
    } else if (/[\s;&|()<>]/.test(character)) {
      // After a redirection comes a file, after anything else that divides comes a command.
      if (/[;&|()]/.test(character)) isCommand = true;
      else if (/[<>]/.test(character) || (hasWord && !/^\w+=/.test(text))) isCommand = false;
      text = '';
      hasWord = false;
    } else {
      // `--file=src/m` completes the path behind the sign.
      text = character === '=' && !isCommand ? '' : text + character;
      hasWord = true;
    }
  }
  return { text, quote, isCommand };
}
