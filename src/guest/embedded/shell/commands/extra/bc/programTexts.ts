import { PieceDecoder } from '../../text/bytesText.ts';

/** Whether a program asks for numbers, which are in the lines behind. */
export const readsNumbers = /\bread *\(/;

/** Whether a text that ends with a line could be followed by anything: nothing in it is still open. */
function isWhole(text: string): boolean {
  const bare = text.replace(/"[^"]*"|\/\*[\s\S]*?\*\/|#[^\n]*/g, '');
  if (/"|\/\*|\\\n$/.test(bare)) return false;
  const count = (sign: string): number => bare.split(sign).length - 1;
  if (count('{') > count('}')) return false;
  const last = /([^\n]*\S[^\n]*)\s*$/.exec(bare)?.[1] ?? '';
  return !/^\s*define\b[^{]*$/.test(last);
}

/**
 * The program as it comes, in texts of whole statements: whoever sits at the other end of a pipe waits for what his line
 * comes to before he writes the next.
 */
export async function* programTexts(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly text: string; readonly linesBefore: number }> {
  const decoder = new PieceDecoder();
  let text = '';
  let linesBefore = 0;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk);
    const end = text.lastIndexOf('\n') + 1;
    const ready = text.slice(0, end);
    if (end === 0 || readsNumbers.test(text) || !isWhole(ready)) continue;
    yield { text: ready, linesBefore };
    linesBefore += ready.split('\n').length - 1;
    text = text.slice(end);
  }
  text += decoder.end();
  if (text !== '') yield { text, linesBefore };
}
