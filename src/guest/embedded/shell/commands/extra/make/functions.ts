import { argumentsOf, Expander, replaceWords } from './expand.ts';
import { baseOf, MakeStop, Scope, stemOf, wordsOf } from './variables.ts';

type Words = (words: string[], ...rest: string[]) => string[];

function folderOf(word: string): string {
  return word.includes('/') ? word.slice(0, word.lastIndexOf('/') + 1) : './';
}

function suffixOf(word: string): string {
  const base = baseOf(word);
  return base.includes('.') ? base.slice(base.lastIndexOf('.')) : '';
}

const matchesAny = (patterns: string, word: string): boolean =>
  wordsOf(patterns).some((pattern) => stemOf(pattern, word) !== null);

/** Functions of one list of words, which is their last argument. */
const listFunctions: Readonly<Record<string, Words>> = {
  strip: (words) => words,
  sort: (words) => [...new Set(words)].sort((a, b) => (a < b ? -1 : 1)),
  words: (words) => [String(words.length)],
  firstword: (words) => words.slice(0, 1),
  lastword: (words) => words.slice(-1),
  dir: (words) => words.map(folderOf),
  notdir: (words) => words.map(baseOf),
  suffix: (words) => words.map(suffixOf).filter(Boolean),
  basename: (words) => words.map((word) => word.slice(0, word.length - suffixOf(word).length)),
  filter: (words, patterns = '') => words.filter((word) => matchesAny(patterns, word)),
  'filter-out': (words, patterns = '') => words.filter((word) => !matchesAny(patterns, word)),
  addsuffix: (words, suffix = '') => words.map((word) => word + suffix),
  addprefix: (words, prefix = '') => words.map((word) => prefix + word),
  word: (words, index = '') => words.slice(Number(index) - 1, Number(index)),
  wordlist: (words, from = '', to = '') => words.slice(Number(from) - 1, Number(to)),
};

const listArguments: Readonly<Record<string, number>> = {
  filter: 2,
  'filter-out': 2,
  addsuffix: 2,
  addprefix: 2,
  word: 2,
  wordlist: 3,
};

type Special = (expander: Expander, text: string) => Promise<string>;

async function expanded(expander: Expander, text: string, most?: number): Promise<string[]> {
  const parts: string[] = [];
  for (const part of argumentsOf(text, most)) parts.push(await expander.text(part));
  return parts;
}

async function foreach(expander: Expander, text: string): Promise<string> {
  const [name = '', list = '', body = ''] = argumentsOf(text, 3);
  const variable = (await expander.text(name)).trim();
  const results: string[] = [];
  for (const word of await expander.words(list)) {
    const scope = new Scope(expander.scope);
    scope.set(variable, { value: word, isSimple: true, origin: 'automatic' });
    results.push(await new Expander(expander.around, scope).text(body));
  }
  return results.join(' ');
}

async function call(expander: Expander, text: string): Promise<string> {
  const [name = '', ...values] = await expanded(expander, text);
  const called = name.trim();
  if (functionNames.has(called)) return callFunction(expander, called, values.join(','));
  const body = expander.scope.get(called)?.value;
  if (body === undefined) return '';
  const scope = new Scope(expander.scope);
  [called, ...values].forEach((value, index) => {
    scope.set(String(index), { value, isSimple: true, origin: 'automatic' });
  });
  for (let index = values.length + 1; index < 10; index++)
    scope.set(String(index), { value: '', isSimple: true, origin: 'automatic' });
  return new Expander(expander.around, scope).text(body);
}

