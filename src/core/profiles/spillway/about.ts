import type { ProfileAbout } from '../../contract/index.ts';

const ours = (fact: string) => ({ fact, source: 'Spillway', certainty: 'ours' as const });

export const spillwayAbout: ProfileAbout = {
  harnessVersion: '1',
  source: 'Spillway: our own answers to troubles that users of other harnesses reported',
  readOn: '2026-11-30',
  facts: [
    ours(
      'A result is whole up to 30,000 characters (UTF-16 units; or bytes of UTF-8, by an option) and 2,000 lines. Exactly at a limit nothing is cut, said or saved.',
    ),
    ours(
      'Of more, the beginning (30 percent) and the end are shown, cut at line ends where that costs less than half of an end, else between two code points; also inside one long line. The whole view, words included, is at most the limit; only where the words alone take more than half of it, output still gets half.',
    ),
    ours(
      'What is left out is said at the top and in the gap, both from the same numbers: lines, bytes shown of bytes, path of the file.',
    ),
    ours(
      'Numbers of a cut count the cleaned text in UTF-8; the size beside the path is the file’s, with its exact bytes.',
    ),
    ours('Loss in capture is said apart from the cut, since it is in no file either.'),
    ours('stdout and stderr stand in the order in which they came.'),
    ours(
      'Colours are removed, of a redrawn line the last state is shown as a terminal shows it, NUL is shown as ␀.',
    ),
    ours(
      'How a command ended is said above its output: a non-zero exit, a signal, a time limit. Silence is told apart: exit 0 without output, a search that matched nothing, a command that was stopped before it printed.',
    ),
    ours(
      'Of a pipeline the exit of the last command is called that; the exits of all stages are said where the guest tells them.',
    ),
    ours(
      'JSON over the limit is shown as its structure: types, counts, byte offsets in the file, first items whole. It counts as JSON where stdout alone wrote it, nothing was lost or cleaned away and it parses; a text larger than the windows (about 260,000 characters) is judged by its two ends, and the view says so. Its file ends in .json.',
    ),
    ours(
      'Output in whose first 8,192 characters every tenth is no text is not shown: its kind, size and file are said.',
    ),
    ours(
      'A page of a file has numbered lines, at most 2,000 lines and 25,000 counted tokens, and says where it stops.',
    ),
    ours(
      'Files lie below the home by session, not in the workspace. Names are made from the call id by the one safe rule.',
    ),
    ours('Limits are held to 200,000 units, since that is what is kept in memory of each end of an output.'),
  ],
};
