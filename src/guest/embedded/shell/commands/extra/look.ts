import { encodeText } from '../text/bytesText.ts';
import { LineReader } from '../text/lineReader.ts';
import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

export const lookSpec = ['a|alternative', 'd|alphanum', 'f|ignore-case', 't|terminate='];

/** `look`: lines that begin with a word. Reads all of the file, so it need not be sorted. */
export async function look(io: Io, options: Options): Promise<number> {
  const [word, file = '/usr/share/dict/words'] = options.operands;
  if (word === undefined) return io.usage('bad usage');
  const chunks = await io.open(file);
  if ('failed' in chunks) return io.fail(`${file}: ${chunks.failed}`);
  const end = options.get('t')?.[0];
  const wanted = end !== undefined && word.includes(end) ? word.slice(0, word.indexOf(end) + 1) : word;
  const seen = (text: string): string => {
    const letters = options.has('d') ? text.replace(/[^\p{L}\p{Nd}\s]/gu, '') : text;
    return options.has('f') ? letters.toLowerCase() : letters;
  };
  const start = seen(wanted);
  const lines = new LineReader(chunks);
  let found = false;
  for (let line = await lines.line(); line !== null; line = await lines.line()) {
    if (!seen(line).startsWith(start)) continue;
    found = true;
    if (!(await io.bytes(encodeText(`${line}\n`)))) break;
  }
  return found ? 0 : 1;
}