/** Functions that look at their arguments themselves. */
const specials: Readonly<Record<string, Special>> = {
  foreach,
  call,
  async subst(expander, text) {
    const [from = '', to = '', whole = ''] = await expanded(expander, text, 3);
    return from === '' ? whole + to : whole.replaceAll(from, () => to);
  },
  async patsubst(expander, text) {
    const [from = '', to = '', whole = ''] = await expanded(expander, text, 3);
    return replaceWords(whole, from.trim(), to.trim());
  },
  async findstring(expander, text) {
    const [part = '', whole = ''] = await expanded(expander, text, 2);
    return whole.includes(part) ? part : '';
  },
  async join(expander, text) {
    const [first = '', second = ''] = await expanded(expander, text, 2);
    const [a, b] = [wordsOf(first), wordsOf(second)];
    return Array.from(
      { length: Math.max(a.length, b.length) },
      (_each, at) => (a[at] ?? '') + (b[at] ?? ''),
    ).join(' ');
  },
  async if(expander, text) {
    const [condition = '', yes = '', no = ''] = argumentsOf(text, 3);
    return expander.text((await expander.text(condition.trim())) === '' ? no : yes);
  },
  async or(expander, text) {
    for (const part of argumentsOf(text)) {
      const value = await expander.text(part.trim());
      if (value !== '') return value;
    }
    return '';
  },
  async and(expander, text) {
    let value = '';
    for (const part of argumentsOf(text)) {
      value = await expander.text(part.trim());
      if (value === '') return '';
    }
    return value;
  },
  async value(expander, text) {
    return expander.scope.get((await expander.text(text)).trim())?.value ?? '';
  },
  async origin(expander, text) {
    return expander.scope.get((await expander.text(text)).trim())?.origin ?? 'undefined';
  },
  async flavor(expander, text) {
    const found = expander.scope.get((await expander.text(text)).trim());
    return found ? (found.isSimple ? 'simple' : 'recursive') : 'undefined';
  },
  async eval(expander, text) {
    await expander.around.evaluate(await expander.text(text));
    return '';
  },
  async shell(expander, text) {
    const output = await expander.around.shell(await expander.text(text));
    return output.replace(/\n+$/, '').replaceAll('\n', ' ');
  },
  async wildcard(expander, text) {
    const found: string[] = [];
    for (const pattern of await expander.words(text))
      found.push(...(await expander.around.wildcard(pattern)));
    return found.join(' ');
  },
  async abspath(expander, text) {
    return (await expander.words(text)).map((word) => expander.around.absolute(word)).join(' ');
  },
  async realpath(expander, text) {
    const found: string[] = [];
    for (const word of await expander.words(text)) {
      const real = await expander.around.real(word);
      if (real !== null) found.push(real);
    }
    return found.join(' ');
  },
  async info(expander, text) {
    await expander.around.say(`${await expander.text(text)}\n`, 'out');
    return '';
  },
  async warning(expander, text) {
    await expander.around.say(`${expander.around.where}${await expander.text(text)}\n`, 'err');
    return '';
  },
  async error(expander, text) {
    throw new MakeStop(await expander.text(text), expander.around.where);
  },
  async file(expander, text) {
    const [target = '', content] = argumentsOf(text, 2);
    const [, operator = '', path = ''] = /^\s*(>>?|<)\s*(.*?)\s*$/.exec(await expander.text(target)) ?? [];
    if (operator === '<' || content === undefined) return '';
    const body = await expander.text(content);
    await expander.around.writeFile(path, body.endsWith('\n') ? body : `${body}\n`, operator === '>>');
    return '';
  },
};

export const functionNames = new Set([...Object.keys(listFunctions), ...Object.keys(specials)]);

/** `$(name text)`. */
export async function callFunction(expander: Expander, name: string, text: string): Promise<string> {
  const special = specials[name];
  if (special) return special(expander, text);
  const parts = await expanded(expander, text, listArguments[name] ?? 1);
  const words = wordsOf(parts.pop() ?? '');
  const [first, ...rest] = parts;
  const values =
    name.startsWith('add') || name === 'filter' || name === 'filter-out'
      ? parts
      : [first ?? '', ...rest].map((part) => part.trim());
  return listFunctions[name]!(words, ...values).join(' ');
}
