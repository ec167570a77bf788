import type { ProfileAbout, QuirkAbout } from '../../contract/index.ts';
import { factsOf } from '../shared/facts.ts';

const cut = 'openai/codex codex-rs/utils/output-truncation @ 820f85cf, utils/string/truncate.rs @ b24d7f3c';
const tools = 'openai/codex codex-rs/core/src/tools/mod.rs @ 019402a8';
const unified = 'a3254/codex (fork) @ 8e966bc7, context.rs and unified_exec';

export const lineDifferenceQuirk = 'lines-by-difference';
export const abortDropsQuirk = 'abort-drops-output';

export const codexQuirks: readonly QuirkAbout[] = [
  {
    id: lineDifferenceQuirk,
    sentence:
      'In the shell form “Total output lines” is left out where the cut text happens to have as many lines as the whole; fixed, it is there whenever something was cut.',
    certainty: 'M',
    default: 'exact',
  },
  {
    id: abortDropsQuirk,
    sentence:
      'Of a command that the user stopped only “aborted by user” is kept and its output is gone; fixed, the output is shown too.',
    certainty: 'M',
    default: 'exact',
  },
];

export const codexAbout: ProfileAbout = {
  harnessVersion: 'mid-2026',
  source: cut,
  readOn: '2026-11-30',
  facts: [
    ...factsOf(
      cut,
      [
        'H',
        'The limit is a policy of the model: 10,000 tokens (gpt-5.2-codex) or 10,000 bytes (several others and the fallback). A token is taken for 4 bytes.',
      ],
      [
        'H',
        'The middle is cut: half of the budget in bytes from the start, the rest from the end, each moved to a whole character within its share; lines are not looked at.',
      ],
      [
        'H',
        'Between them “…{n} tokens truncated…” (bytes over the budget, by 4, rounded up) or “…{n} chars truncated…” (Unicode scalar values removed), without newlines.',
      ],
      ['H', 'Nothing is saved to a file.'],
      ['H', 'Header of a cut text: “Total output lines: {n}” and an empty line.'],
      [
        'M',
        'Newer header: “Warning: truncated output (original token count: {n})” above it. Which release has it is not known.',
      ],
      ['M', 'History is cut once more at 1.2 times the policy: not reproduced, history stays as sent.'],
    ),
    ...factsOf(
      tools,
      [
        'H',
        'shell: exit code, wall time to one decimal, “Output:” and the text; a timeout is said before the output and has exit code 124; default 10,000 ms.',
      ],
      ['M', 'The form as JSON is not reproduced.'],
      ['H', 'Files are read by the shell; there is no read tool.'],
    ),
    ...factsOf(
      unified,
      [
        'H',
        'exec_command: chunk id, wall time to four decimals, exit code or the session that still runs, original token count, “Output:”.',
      ],
      ['H', 'A command that runs on after 10 seconds stays as a session; write_stdin asks for more of it.'],
      [
        'M',
        'Its capture of 1 MiB (half head, half tail, “... {n} bytes omitted ...”) is not reproduced: totals are of the whole output.',
      ],
    ),
    ...factsOf(
      'Spillway',
      ['ours', 'Chunk and session ids are random there and made from the record here.'],
      ['ours', 'The time in “command timed out” is the limit, not what the clock showed.'],
      ['ours', 'A command that a signal ended has exit code 128 and the signal’s number.'],
    ),
  ],
};
