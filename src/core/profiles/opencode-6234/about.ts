import type { ProfileAbout, QuirkAbout } from '../../contract/index.ts';
import { noExitCodeQuirk, splitSurrogateQuirk } from '../opencodeFamily/common.ts';
import { fact, familyFacts } from '../opencodeFamily/facts.ts';

const source = 'packages/opencode/src/session/truncation.ts @ 95d5a568f28ef8e743c21e70841d621f2b4f83aa';
const thread = 'anomalyco/opencode #6234 by ben-vargas (seed 002), closed unmerged 2026-02-04';

export const opencode6234About: ProfileAbout = {
  harnessVersion: 'PR #6234, last form (January 2026)',
  source,
  readOn: '2026-11-30',
  facts: [
    fact(
      source,
      'H',
      'A result over 2,000 lines or 51,200 bytes is saved; the model gets a preview and a notice.',
    ),
    fact(
      source,
      'H',
      'The preview is up to 100 lines of the head and 50 of the tail, 67 and 33 % where fewer than 150 lines are allowed.',
    ),
    fact(
      source,
      'H',
      'A preview over 20,480 bytes is cut to its first 60 and last 30 % at the byte; a halved character is shown as U+FFFD.',
    ),
    fact(source, 'H', 'Numbers are grouped by the host’s locale; en-US stands for it here.'),
    fact(
      source,
      'H',
      'The file is storage/tool_results/<session>/<tool>[-<last 8 of the call id>]-<ULID>, .json where the text begins with { or [, else .txt.',
    ),
    fact(
      source,
      'H',
      'The file ends after 10,485,760 bytes, a halved character replaced; the notice says so.',
    ),
    fact(
      thread,
      'M',
      'It was to apply to built-in, plugin and MCP tools; its files go when their session is deleted.',
    ),
    fact(
      'Spillway',
      'ours',
      'Made safe: the call id’s 8 units are cleaned as the tool’s name is, a session of another form is given a name of its form, and a file always lies in its session’s folder.',
    ),
    fact(
      'Spillway',
      'ours',
      'The ULID is made of the record’s end and a hash instead of random, so that a result is the same when it is made again.',
    ),
    fact(
      'Spillway',
      'ours',
      'Where the first 100 lines end in a part of a huge output that is not kept in memory, the last bytes of the preview are taken from the tail alone.',
    ),
    fact(
      'opencode, January 2026',
      'M',
      'The words of bash, read and the other tools around it are those of #7239.',
    ),
    ...familyFacts,
  ],
};

export const opencode6234Quirks: readonly QuirkAbout[] = [
  {
    id: 'middle-lines-dropped',
    sentence:
      'An output of 101 to 150 lines that is over the byte limit loses every line after the hundredth, without a tail.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'marker-lost',
    sentence:
      'The byte limit cuts the joined preview, so that with long lines the marker of omitted lines is lost or leads the tail.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'torn-characters',
    sentence: 'The byte limit halves characters, which then read as U+FFFD.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'tail-budget-zero',
    sentence: 'Where no byte is left for the tail, the whole preview is put there instead.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'max-lines-zero',
    sentence: 'With 0 lines allowed the preview is empty and says nothing of omitted lines.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'direction-ignored',
    sentence: 'A caller that wants the tail gets the same preview as one that wants the head.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'plain-output-unit',
    sentence: 'The form without a file says “chars” where it has counted bytes.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'save-failure-fails-call',
    sentence: 'A file that cannot be written makes the tool call itself fail, and its output is lost.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'jq-always',
    sentence: 'The notice advises jq for every output, also where it is no JSON.',
    certainty: 'H',
    default: 'exact',
  },
  noExitCodeQuirk,
  splitSurrogateQuirk,
];
