import type { ProfileAbout, ProfileLimits, ProfileOption } from '../../contract/index.ts';
import { factsOf } from '../shared/facts.ts';

const source =
  'OpenHands SDK @ 611629e6 (2026-08-22): sdk/utils/truncate.py, tools/terminal, tools/file_editor';

/** Code points, as Python counts. */
export const openhandsLimits: ProfileLimits = {
  lengthUnit: 'code points',
  inlineLimit: { default: 50_000, bash: 30_000, read: 16_000 },
  previewUnits: 0,
  defaultTimeoutMs: 30_000,
  maxTimeoutMs: 600_000,
  readLines: 1_000_000,
  readTokens: 200_000,
};

export const openhandsOptions: readonly ProfileOption[] = [
  {
    kind: 'choice',
    id: 'saveFolder',
    label: 'Folder for whole outputs',
    values: ['set', 'none'],
    default: 'set',
  },
];

export const openhandsAbout: ProfileAbout = {
  harnessVersion: 'SDK of 2026-08-22',
  source,
  readOn: '2026-11-30',
  facts: [
    ...factsOf(
      source,
      ['H', 'Limits in code points: terminal 30,000, other tools 50,000, the editor 16,000.'],
      [
        'H',
        'The middle is cut and the notice stands there, with no newline of its own; all together is at most the limit. The head is half of what the notice without a file leaves, rounded up; the longer notice with a file is taken from the tail.',
      ],
      ['H', 'A limit that the notice alone fills gives the notice, cut at the limit.'],
      [
        'H',
        'The file is {folder}/{prefix}_output_{8 hex of the content’s SHA-256}.txt, only where a folder is set; the same content is the same file; it is not removed.',
      ],
      ['H', 'The notice’s line is that after the head’s lines, as Python splits lines.'],
      ['H', 'Below a command’s output stand its folder and its exit code; they are part of what is cut.'],
      [
        'M',
        'Above those “[The command completed with exit code {n}.]”; white space at the output’s end is dropped.',
      ],
      [
        'H',
        'After 30 seconds without new output the command stays and the model is told how to go on. Here that is the time in all.',
      ],
      ['H', 'The output is what a terminal would show.'],
      ['M', "A page of a file begins “Here's the result of running `cat -n` on {path}:”."],
      ['M', 'The words for a page that is clipped, with the advice to grep -n first.'],
    ),
    ...factsOf(
      'Spillway',
      [
        'ours',
        'The hash in a file’s name is of the content where all of it is in memory; of a larger one it is made from the record.',
      ],
      ['ours', 'Of the editor’s commands only “view” is told to the model; files are changed by the shell.'],
      [
        'ours',
        'A command that a signal ended has the exit code 128 and the signal’s number, as a shell says it.',
      ],
    ),
  ],
};
