import type { ProfileAbout, QuirkAbout } from '../../contract/index.ts';
import { factsOf } from '../shared/facts.ts';

const source = 'google-gemini/gemini-cli packages/core/src @ 5411f113 (2026-08-21, 0.56 nightly)';

export const splitSurrogateQuirk = 'split-surrogate';

export const geminiQuirks: readonly QuirkAbout[] = [
  {
    id: splitSurrogateQuirk,
    sentence:
      'The cut may halve a character of two units; the half, which no request survives, is shown here as U+FFFD; fixed, the cut keeps away from it.',
    certainty: 'H',
    default: 'exact',
  },
];

export const geminiAbout: ProfileAbout = {
  harnessVersion: '0.56 nightly of 2026-08-21',
  source,
  readOn: '2026-11-30',
  facts: [
    ...factsOf(
      source,
      ['H', 'The limit is 40,000 UTF-16 units (tools.truncateToolOutputThreshold); 0 turns it off.'],
      [
        'H',
        'It shrinks to 4 units for each token that the model’s context has left; at 0 tokens left nothing is cut any more.',
      ],
      ['H', 'Only run_shell_command and MCP tools with one text are cut.'],
      [
        'H',
        'Kept are the first 20 % (rounded down) and the last 80 %, hard cuts; the notice stands above, so that the text is longer than the limit by its words. Numbers are grouped.',
      ],
      [
        'H',
        'A command’s text is wrapped in <untrusted_context> before the cut: the opening tag is in the head, the closing one in the tail.',
      ],
      [
        'H',
        'The file is tool-outputs/session-{id}/{tool}_{call id}.txt below ~/.gemini/tmp/{project}, lower case, what is outside a-z, 0-9, _ and - replaced by _; only {call id}.txt where that begins with the tool’s name.',
      ],
      ['H', 'Saved files are removed after 30 days, with their session.'],
      [
        'H',
        'A command is stopped after 5 minutes without output, however long it runs. Here it is stopped after that time in all.',
      ],
      [
        'H',
        'Lines of a result: Output, Error, Exit Code (non-zero only), Signal, Background PIDs, Process Group PGID.',
      ],
      [
        'H',
        'In the background: “Command moved to background (PID: {n}). Output hidden. Press Ctrl+B to view.”',
      ],
      [
        'M',
        'When a background command ends: “[Background command completed successfully. Output saved to {log}]”, or “completed with error: {e}.”',
      ],
      [
        'H',
        'read_file: 2,000 lines, 2,000 units a line, 20 MB; where that cuts, IMPORTANT and how to go on stand above the text.',
      ],
      [
        'H',
        'Output is what a terminal would show: no escape sequences, of a redrawn line its last state, and no empty lines at the end.',
      ],
    ),
    ...factsOf(
      'Spillway',
      [
        'ours',
        'The process group’s number is not known here: the line is left out unless the option gives one.',
      ],
      [
        'ours',
        'The project’s id is a hash there and is made from the workspace’s path here; the session’s id stands where a prompt’s id does.',
      ],
      [
        'ours',
        'Call ids with the same safe name get -2, -3, …: there the later file replaces the earlier one.',
      ],
    ),
  ],
};
