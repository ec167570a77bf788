const NAME = 'spillway-search';
/** Blocks whose text is read as one: words may be cut by colours or emphasis, never by a line. */
const blocks = '.row, p, li, pre, td, th, h1, h2, h3, h4, button, summary, .input';

/**
 * Marks every place of the words under an element, as it changes, without touching the elements themselves.
 * Gives the disposer. Does nothing in a browser without the CSS Custom Highlight API: the places can still be
 * gone to.
 */
export function highlightWords(root: Element, words: string): () => void {
  if (words === '' || typeof Highlight === 'undefined') return () => undefined;
  const wanted = words.toLowerCase();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = () => {
    timer = undefined;
    CSS.highlights.set(NAME, new Highlight(...rangesOf(root, wanted)));
  };
  const observer = new MutationObserver(() => {
    // While output streams in, ten times a second is enough.
    timer ??= setTimeout(mark, 100);
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  mark();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    CSS.highlights.delete(NAME);
  };
}

function rangesOf(root: Element, wanted: string): readonly Range[] {
  const texts = new Map<Element, Text[]>();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const block = node.parentElement?.closest(blocks);
    if (!block || node.parentElement?.closest('.margin')) continue;
    const list = texts.get(block);
    if (list) list.push(node);
    else texts.set(block, [node]);
  }
  return [...texts.values()].flatMap((nodes) => rangesIn(nodes, wanted));
}

function rangesIn(nodes: readonly Text[], wanted: string): readonly Range[] {
  const text = nodes.map(({ data }) => data).join('');
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [];
  const ranges: Range[] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const range = document.createRange();
    const start = placeOf(nodes, at);
    const end = placeOf(nodes, at + wanted.length - 1);
    if (!start || !end) continue;
    range.setStart(start.node, start.at);
    range.setEnd(end.node, end.at + 1);
    ranges.push(range);
  }
  return ranges;
}

function placeOf(nodes: readonly Text[], at: number): { readonly node: Text; readonly at: number } | null {
  let before = 0;
  for (const node of nodes) {
    if (at < before + node.length) return { node, at: at - before };
    before += node.length;
  }
  return null;
}
