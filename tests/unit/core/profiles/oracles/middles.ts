import { bytesOf, firstBytes, lastBytes } from './bytes.ts';

const commas = (n: number) => n.toLocaleString('en-US');

/** Gemini CLI's cut over the whole wrapped text; half characters become U+FFFD as the core demands. */
export function geminiOracle(text: string, limit: number, path: string): string {
  if (limit <= 0 || text.length <= limit) return text;
  const head = Math.floor(limit * 0.2);
  const tail = limit - head;
  const out = `Output too large. Showing first ${commas(head)} and last ${commas(tail)} characters. For full output see: ${path}\n${text.slice(0, head)}\n\n... [${commas(text.length - limit)} characters omitted] ...\n\n${text.slice(-tail)}`;
  return out.toWellFormed();
}

export function clineOracle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil(limit / 2);
  const tail = Math.max(1, limit - head);
  const marker = `[... output truncated: ${text.length} chars total. Refine the command (grep, head, tail) to view the elided middle ...]`;
  return `${text.slice(0, head)}\n${marker}\n${text.slice(-tail)}`.toWellFormed();
}

/** Codex's middle cut by a budget in tokens of 4 bytes or in bytes, without any header. */
export function codexOracle(text: string, limit: number, unit: 'tokens' | 'bytes'): string {
  const budget = unit === 'tokens' ? limit * 4 : limit;
  if (bytesOf(text) <= budget) return text;
  const left = firstBytes(text, Math.floor(budget / 2));
  const right = lastBytes(text, budget - Math.floor(budget / 2));
  const removed =
    unit === 'tokens'
      ? `${Math.ceil((bytesOf(text) - budget) / 4)} tokens`
      : `${[...text].length - [...left].length - [...right].length} chars`;
  return `${left}…${removed} truncated…${right}`;
}

const notice =
  '<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you.</NOTE>';

/** OpenHands' cut over the whole content, in code points; lines are those that "\n" ends. */
export function openhandsOracle(text: string, limit: number, path: string | null): string {
  const points = [...text];
  if (points.length <= limit) return text;
  if (notice.length >= limit) return notice.slice(0, limit);
  const half = Math.ceil((limit - notice.length) / 2);
  const headText = points.slice(0, half).join('');
  const headLines = headText.split('\n').length - (headText === '' || headText.endsWith('\n') ? 1 : 0);
  const said =
    path === null
      ? notice
      : `<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you. The complete output has been saved to ${path} - you can use other tools to view the full content (truncated part starts around line ${headLines + 1}).</NOTE>`;
  const room = limit - [...said].length;
  if (room <= 0) return [...said].slice(0, limit).join('');
  const head = Math.min(half, room);
  return points.slice(0, head).join('') + said + (room === head ? '' : points.slice(head - room).join(''));
}

/** Goose's shell: the last 50 lines and a sentence. */
export function gooseOracle(output: string, path: string, maxLines = 2000, maxBytes = 50_000): string {
  const text = output.replace(/\n+$/, '');
  if (text === '') return '(no output)';
  const lines = text.split('\n');
  if (lines.length <= maxLines && bytesOf(text) <= maxBytes) return text;
  const reason =
    lines.length > maxLines
      ? `Output exceeded ${maxLines} line limit (${lines.length} lines total).`
      : `Output exceeded ${maxBytes} byte limit (${bytesOf(text)} bytes total).`;
  return `${lines.slice(-50).join('\n')}\n\n[${reason} Full output saved to ${path}. Read it with shell commands like \`head\`, \`tail\`, or \`sed -n '100,200p'\` up to 2000 lines at a time.]`;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const cellsOfGrapheme = (grapheme: string) => {
  if (/^[\p{Cc}]/u.test(grapheme)) return 0;
  return /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|^\p{Emoji_Presentation}/u.test(
    grapheme,
  )
    ? 2
    : 1;
};

/** Crush's cut of one stream by display cells, for texts without escape sequences. */
export function crushOracle(text: string, limit: number): string {
  // Segmenting a long text takes seconds; the long ones here have no joined characters.
  const graphemes =
    text.length > 4000 ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);
  const parts = graphemes.map((segment) => ({ segment, cells: cellsOfGrapheme(segment) }));
  const total = parts.reduce((sum, { cells }) => sum + cells, 0);
  if (total <= limit) return text;
  const half = Math.floor(limit / 2);
  let used = 0;
  let head = '';
  for (const { segment, cells } of parts) {
    if (used + cells > half) break;
    used += cells;
    head += segment;
  }
  used = 0;
  let tail = '';
  let isOpen = false;
  for (const { segment, cells } of parts) {
    used += cells;
    if (cells > 0 && used > total - half) isOpen = true;
    if (isOpen) tail += segment;
  }
  const count = (part: string) => part.split('\n').length - 1;
  return `${head}\n\n... [${Math.max(count(text) - count(head) - count(tail), 0)} lines truncated] ...\n\n${tail}`;
}
