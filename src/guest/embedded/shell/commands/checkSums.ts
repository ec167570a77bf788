import { bytesFromText } from '../disk/bytes.ts';
import type { CommandOutput } from './commandOutput.ts';

export interface SumCheck {
  readonly name: string;
  readonly tag: string;
  readonly hexLength: number;
  readonly given: ReadonlyMap<string, string>;
  readonly sumOf: (file: string) => Promise<string | { readonly failed: string }>;
}

/** The sum and the file of a line that `--check` reads; null where it is none. */
function entryOf(line: string, { tag, hexLength }: SumCheck): { sum: string; file: string } | null {
  const isEscaped = line.startsWith('\\');
  const text = isEscaped ? line.slice(1) : line;
  const plain = /^([0-9a-fA-F]+) [ *](.+)$/s.exec(text);
  const tagged = new RegExp(`^${tag} \\((.+)\\) = ([0-9a-fA-F]+)$`, 's').exec(text);
  const sum = plain?.[1] ?? tagged?.[2];
  const file = plain?.[2] ?? tagged?.[1];
  if (sum === undefined || file === undefined || sum.length !== hexLength) return null;
  const name = isEscaped
    ? file.replace(/\\([\\nr])/g, (_all, letter) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'))
    : file;
  return { sum: sum.toLowerCase(), file: name };
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `md5sum -c`: says of each file of the list whether it still has that sum. The exit code. */
export async function checkSums(
  check: SumCheck,
  listName: string,
  list: string,
  output: CommandOutput,
): Promise<number> {
  const { given } = check;
  const isSilent = given.has('S');
  let wrongLines = 0;
  let entries = 0;
  let unreadable = 0;
  let different = 0;
  let matched = 0;
  const shownName = listName === '-' ? "'standard input'" : listName;
  for (const [index, line] of list.replace(/\n$/, '').split('\n').entries()) {
    if (line.startsWith('#')) continue;
    const entry = entryOf(line, check);
    if (!entry) {
      wrongLines++;
      if (given.has('w')) {
        const words = `improperly formatted ${check.tag} checksum line`;
        await output.error(`${shownName}: ${index + 1}: ${words}`);
      }
      continue;
    }
    entries++;
    const sum = await check.sumOf(entry.file);
    if (typeof sum !== 'string') {
      if (given.has('I') && sum.failed === 'No such file or directory') continue;
      unreadable++;
      await output.error(`${entry.file}: ${sum.failed}`);
      if (!isSilent) await output.write(bytesFromText(`${entry.file}: FAILED open or read\n`));
      continue;
    }
    const isSame = sum === entry.sum;
    if (isSame) matched++;
    else different++;
    if (isSilent || (isSame && given.has('Q'))) continue;
    await output.write(bytesFromText(`${entry.file}: ${isSame ? 'OK' : 'FAILED'}\n`));
  }
  if (entries === 0) {
    await output.error(`${shownName}: no properly formatted checksum lines found`);
    return 1;
  }
  const warn = async (words: string): Promise<void> => {
    if (!isSilent) await output.error(`WARNING: ${words}`);
  };
  if (wrongLines > 0) await warn(`${count(wrongLines, 'line is', 'lines are')} improperly formatted`);
  if (unreadable > 0) await warn(`${count(unreadable, 'listed file', 'listed files')} could not be read`);
  if (different > 0)
    await warn(`${count(different, 'computed checksum', 'computed checksums')} did NOT match`);
  if (given.has('I') && matched === 0) {
    await output.error(`${shownName}: no file was verified`);
    return 1;
  }
  return different > 0 || unreadable > 0 || (given.has('R') && wrongLines > 0) ? 1 : 0;
}
