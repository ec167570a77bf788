/** A line of a hunk with its mark; the text has its own line end, unless the file had none. */
export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly HunkLine[];
}

export interface FilePatch {
  /** Names and times as the patch has them; null where it has none. */
  readonly oldHeader: string | null;
  readonly newHeader: string | null;
  readonly index: string | null;
  readonly renameFrom: string | null;
  readonly renameTo: string | null;
  readonly newMode: number | null;
  readonly deletes: boolean;
  readonly hunks: readonly Hunk[];
  /** The lines in front of the hunks, for those who must guess which file is meant, and where they end. */
  readonly lead: readonly string[];
  readonly hunksAtLine: number;
  readonly kind: 'unified' | 'context' | 'normal';
}

export interface Malformed {
  readonly line: number;
  readonly text: string;
}

const unifiedHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const contextOld = /^\*\*\* (\d+)(?:,(\d+))? \*\*\*\*/;
const contextNew = /^--- (\d+)(?:,(\d+))? ----/;
const normalHead = /^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$/;

export class PatchParser {
  readonly #lines: readonly string[];
  #at = 0;
  malformed: Malformed | null = null;

  constructor(text: string) {
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    this.#lines = lines;
  }

  get #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  get #ended(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** The next file's patch; null where no more is found. */
  next(): FilePatch | null {
    const start = this.#at;
    const found: Record<'old' | 'new' | 'index' | 'from' | 'to', string | null> = {
      old: null,
      new: null,
      index: null,
      from: null,
      to: null,
    };
    let newMode: number | null = null;
    let deletes = false;
    let isGit = false;
    for (; !this.#ended; this.#at++) {
      const line = this.#line;
      const next = this.#lines[this.#at + 1] ?? '';
      const third = this.#lines[this.#at + 2] ?? '';
      if (line.startsWith('diff --git ')) {
        if (isGit && (found.from !== null || newMode !== null || deletes)) break;
        isGit = true;
        const names = /^diff --git (\S+) (\S+)$/.exec(line);
        found.old ??= names?.[1] ?? null;
        found.new ??= names?.[2] ?? null;
      } else if (/^rename from /.test(line)) found.from = line.slice(12);
      else if (/^rename to /.test(line)) found.to = line.slice(10);
      else if (/^new (file )?mode /.test(line))
        newMode = Number.parseInt(/(\d+)$/.exec(line)?.[1] ?? '', 8) & 0o777;
      else if (/^deleted file mode /.test(line)) deletes = true;
      else if (/^Index: /.test(line)) found.index = line.slice(7).trim();
      else if (line.startsWith('--- ') && next.startsWith('+++ ') && (unifiedHead.test(third) || isGit)) {
        found.old = line.slice(4);
        found.new = next.slice(4);
        this.#at++;
      } else if (unifiedHead.test(line)) return this.#finish(start, found, newMode, deletes, 'unified');
      else if (line.startsWith('*** ') && next.startsWith('--- ') && third.startsWith('***************')) {
        found.old = line.slice(4);
        found.new = next.slice(4);
        this.#at += 2;
        return this.#finish(start, found, newMode, deletes, 'context');
      } else if (normalHead.test(line) && /^[<>] /.test(next))
        return this.#finish(start, found, newMode, deletes, 'normal');
    }
    const bare = found.from !== null || newMode !== null || deletes;
    return bare ? this.#finish(start, found, newMode, deletes, 'unified') : null;
  }

