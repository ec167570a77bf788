import { bytesFromText } from '../../disk/bytes.ts';
import { posixToJs } from '../text/posixRegex.ts';
import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

export const csplitSpec = [
  'f|prefix=',
  'b|suffix-format=',
  'n|digits=',
  's|quiet|silent',
  'k|keep-files',
  'z|elide-empty-files',
  'suppress-matched',
];

type Cut =
  | { readonly kind: 'line'; readonly at: number; readonly times: number }
  | {
      readonly kind: 'match';
      readonly regex: RegExp;
      readonly offset: number;
      readonly skips: boolean;
      readonly times: number;
    };

/** The cuts that the operands name, or the operand that is none. */
function cutsOf(words: readonly string[]): Cut[] | { readonly wrong: string } {
  const cuts: Cut[] = [];
  for (const word of words) {
    const repeat = /^\{(\d+|\*)\}$/.exec(word);
    const match = /^([/%])(.*)\1([+-]?\d+)?$/s.exec(word);
    const last = cuts.at(-1);
    if (repeat && last) {
      cuts[cuts.length - 1] = {
        ...last,
        times: repeat[1] === '*' ? Number.POSITIVE_INFINITY : Number(repeat[1]) + 1,
      };
    } else if (match) {
      const regex = new RegExp(posixToJs(match[2] ?? '', { extended: false, escapes: 'none' }), 'u');
      cuts.push({ kind: 'match', regex, offset: Number(match[3] ?? 0), skips: match[1] === '%', times: 1 });
    } else if (/^\d+$/.test(word) && Number(word) > 0)
      cuts.push({ kind: 'line', at: Number(word), times: 1 });
    else return { wrong: word };
  }
  return cuts;
}

/** `csplit`: a file cut into several at line numbers and at lines that match. */
export async function csplit(io: Io, options: Options): Promise<number> {
  const [file, ...words] = options.operands;
  if (file === undefined || words.length === 0) return io.usage('missing operand');
  const cuts = cutsOf(words);
  if ('wrong' in cuts) return io.fail(`${cuts.wrong}: invalid pattern`);
  const text = await io.readText(file);
  if (typeof text !== 'string') return io.fail(`cannot open '${file}' for reading: ${text.failed}`);
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const parts: string[] = [];
  let from = 0;
  let failure: string | null = null;
  for (const cut of cuts) {
    for (let time = 0; time < cut.times && failure === null; time++) {
      let to: number;
      if (cut.kind === 'line') {
        to = cut.at * (time + 1) - 1;
        if (to > lines.length) {
          if (cut.times !== Number.POSITIVE_INFINITY) failure = `'${cut.at}': line number out of range`;
          break;
        }
      } else {
        const start = parts.length === 0 && from === 0 ? 0 : from + (cut.skips && time === 0 ? 0 : 1);
        const found = lines.findIndex(
          (line, index) => index >= start && cut.regex.test(line.replace(/\n$/, '')),
        );
        if (found < 0) {
          if (cut.times !== Number.POSITIVE_INFINITY)
            failure = `'${words[cuts.indexOf(cut)]}': match not found`;
          break;
        }
        to = found + cut.offset;
      }
      if (cut.kind !== 'match' || !cut.skips) parts.push(lines.slice(from, to).join(''));
      from = to + (options.has('suppress-matched') ? 1 : 0);
    }
  }
  if (failure !== null && !options.has('k')) return io.fail(failure);
  parts.push(lines.slice(from).join(''));
  const digits = Number(options.get('n') ?? 2);
  const kept = options.has('z') ? parts.filter((part) => part !== '') : parts;
  for (const [index, part] of kept.entries()) {
    const name = `${options.get('f') ?? 'xx'}${String(index).padStart(digits, '0')}`;
    const bytes = bytesFromText(part);
    const fault = await io.attempt(io.tools.disk.writeFile(io.path(name), bytes));
    if (fault !== null) return io.fail(`${name}: ${fault}`);
    if (!options.has('s')) await io.out(`${bytes.length}\n`);
  }
  return failure === null ? 0 : io.fail(failure);
}
