import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail, latin1FromText } from '../command.ts';
import { openInput, reasonOf } from '../inputs.ts';
import { getopt } from '../text/getopt.ts';
import { LineReader } from '../text/lineReader.ts';
import { parseDate } from './parseDate.ts';
import { strftime } from './strftime.ts';
import { fieldsAt, zoneOf } from './zone.ts';

const isoFormats: Readonly<Record<string, string>> = {
  '': '%Y-%m-%d',
  date: '%Y-%m-%d',
  hours: '%Y-%m-%dT%H%:z',
  minutes: '%Y-%m-%dT%H:%M%:z',
  seconds: '%Y-%m-%dT%H:%M:%S%:z',
  ns: '%Y-%m-%dT%H:%M:%S,%N%:z',
};
const rfcFormats: Readonly<Record<string, string>> = {
  date: '%Y-%m-%d',
  seconds: '%Y-%m-%d %H:%M:%S%:z',
  ns: '%Y-%m-%d %H:%M:%S.%N%:z',
};

/** The full name that an abbreviated argument means. */
function fullName(names: Readonly<Record<string, string>>, given: string): string | undefined {
  if (names[given] !== undefined) return names[given];
  const matches = Object.keys(names).filter((name) => given !== '' && name.startsWith(given));
  return matches.length === 1 ? names[matches[0]!] : undefined;
}

const spec = {
  short: 'd:f:I::r:Rs:uDZ',
  long: {
    'date=': 'd',
    'file=': 'f',
    'iso-8601=?': 'I',
    'reference=': 'r',
    'rfc-email': 'R',
    'rfc-2822': 'R',
    'rfc-3339=': 'rfc-3339',
    'set=': 's',
    utc: 'u',
    universal: 'u',
    version: 'version',
  },
};

/** GNU `date`. The guest's clock cannot be set. */
export function date(tools: CommandTools): Command {
  return command('date', async (args, context) => {
    const wrong = (words: string) => fail(`date: ${words}\nTry 'date --help' for more information.\n`);
    const parsed = getopt(args, spec);
    if ('error' in parsed) return wrong(parsed.error);
    let zone = zoneOf(context);
    let format = '%a %b %e %H:%M:%S %Z %Y';
    let texts: string[] | null = null;
    let moment: number | null = null;
    for (const { key, value } of parsed.options) {
      if (key === 'u') zone = '';
      else if (key === 'd') texts = [value];
      else if (key === 'I' || key === 'rfc-3339') {
        const named = fullName(key === 'I' ? isoFormats : rfcFormats, value);
        const option = key === 'I' ? '--iso-8601' : '--rfc-3339';
        if (named === undefined) return wrong(`invalid argument '${value}' for '${option}'`);
        format = named;
      } else if (key === 'R') format = '%a, %d %b %Y %H:%M:%S %z';
      else if (key === 'r') {
        try {
          const { mtimeMs } = await tools.disk.statOf(tools.disk.resolvePath(context.cwd, value));
          moment = mtimeMs;
        } catch (error) {
          return fail(`date: ${value}: ${reasonOf(error)}\n`);
        }
      } else if (key === 'f') {
        const input = await openInput(tools, context, value);
        if ('failed' in input) return fail(`date: ${value}: ${input.failed}\n`);
        const reader = new LineReader(input.chunks);
        texts = [];
        while (await reader.fill()) texts.push(reader.next());
      } else if (key === 's') return fail('date: cannot set date: Operation not permitted\n');
      else if (key === 'version') return { stdout: 'date (GNU coreutils) 9.1\n', stderr: '', exitCode: 0 };
    }
    const [operand, extra] = parsed.operands;
    if (extra !== undefined) return wrong(`extra operand '${extra}'`);
    if (operand?.startsWith('+')) format = operand.slice(1);
    else if (operand !== undefined) return fail(`date: invalid date '${operand}'\n`);
    const nowMs = Date.now();
    let stdout = '';
    let stderr = '';
    for (const text of texts ?? [null]) {
      const at = text === null ? (moment ?? nowMs) : parseDate(text, nowMs, zone);
      if (at === null) stderr += `date: invalid date '${text}'\n`;
      else stdout += `${strftime(format, fieldsAt(at, zone))}\n`;
    }
    return { stdout: latin1FromText(stdout), stderr, exitCode: stderr === '' ? 0 : 1, stdoutKind: 'bytes' };
  });
}
