import type { ProfileAbout, QuirkAbout } from '../../contract/index.ts';
import {
  finalNewlineQuirk,
  noExitCodeQuirk,
  saysSucceededQuirk,
  splitSurrogateQuirk,
} from '../opencodeFamily/common.ts';
import { fact, fallFork, familyFacts } from '../opencodeFamily/facts.ts';

const shell = `packages/opencode/src/tool/shell.ts in ${fallFork}`;
const thread = 'opencode #22660 “fix: bash memory usage”, 2026-04-15';

export const opencodeShellAbout: ProfileAbout = {
  harnessVersion: '#22660 (2026-04-15) and later',
  source: shell,
  readOn: '2026-11-30',
  facts: [
    fact(
      shell,
      'H',
      'The shell tool cuts its output itself and keeps the tail: 2,000 lines, 51,200 bytes, whole lines.',
    ),
    fact(
      shell,
      'H',
      'Where not even the last line fits, its last 51,200 bytes are shown, from a character on.',
    ),
    fact(
      shell,
      'H',
      'A cut result begins “...output truncated...” and names the file; there is no count and no hint what to do with it.',
    ),
    fact(
      shell,
      'H',
      'Nothing to show reads “(no output)”; a trailer <shell_metadata> says that the command was stopped and how to go on.',
    ),
    fact(
      thread,
      'M',
      'Before the tool was renamed the tag was <bash_metadata> and the line began “bash tool”.',
    ),
    fact(
      shell,
      'H',
      'A timeout of 120,000 ms fires 100 ms late, SIGTERM, SIGKILL after 3 s. Other tools’ results are cut as in #7239.',
    ),
    fact(
      shell,
      'H',
      'While a command runs, whole chunks are dropped from the front as long as more than twice the byte limit is kept, so that the tail depends on how the pipe cut the output: a record does not know that. Here the tail is what an output in small chunks has.',
    ),
    fact(
      shell,
      'H',
      'The chunk rule also makes a result say “truncated” that has between one and two limits of bytes; it is over the limit and cut all the same.',
    ),
    fact('opencode #23770', 'M', 'Since 2026-04-23 both limits can be set in opencode.json.'),
    ...familyFacts,
  ],
};

export const opencodeShellQuirks: readonly QuirkAbout[] = [
  {
    id: 'long-last-line-lost',
    sentence:
      'A last line over the byte limit that ends with a newline is lost whole: the empty line after it is all that fits, and the result reads “(no output)”.',
    certainty: 'H',
    default: 'exact',
  },
  {
    id: 'tail-not-said',
    sentence: 'Nothing tells the model that what it sees is the end of the output.',
    certainty: 'H',
    default: 'exact',
  },
  noExitCodeQuirk,
  saysSucceededQuirk,
  finalNewlineQuirk,
  splitSurrogateQuirk,
];
