import type { ProfileAbout, QuirkAbout } from '../../contract/index.ts';
import { factsOf } from '../shared/facts.ts';

const source = 'badlogic/pi-mono packages/coding-agent/src/core/tools @ 83378aad (0.58.3)';
const newer = 'earendil-works/pi @ 0781c3c7 (0.79 and later)';

export const undefinedPathQuirk = 'undefined-path';
export const lastNewlineQuirk = 'last-newline-line';
export const killedLooksFineQuirk = 'killed-looks-fine';

export const piQuirks: readonly QuirkAbout[] = [
  {
    id: undefinedPathQuirk,
    sentence:
      'Up to 0.58 a file was begun only past 51,200 bytes, so an output of many short lines is cut with “Full output: undefined”; fixed, it is saved and named.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: lastNewlineQuirk,
    sentence:
      'Up to 0.58 the newline at the end makes one more, empty, line: 2,000 ended lines are cut, and one huge ended line gives “(no output)”; fixed, it makes none.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: killedLooksFineQuirk,
    sentence:
      'A command that a signal ended has no exit code there and reads like a success; fixed, the signal is named.',
    certainty: 'H',
    default: 'exact',
  },
];

export const piAbout: ProfileAbout = {
  harnessVersion: '0.58.3, or 0.79 by the option “release”',
  source,
  readOn: '2026-11-30',
  facts: [
    ...factsOf(
      source,
      ['H', 'bash keeps the tail: whole lines from the end, up to 2,000 lines and 51,200 bytes of UTF-8.'],
      ['H', 'Of a last line over 51,200 bytes its last bytes are kept, moved forward to a character.'],
      ['H', 'The notice under the tail has three forms: by lines, by bytes, and for one huge line.'],
      ['H', 'Sizes are KiB with one decimal kept: 512B, 50.0KB, 1.5MB.'],
      ['H', 'A non-zero exit is said after the notice: “Command exited with code N”.'],
      [
        'H',
        'At a timeout or an abort up to 0.58 the output is not cut, only bounded by what is kept in memory: here its last 102,400 bytes. The harness drops whole chunks of the pipe there, which no record knows.',
      ],
      ['H', 'The file is pi-bash-{16 hex}.log in the temporary folder; Pi never removes it.'],
      ['H', 'No timeout unless the model gives one, in seconds. No background jobs.'],
      ['H', 'read: from the head, 2,000 lines and 51,200 bytes, no line numbers.'],
      [
        'H',
        'grep 100 matches, find 1,000, ls 500, lines of 500 characters; their notices in one pair of brackets.',
      ],
      ['H', 'stdout and stderr are one text in the order of arrival, terminal sequences included.'],
      [
        'M',
        'A command that wrote more than 102,400 bytes has totals of what is in memory there; here they are of the whole output.',
      ],
    ),
    ...factsOf(newer, [
      'M',
      'The newline at the end makes no line, a file is begun when either limit is passed, a stopped command’s output is cut too.',
    ]),
    ...factsOf(
      'Spillway',
      ['ours', 'The 16 hex digits of the file’s name are random there and made from the record here.'],
      ['ours', 'The temporary folder is /tmp.'],
      ['ours', 'A huge line whose beginning is in no window is said to be as long as what is kept of it.'],
      ['ours', 'A page that does not reach the end of its file takes the file to end with a newline.'],
    ),
  ],
};