  #finish(
    start: number,
    found: Readonly<Record<'old' | 'new' | 'index' | 'from' | 'to', string | null>>,
    newMode: number | null,
    deletes: boolean,
    kind: FilePatch['kind'],
  ): FilePatch {
    const lead = this.#lines.slice(start, this.#at);
    const hunksAtLine = this.#at + 1;
    const hunks: Hunk[] = [];
    const readers = {
      unified: () => this.#unified(),
      context: () => this.#context(),
      normal: () => this.#normal(),
    };
    for (let hunk = readers[kind](); hunk; hunk = readers[kind]()) hunks.push(hunk);
    return {
      oldHeader: found.old,
      newHeader: found.new,
      index: found.index,
      renameFrom: found.from,
      renameTo: found.to,
      newMode,
      deletes,
      hunks,
      lead,
      hunksAtLine,
      kind,
    };
  }

  /** Takes the line end off the last line where `\ No newline` stands behind it. */
  #withoutEnd(lines: HunkLine[]): void {
    const last = lines.at(-1);
    if (!this.#line.startsWith('\\')) return;
    this.#at++;
    if (last) lines[lines.length - 1] = { mark: last.mark, text: last.text.replace(/\n$/, '') };
  }

  #unified(): Hunk | null {
    const head = unifiedHead.exec(this.#line);
    if (!head) return null;
    this.#at++;
    let [oldLeft, newLeft] = [Number(head[2] ?? 1), Number(head[4] ?? 1)];
    const lines: HunkLine[] = [];
    while (oldLeft > 0 || newLeft > 0) {
      const line = this.#line;
      const mark = line === '' ? ' ' : line[0]!;
      // Blank lines at the end of a patch are often lost on its way.
      if (this.#ended && oldLeft === newLeft && oldLeft <= 3) lines.push({ mark: ' ', text: '\n' });
      else if (this.#ended || !/[ +\t-]/.test(mark)) {
        this.malformed = { line: this.#at + 1, text: line };
        return null;
      } else
        lines.push({
          mark: mark === '-' || mark === '+' ? mark : ' ',
          text: `${mark === '\t' ? line : line.slice(1)}\n`,
        });
      this.#at++;
      if (lines.at(-1)?.mark !== '+') oldLeft--;
      if (lines.at(-1)?.mark !== '-') newLeft--;
      this.#withoutEnd(lines);
    }
    return {
      oldStart: Number(head[1]) + (head[2] === '0' ? 1 : 0),
      newStart: Number(head[3]) + (head[4] === '0' ? 1 : 0),
      lines,
    };
  }

  #context(): Hunk | null {
    if (this.#line.startsWith('***************')) this.#at++;
    const head = contextOld.exec(this.#line);
    if (!head) return null;
    this.#at++;
    const side = (isEnd: (line: string) => boolean): HunkLine[] => {
      const lines: HunkLine[] = [];
      while (!this.#ended && !isEnd(this.#line) && /^[ !+-] |^[ !+-]$|^$/.test(this.#line)) {
        const mark = this.#line[0] ?? ' ';
        lines.push({
          mark: mark === '!' ? '-' : (mark as HunkLine['mark']),
          text: `${this.#line.slice(2)}\n`,
        });
        this.#at++;
        this.#withoutEnd(lines);
      }
      return lines;
    };
    const old = side((line) => contextNew.test(line));
    const head2 = contextNew.exec(this.#line);
    if (!head2) {
      this.malformed = { line: this.#at + 1, text: this.#line };
      return null;
    }
    this.#at++;
    const fresh = side((line) => line.startsWith('***')).map((line) => ({
      ...line,
      mark: line.mark === '-' ? ('+' as const) : line.mark,
    }));
    return { oldStart: Number(head[1]), newStart: Number(head2[1]), lines: merged(old, fresh) };
  }

  #normal(): Hunk | null {
    const head = normalHead.exec(this.#line);
    if (!head) return null;
    this.#at++;
    const lines: HunkLine[] = [];
    const take = (sign: '<' | '>', mark: '-' | '+'): void => {
      while (this.#line.startsWith(`${sign} `) || this.#line === sign) {
        lines.push({ mark, text: `${this.#line.slice(2)}\n` });
        this.#at++;
        this.#withoutEnd(lines);
      }
    };
    take('<', '-');
    if (this.#line === '---') this.#at++;
    take('>', '+');
    const isAdd = head[3] === 'a';
    return {
      oldStart: Number(head[1]) + (isAdd ? 1 : 0),
      newStart: Number(head[4]) + (head[3] === 'd' ? 1 : 0),
      lines,
    };
  }
}

/** The two sides of a context hunk as one list. A side that is left out is the other's context. */
function merged(old: readonly HunkLine[], fresh: readonly HunkLine[]): HunkLine[] {
  if (old.length === 0) return [...fresh];
  if (fresh.length === 0) return [...old];
  const lines: HunkLine[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < fresh.length) {
    if (old[a]?.mark === '-') lines.push(old[a++]!);
    else if (fresh[b]?.mark === '+') lines.push(fresh[b++]!);
    else {
      const line = old[a] ?? fresh[b];
      if (line) lines.push({ mark: ' ', text: line.text });
      a++;
      b++;
    }
  }
  return lines;
}

export function reversed(hunk: Hunk): Hunk {
  const turned = hunk.lines.map((line) => ({
    ...line,
    mark: line.mark === '-' ? ('+' as const) : line.mark === '+' ? ('-' as const) : line.mark,
  }));
  // What goes comes before what takes its place.
  const lines: HunkLine[] = [];
  let added: HunkLine[] = [];
  for (const line of turned) {
    if (line.mark === '+') added.push(line);
    else if (line.mark === '-') lines.push(line);
    else {
      lines.push(...added, line);
      added = [];
    }
  }
  return { oldStart: hunk.newStart, newStart: hunk.oldStart, lines: [...lines, ...added] };
}
