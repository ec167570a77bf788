import type { ProfileAbout, QuirkAbout } from '../../contract/index.ts';
import { factsOf } from '../shared/facts.ts';

const shell = 'block/goose developer/shell.rs @ 0edf2305';
const handler = 'block/goose large_response_handler.rs @ 12dca033';

export const killedIsOneQuirk = 'killed-is-one';

export const gooseQuirks: readonly QuirkAbout[] = [
  {
    id: killedIsOneQuirk,
    sentence:
      'A command that a signal ended has no exit code there and is said to have exited with code 1; fixed, the signal is named.',
    certainty: 'H',
    default: 'exact',
  },
];

export const gooseAbout: ProfileAbout = {
  harnessVersion: 'developer shell of 2026',
  source: shell,
  readOn: '2026-11-30',
  facts: [
    ...factsOf(
      shell,
      [
        'H',
        'A command’s text over 2,000 lines or 50,000 bytes shows its last 50 lines, however long those are, then which limit it passed and where the whole lies.',
      ],
      [
        'H',
        'The line limit is named where both are passed. Lines are what a split on newlines gives, after all newlines at the end are dropped.',
      ],
      [
        'H',
        'An empty text is “(no output)”. A failing exit and a timeout are said below, in a paragraph of their own.',
      ],
      [
        'H',
        'No timeout unless the model gives one, in seconds. No background jobs. Files are read by the shell.',
      ],
      ['H', 'stdout and stderr are merged line by line as they arrive.'],
      ['M', 'Later versions keep 8 files and show at most 10,000 bytes.'],
    ),
    ...factsOf(
      handler,
      [
        'H',
        'Any tool’s text over 200,000 characters (Unicode scalar values) is replaced by one sentence and a file.',
      ],
      [
        'H',
        'The file is goose_mcp_responses/mcp_response_{date_time.microseconds}.txt in the temporary folder; it is never removed.',
      ],
    ),
    ...factsOf(
      'Spillway',
      ['ours', 'A long output’s file is overwritten by the next one there; here each has its own.'],
      [
        'ours',
        'The temporary folder is /tmp; the random part of a name is made from the record, the time is its end in UTC.',
      ],
      [
        'ours',
        'Fifty last lines that begin where nothing is kept in memory are shown from the first line that is.',
      ],
      [
        'ours',
        'A result that could not be saved says so instead of a path; of one over 200,000 characters nothing else is left there either.',
      ],
    ),
  ],
};
