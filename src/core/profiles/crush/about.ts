import type { ProfileAbout, ProfileLimits } from '../../contract/index.ts';
import { factsOf } from '../shared/facts.ts';

const source = 'charmbracelet/crush internal/agent/tools/bash.go @ 37f36e93 (2026-08-21)';

/** Display cells, of stdout and of stderr each. */
export const crushLimits: ProfileLimits = {
  lengthUnit: 'display cells',
  inlineLimit: { default: null, bash: 30_000 },
  previewUnits: 0,
  defaultTimeoutMs: 60_000,
  maxTimeoutMs: 600_000,
  readLines: 200,
  readTokens: 200_000,
};

export const crushAbout: ProfileAbout = {
  harnessVersion: 'of 2026-08-21',
  source,
  readOn: '2026-11-30',
  facts: [
    ...factsOf(
      source,
      [
        'H',
        'stdout and stderr are cut each for itself at 30,000 display cells: half from the start, half from the end, between them how many newlines are lost. Nothing is saved; later versions do.',
      ],
      [
        'H',
        'Cells are columns of a terminal: wide characters take two, escape sequences and controls none, and neither is ever halved. A wide character on the border is kept at the end’s side.',
      ],
      ['H', 'stdout, then stderr and how the command ended; an empty text is “no output”.'],
      ['M', 'A failing command without stderr says “exit status N” before “Exit code N”.'],
      ['M', 'Below a result stands <cwd>{folder}</cwd>.'],
      [
        'H',
        'After 60 seconds a command is moved to the background and its output is not shown: job_output gives it.',
      ],
      ['H', 'A stop gives “Command was aborted before completion”.'],
      ['H', 'view: 200 lines, 200 KB, 2,000 bytes a line and “...”.'],
      [
        'H',
        'A page stands in <file>, its numbers are 6 columns wide with | behind, its offset is how many lines are skipped.',
      ],
      ['M', 'Not reproduced: the 200 KB bound of a page.'],
      ['M', 'Not reproduced: escape sequences of the cut middle are kept there.'],
    ),
    ...factsOf(
      'Spillway',
      ['ours', 'Widths are those of most terminals; a joined emoji counts as its first character.'],
      ['ours', 'An output whose middle is not in memory is taken to be over the limit.'],
      [
        'ours',
        'Where a command’s time is over and it was stopped all the same, its output is shown with the words of a stop.',
      ],
      ['ours', 'A background shell’s number is counted there and made from the record here.'],
    ),
  ],
};
