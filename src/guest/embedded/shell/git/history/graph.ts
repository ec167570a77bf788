import type { Commit } from '../base/people.ts';

/** How the line behind a merge is drawn. */
interface Merge {
  /** Column of the merge. */
  readonly at: number;
  readonly parents: number;
  /** Its first parent is to the left already: `/|` in place of `|\`. */
  readonly leansLeft: boolean;
  /** Columns that the others move to the right; -1 where the last parent is the next column: `|\|`. */
  readonly added: number;
}

/**
 * The lines that `--graph` draws beside the text of commits. Each line of history that waits for its next
 * commit has a column of two places; an edge that must get to a column further left goes one place per line.
 * (git draws long ways with `_`; here they stay slanted.)
 */
export class Graph {
  #columns: string[] = [];
  /** Where the edge at each place leads to, by column; undefined where there is none. */
  #edges: (number | undefined)[] = [];
  #width = 0;
  #isFirst = true;

  /** One commit with its text. `spaced`: an empty line stands between commits. */
  add(commit: Commit, text: readonly string[], spaced: boolean): string {
    const known = this.#columns.includes(commit.oid);
    const columns = known ? this.#columns : [...this.#columns, commit.oid];
    const at = columns.indexOf(commit.oid);
    this.#width = 2 * (columns.length + Math.max(1, commit.parents.length) - 1);
    const separator = !this.#isFirst && spaced ? `${this.#padded(bars(this.#columns.length))}\n` : '';
    this.#isFirst = false;
    const lines = [columns.map((_each, column) => (column === at ? '* ' : '| ')).join('')];
    const merge = this.#advance(commit, columns, at);
    if (merge) lines.push(mergeLine(columns.length, merge));
    while (!this.#isStraight()) lines.push(this.#collapse());
    const count = Math.max(lines.length, text.length);
    const drawn = Array.from({ length: count }, (_each, index) => {
      const beside = this.#padded(lines[index] ?? bars(this.#columns.length));
      return `${beside}${text[index] ?? ''}\n`;
    });
    return separator + drawn.join('');
  }

  #padded(line: string): string {
    return line.padEnd(this.#width);
  }

  /** Puts the parents in the place of their child. */
  #advance(commit: Commit, columns: readonly string[], at: number): Merge | null {
    const next: string[] = [];
    const edges: (number | undefined)[] = [];
    let place = 0;
    let added = commit.parents.length - 1;
    let leansLeft = false;
    const columnOf = (oid: string): number => {
      const known = next.indexOf(oid);
      return known < 0 ? next.push(oid) - 1 : known;
    };
    const isMerge = commit.parents.length > 1;
    let behindMerge = false;
    columns.forEach((oid, column) => {
      if (column !== at) {
        const target = columnOf(oid);
        if (behindMerge && added > 0 && edges[place - 2] === target) added = -1;
        else {
          edges[place] = target;
          place += 2;
        }
        behindMerge = false;
        return;
      }
      if (!isMerge) {
        const [parent] = commit.parents;
        if (parent !== undefined) edges[place] = columnOf(parent);
        place += 2;
        return;
      }
      behindMerge = true;
      commit.parents.forEach((parent, index) => {
        const target = columnOf(parent);
        if (index === 0 && target < column) {
          // Its edge starts between the columns, to the left.
          leansLeft = true;
          added -= 1;
          const distance = column - target;
          edges[place - (distance > 1 ? 2 * distance - 3 : 1)] = target;
          return;
        }
        edges[place] = target;
        place += 2;
      });
    });
    this.#columns = next;
    this.#edges = edges;
    return isMerge ? { at, parents: commit.parents.length, leansLeft, added } : null;
  }

  #isStraight(): boolean {
    return this.#edges.every((target, place) => target === undefined || target === place >> 1);
  }

  /** Every edge that is not at its column goes left, past another where it must. */
  #collapse(): string {
    const moved: (number | undefined)[] = [];
    this.#edges.forEach((target, place) => {
      if (target === undefined) return;
      if (target * 2 === place) moved[place] = target;
      else if (moved[place - 1] === undefined) moved[place - 1] = target;
      else if (moved[place - 1] !== target) moved[place - 2] = target;
    });
    this.#edges = moved;
    return Array.from(moved, (target, place) =>
      target === undefined ? ' ' : target * 2 === place ? '|' : '/',
    ).join('');
  }
}

function bars(count: number): string {
  return '| '.repeat(count);
}

function mergeLine(columns: number, { at, parents, leansLeft, added }: Merge): string {
  let line = '';
  for (let column = 0; column < columns; column++) {
    if (column < at) line += leansLeft && column === at - 1 ? '|' : '| ';
    else if (column > at) line += added > 0 ? '\\ ' : '| ';
    else {
      const signs = leansLeft
        ? ['/', '|', ...Array.from({ length: parents - 2 }, () => '\\ ')]
        : ['|', ...Array.from({ length: parents - 1 }, () => '\\ ')];
      line += signs.join('');
      if (added === -1) line = line.trimEnd();
      else if (leansLeft && parents === 2) line += ' ';
    }
  }
  return line;
}
