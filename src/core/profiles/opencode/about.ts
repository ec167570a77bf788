import type { ProfileAbout, QuirkAbout } from '../../contract/index.ts';
import {
  finalNewlineQuirk,
  noExitCodeQuirk,
  saysSucceededQuirk,
  splitSurrogateQuirk,
} from '../opencodeFamily/common.ts';
import { fact, familyFacts, snapshot } from '../opencodeFamily/facts.ts';

const truncation = 'packages/opencode/src/tool/truncation.ts @ 1b82511f, fd37d5b5, 0eb898ab, e2f1f4d8';

export const opencodeAbout: ProfileAbout = {
  harnessVersion: '#7239 (1b82511f, 2026-01-07) to April 2026',
  source: truncation,
  readOn: '2026-11-30',
  facts: [
    fact(
      truncation,
      'H',
      'A result of at most 2,000 lines and 51,200 bytes passes untouched; both are inclusive.',
    ),
    fact(
      truncation,
      'H',
      'Beyond, whole lines from the head until either limit, a marker with what is left out, and a hint with the file.',
    ),
    fact(truncation, 'H', 'direction tail exists and no caller uses it.'),
    fact(
      truncation,
      'H',
      'The hint names the Task tool where the agent’s rule for task is not deny; until 2026-01-13 it said “a subagent”.',
    ),
    fact(
      truncation,
      'H',
      'The file is ~/.local/share/opencode/tool-output/tool_ and 12 hex digits of time and 14 random characters, without an extension, for 7 days.',
    ),
    fact(
      'Spillway',
      'ours',
      'What is random in the name is a hash of session, call and record here, so that a result is the same when it is made again.',
    ),
    fact(
      'packages/opencode/src/tool/bash.ts @ 2d7c9c96',
      'H',
      'stdout and stderr are one text as they came; a timeout of 120,000 ms fires 100 ms late, SIGTERM to the group, SIGKILL after 200 ms.',
    ),
    fact(snapshot, 'H', 'read, grep, glob and list bound themselves and are not cut again.'),
    fact(
      'Spillway',
      'ours',
      'The saved file holds the output’s bytes alone; there, the trailer of a timeout is in it too.',
    ),
    ...familyFacts,
  ],
};

export const opencodeQuirks: readonly QuirkAbout[] = [
  {
    id: 'timeout-notice-cut',
    sentence:
      'The notice that a command timed out is put at the end before the head is kept, so that a long result loses it.',
    certainty: 'H',
    default: 'exact',
  },
  saysSucceededQuirk,
  noExitCodeQuirk,
  {
    id: 'long-line-empty',
    sentence: 'A first line that is longer than the byte limit leaves an empty preview.',
    certainty: 'H',
    default: 'exact',
  },
  finalNewlineQuirk,
  splitSurrogateQuirk,
];
