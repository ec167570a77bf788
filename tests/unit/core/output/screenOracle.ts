/** One line of a terminal at a time, drawn on whole texts by the plainest means. */

const COLUMNS = 4096;
const FIRST_MARK = 0xf0000;
const MOST = 4000;
const FINALS = 'G`CDKJ';

/** A sequence that moves or erases within a line as one private character, any other as nothing. */
export function moveMark(sequence: string): string {
  const [, digits = '', final = ''] = /^\x1b\[([0-9]*)([G`CDKJ])$/.exec(sequence) ?? [];
  if (final === '') return '';
  return String.fromCodePoint(FIRST_MARK + FINALS.indexOf(final) * 5000 + Math.min(Number(digits), MOST));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|(?![\0-\u22ff])\p{Emoji_Presentation}/u;

type Column = { text: string; covers: number } | 'covered';
const blank = (): Column => ({ text: ' ', covers: 1 });

export function screenOf(text: string): string {
  let out = '';
  let before = '';
  let columns: Column[] = [];
  let cursor = 0;
  let marks = 0;

  const endRow = (): void => {
    out += before + columns.map((column) => (column === 'covered' ? '' : column.text)).join('');
    before = '';
    columns = [];
    cursor = 0;
    marks = 0;
  };
  const split = (at: number): void => {
    if (columns[at] !== 'covered') return;
    let head = at;
    while (columns[head] === 'covered') head -= 1;
    const covers = (columns[head] as { covers: number }).covers;
    for (let k = head; k < head + covers; k++) columns[k] = blank();
  };
  const put = (char: string, covers: number): void => {
    if (cursor + covers > COLUMNS) endRow();
    while (columns.length < cursor) columns.push(blank());
    split(cursor);
    split(cursor + covers);
    columns.splice(cursor, covers, { text: char, covers }, ...Array<Column>(covers - 1).fill('covered'));
    cursor += covers;
  };

  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code >= FIRST_MARK && code < FIRST_MARK + FINALS.length * 5000) {
      const count = (code - FIRST_MARK) % 5000;
      const final = FINALS[Math.floor((code - FIRST_MARK) / 5000)];
      const steps = Math.max(1, count);
      if (final === 'G' || final === '`') cursor = Math.min(steps, COLUMNS) - 1;
      else if (final === 'C') cursor = Math.min(cursor + steps, COLUMNS - 1);
      else if (final === 'D') cursor = Math.max(0, Math.min(cursor - steps, COLUMNS - 1));
      else if (count === 0) {
        split(cursor);
        columns.length = Math.min(columns.length, cursor);
      } else if (final === 'K' && count === 2) columns = [];
      else if (final === 'K' && count === 1) {
        split(cursor + 1);
        columns = columns.map((column, at) => (at <= cursor ? blank() : column));
      }
    } else if (char === '\n') {
      endRow();
      out += '\n';
    } else if (char === '\r') {
      cursor = 0;
      before = '';
    } else if (char === '\b') cursor = Math.max(0, cursor - 1);
    else if (char === '\t') {
      const stop = Math.min(COLUMNS, (Math.floor(cursor / 8) + 1) * 8);
      if (cursor < columns.length) cursor = Math.min(stop, COLUMNS - 1);
      else put(char, stop - cursor);
    } else if (/[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u.test(char) && char !== '\u00ad') {
      if (marks === COLUMNS) endRow();
      marks += 1;
      let at = Math.min(cursor, columns.length) - 1;
      while (at >= 0 && columns[at] === 'covered') at -= 1;
      const under = columns[at];
      if (under === undefined || under === 'covered') before += char;
      else under.text += char;
    } else put(char, WIDE.test(char) ? 2 : 1);
  }
  endRow();
  return out;
}
