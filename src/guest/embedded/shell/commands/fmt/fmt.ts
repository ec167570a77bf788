import type { Command } from 'just-bash/browser';
import { bytesFromLatin1, latin1FromBytes } from '../../disk/bytes.ts';
import { type CommandTools, command, fail } from '../command.ts';
import { getopt, lastValues } from '../text/getopt.ts';
import { readAll } from '../text/readAll.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { type FmtOptions, Paragraphs } from './paragraphs.ts';

const spec = {
  short: 'cstuw:g:p:',
  long: {
    'width=': 'w',
    'goal=': 'g',
    'split-only': 's',
    'uniform-spacing': 'u',
    'crown-margin': 'c',
    'tagged-paragraph': 't',
    'prefix=': 'p',
  },
};
const pieceUnits = 1 << 16;

/** What GNU says of a width that is no number, or larger than allowed. */
function wrongWidth(text: string): { readonly wrong: string } {
  return { wrong: `'${text}'${/^\d+$/.test(text) ? ': Numerical result out of range' : ''}` };
}

/** The options, or what is wrong with a width. */
function optionsOf(given: ReadonlyMap<string, string>): FmtOptions | { readonly wrong: string } {
  const [widthText, goalText] = [given.get('w'), given.get('g')];
  let width = Number(widthText ?? 75);
  if (!/^\d+$/.test(widthText ?? '75') || width > 2500) return wrongWidth(widthText ?? '');
  let goal = Math.floor((width * 187) / 200);
  if (goalText !== undefined) {
    goal = Number(goalText);
    if (!/^\d+$/.test(goalText) || goal > width) return wrongWidth(goalText);
    if (widthText === undefined) width = goal + 10;
  }
  return {
    width,
    goal,
    prefix: given.get('p') ?? '',
    crown: given.has('c'),
    tagged: given.has('t'),
    split: given.has('s'),
    uniform: given.has('u'),
  };
}

/** `fmt`: paragraphs filled anew. */
export function fmt(tools: CommandTools): Command {
  return command('fmt', async (args, context) => {
    const parsed = getopt(
      args.map((arg) => arg.replace(/^-(\d+)$/, '-w$1')),
      spec,
    );
    if ('error' in parsed) return fail(`fmt: ${parsed.error}\nTry 'fmt --help' for more information.\n`);
    const options = optionsOf(lastValues(parsed.options));
    if ('wrong' in options) return fail(`fmt: invalid width: ${options.wrong}\n`);
    const output = new ToolOutput('fmt', tools);
    let exitCode = 0;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const bytes = await readAll(tools, context, operand);
      if ('failed' in bytes) {
        await output.error(`cannot open '${operand}' for reading: ${bytes.failed}`);
        exitCode = 1;
        continue;
      }
      const paragraphs = new Paragraphs(latin1FromBytes(bytes), options);
      for (let goesOn = true; goesOn && !output.closed; ) {
        goesOn = paragraphs.more();
        if (goesOn && paragraphs.made.length < pieceUnits) continue;
        await output.raw(bytesFromLatin1(paragraphs.made));
        paragraphs.made = '';
      }
    }
    return output.end(exitCode);
  });
}
