const popDirectional = '\u202c';
const popIsolate = '\u2069';
const control = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text of somebody else's that stands inside a sentence of ours: what it opens it also closes, and it closes nothing
 * that it has not opened. `<bdi>` alone is not enough: a browser isolates with the same marks, so that one mark in the
 * text takes the place of its own and turns the words behind it around.
 */
export function closedBidi(text: string): string {
  const open: string[] = [];
  /** Isolates among them: without one there is none to look for, however many are open. */
  let isolates = 0;
  const closed = text.replace(control, (mark) => {
    if (mark === popDirectional) {
      if (open.at(-1) !== popDirectional) return '';
      open.pop();
      return mark;
    }
    if (mark === popIsolate) {
      if (isolates === 0) return '';
      isolates -= 1;
      const at = open.lastIndexOf(popIsolate);
      open.length = at;
      return mark;
    }
    if (mark >= '\u2066') isolates += 1;
    open.push(mark >= '\u2066' ? popIsolate : popDirectional);
    return mark;
  });
  return closed + open.reverse().join('');
}
