import { editsBetween } from './hunks.ts';

/** How words that changed are marked. */
export type WordStyle = 'plain' | 'porcelain' | 'color';

interface Marks {
  readonly old: readonly [string, string];
  readonly now: readonly [string, string];
  readonly same: readonly [string, string];
  readonly newline: string;
}

const marksOf: Readonly<Record<WordStyle, Marks>> = {
  plain: { old: ['[-', '-]'], now: ['{+', '+}'], same: ['', ''], newline: '\n' },
  porcelain: { old: ['-', '\n'], now: ['+', '\n'], same: [' ', '\n'], newline: '~\n' },
  color: { old: ['\x1b[31m', '\x1b[m'], now: ['\x1b[32m', '\x1b[m'], same: ['', ''], newline: '\n' },
};

interface Word {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Words with their places; the first stands for what is before all of them. */
function wordsOf(text: string, pattern: RegExp): Word[] {
  const found = Array.from(text.matchAll(pattern), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: `${match[0]}\n`,
  })).filter(({ from, to }) => to > from);
  return [{ from: 0, to: 0, text: '' }, ...found];
}

function marked(text: string, [front, back]: readonly [string, string], newline: string): string {
  let shown = '';
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (line !== '') shown += front + line + back;
    if (at < lines.length - 1) shown += newline;
  }
  return shown;
}

/** Lines that went and lines that came, as one text with its changed words marked. */
function wordChanges(old: string, now: string, marks: Marks, pattern: RegExp): string {
  if (now === '') return marked(old, marks.old, marks.newline);
  const [before, after] = [wordsOf(old, pattern), wordsOf(now, pattern)];
  const texts = (words: readonly Word[]) => words.slice(1).map(({ text }) => text);
  let shown = '';
  let at = 0;
  for (const { oldFrom, oldTo, nowFrom, nowTo } of editsBetween(texts(before), texts(after))) {
    const span = (words: readonly Word[], from: number, to: number): readonly [number, number] =>
      to > from ? [words[from + 1]!.from, words[to]!.to] : [words[from]!.to, words[from]!.to];
    const [gone, gonePast] = span(before, oldFrom, oldTo);
    const [come, comePast] = span(after, nowFrom, nowTo);
    shown += marked(now.slice(at, come), marks.same, marks.newline);
    shown += marked(old.slice(gone, gonePast), marks.old, marks.newline);
    shown += marked(now.slice(come, comePast), marks.now, marks.newline);
    at = comePast;
  }
  return shown + marked(now.slice(at), marks.same, marks.newline);
}

/** The hunks of a patch, in units, with words marked instead of lines. */
export function withWords(hunks: string, style: WordStyle, words: RegExp | null): string {
  const marks = marksOf[style];
  const pattern = words ?? /\S+/g;
  let [shown, old, now] = ['', '', ''];
  const flush = () => {
    if (old !== '' || now !== '') shown += wordChanges(old, now, marks, pattern);
    [old, now] = ['', ''];
  };
  for (const line of hunks.split(/(?<=\n)/)) {
    const rest = line.slice(1);
    if (line.startsWith('-')) old += rest;
    else if (line.startsWith('+')) now += rest;
    else if (line.startsWith('@@')) {
      flush();
      shown += line;
    } else if (line.startsWith(' ')) {
      flush();
      shown += style === 'porcelain' ? `${line}~\n` : rest;
    }
  }
  flush();
  return shown;
}
