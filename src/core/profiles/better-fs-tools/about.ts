import type { ProfileAbout, ProfileFact, QuirkAbout } from '../../contract/index.ts';

const page = 'better-fs-tools.dev, “Timeouts and output” (seed 003_f46cf0025498642d)';
const source = 'gingerhendrix/better-fs-tools, packages/shell @ 91b848ec (0.2.0), capture.ts @ c2c3f342';
const read = 'gingerhendrix/better-fs-tools, packages/read @ c640cd20, 0378d214';

function fact(from: string, certainty: ProfileFact['certainty'], text: string): ProfileFact {
  return { fact: text, source: from, certainty };
}

export const betterFsToolsAbout: ProfileAbout = {
  harnessVersion: '@better-fs-tools/shell 0.2.0',
  source,
  readOn: '2026-11-30',
  facts: [
    fact(
      page,
      'H',
      'The model sees 30,000 raw bytes and 2,000 lines, 20 % of both from the head, the rest from the tail.',
    ),
    fact(
      source,
      'H',
      'Both budgets are split even where one is exceeded; the head and the tail are whole lines where a newline is in reach.',
    ),
    fact(
      source,
      'H',
      'stdout and stderr are one stream of bytes as they came; only LF ends a line, CR is text.',
    ),
    fact(
      source,
      'H',
      'Budgets count raw bytes; each part is decoded and freed of escape sequences after the cut, and one final newline is dropped.',
    ),
    fact(
      page,
      'H',
      'The first line says the exit code or the signal and the time, or that the command timed out.',
    ),
    fact(page, 'H', 'Notes stand under the output after a blank line, an error’s first.'),
    fact(
      source,
      'H',
      'Sizes are base 1,000, times in seconds and minutes; a clamp note can be in a host’s own unit.',
    ),
    fact(
      page,
      'H',
      'A command that writes more than 10,485,760 bytes is stopped; exactly as many are not too many; the chunk that crosses is kept whole.',
    ),
    fact(
      page,
      'H',
      'A stop is SIGTERM, SIGKILL after 2 s; not confirmed after one more second, the result says so. The first stop counts, and an exit before it beats it.',
    ),
    fact(
      page,
      'H',
      'The full output goes to a spill sink of the host, as raw bytes; its reference stands in the gap line only. If opening fails the command does not run; other failures are silent.',
    ),
    fact(source, 'H', 'A stream that goes on is read for 1,000 ms after the exit, and let go with a note.'),
    fact(
      read,
      'H',
      'read numbers lines as n|text: 2,000 lines, 51,200 bytes, 2,000 characters of a line, with notes that hold the next call as JSON.',
    ),
    fact(read, 'M', 'The note about a line count over the maximum stands first.'),
    fact(
      source,
      'H',
      'Not reproduced: with a head of 0 bytes and a chunk boundary at the tail’s start, the original can skip one line more.',
    ),
    fact(
      'Spillway',
      'ours',
      'A character whose bytes came on both streams in turns is put together; the original shows U+FFFD. Bytes that are no UTF-8 stand, where they do so, at the place of their last.',
    ),
    fact('Spillway', 'ours', 'Escape sequences that are left out count as not shown in the account.'),
    fact(
      'Spillway',
      'ours',
      'The sink of this profile writes .bash-output/<uuid>.log in the workspace, where the result is cut; hosts have none by default.',
    ),
    fact(
      'Spillway',
      'ours',
      'A record does not hold the signal of a stop by the user or a cap; it is taken for SIGTERM where the stop was confirmed.',
    ),
    fact('Spillway', 'ours', 'read takes lines as LF ends them; the original also ends one at a lone CR.'),
    fact(
      'Spillway',
      'ours',
      'Tool and system texts, and the results of the tools that the package does not have, are our own words.',
    ),
  ],
};

export const betterFsToolsQuirks: readonly QuirkAbout[] = [
  {
    id: 'spill-failure-silent',
    sentence: 'A sink that fails while it writes is not mentioned: the gap line just names no file.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'unconfirmed-status',
    sentence: 'The first line says that the process tree was stopped, also where nobody confirmed it.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'gap-count',
    sentence: 'The gap line reads “1 lines”, and “0 lines” where the cut lies inside one line.',
    certainty: 'H',
    default: 'exact',
  },
];
