import type { ProfileAbout, ProfileFact, QuirkAbout } from '../../contract/index.ts';
import { failureExcerptQuirk } from './persisted.ts';

const measured = 'Entoli #517 measurement (000_428f04950ca043e8)';
const docs = 'Claude Code docs, tools-reference and hooks, mirror of 2026-08-22';

function fact(source: string, certainty: ProfileFact['certainty'], text: string): ProfileFact {
  return { fact: text, source, certainty };
}

export const claudeCodeAbout: ProfileAbout = {
  harnessVersion: '2.1.321',
  source: measured,
  readOn: '2026-11-10',
  facts: [
    fact(
      measured,
      'H',
      'A result longer than its tool’s limit is saved: Bash 30,000, Grep 20,000, most tools 50,000, Read none.',
    ),
    fact(measured, 'H', 'The notice <persisted-output> with size, path and preview, word for word.'),
    fact(measured, 'H', 'Sizes are KiB to one decimal, a trailing .0 dropped.'),
    fact(
      measured,
      'H',
      'The preview is the first 2,000 characters, cut back to the last newline when that is past character 1,000; a line with ... follows only where there is more.',
    ),
    fact(
      measured,
      'H',
      'A non-zero exit reads “Exit code N”, then stdout, then stderr, on lines of their own.',
    ),
    fact(
      measured,
      'H',
      'A command has 120,000 ms, at most 600,000 ms; where it is stopped then, its result ends “Command timed out after …”.',
    ),
    fact(
      measured,
      'H',
      'Read shows 2,000 lines, silently; at most 25,000 tokens: a whole file over that gives the largest prefix of whole lines and the PARTIAL notice, an explicit range gives the error.',
    ),
    fact(
      docs,
      'H',
      'A failing command’s result is inline to roughly 10,000 characters; beyond, a head-and-tail excerpt without a file. The measurement says that every result is saved on the same terms; this is the quirk failure-excerpt, off by default.',
    ),
    fact(docs, 'M', 'The excerpt’s marker is “... [N characters truncated] ...”.'),
    fact(
      docs,
      'H',
      'Not reproduced: exit 1 of grep, find, diff and test is a valid result there. Here every non-zero exit is worded “Exit code N”.',
    ),
    fact(
      measured,
      'H',
      'A command over its time goes on in the background; its result is the partial output and the words for that, with id and log.',
    ),
    fact(
      docs,
      'H',
      'Never moved, but stopped: a command that starts with sleep, that runs git anywhere, or that cannot be parsed. Here the last is one whose quotes stay open.',
    ),
    fact(
      measured,
      'M',
      'Left out: what the source elides with … in the PARTIAL notice is not public; the sentences around it are verbatim.',
    ),
    fact('Spillway', 'ours', 'Sizes and limits count UTF-16 units of the result’s text; MB from 1 MiB up.'),
    fact(
      'Spillway',
      'ours',
      '“Past character 1,000” is an index above 1,000; a cut never splits a surrogate pair.',
    ),
    fact(
      'Spillway',
      'ours',
      'A success keeps its final newline. Of a result with “Exit code N” or with an ending line, one final newline of stdout and of stderr is dropped.',
    ),
    fact(
      'Spillway',
      'ours',
      'How a command ended (timed out, stopped, cut off) and what was lost in capture stand after the notice too, so that they reach the model.',
    ),
    fact(
      'Spillway',
      'ours',
      'Notes that change what a result means are said under it: a filter that held the output until its stop, a process that still runs or was stopped with the command, output that is missing, files that were not searched.',
    ),
    fact(
      'Spillway',
      'ours',
      'Silence is worded: “(Bash completed with no output)”, “Exit code 1”, or how it was stopped; white space alone is named.',
    ),
    fact(
      'Spillway',
      'ours',
      'A result that could not be saved is whole up to 50,000 units, beyond that 25,000 from each end and a sentence that says so.',
    ),
    fact(
      'Spillway',
      'ours',
      'ANSI sequences are removed and NUL is shown as ␀ before anything is measured, so that history survives JSON.',
    ),
    fact(
      'Spillway',
      'ours',
      'Lines are numbered as cat -n does; the \\r of a CRLF is not shown and Edit matches either ending; a line longer than the cap is cut by characters and says how to go on.',
    ),
    fact('Spillway', 'ours', 'Tool and system texts are our own words; Claude Code’s are not copied.'),
  ],
};

export const claudeCodeQuirks: readonly QuirkAbout[] = [
  {
    id: failureExcerptQuirk,
    sentence:
      'A failing command’s result over 10,000 characters is an excerpt of its head and tail and is saved to no file.',
    certainty: 'M',
    default: 'fixed',
  },
];
