import type { ProfileAbout, ProfileFact, QuirkAbout } from '../../contract/index.ts';

const seed = 'Entoli #517 (000_428f04950ca043e8)';
const fact = (certainty: ProfileFact['certainty'], text: string): ProfileFact => ({
  fact: text,
  source: certainty === 'ours' ? 'Spillway' : seed,
  certainty,
});

export const entoliAbout: ProfileAbout = {
  harnessVersion: '#517, merged 2026-11-10',
  source: seed,
  readOn: '2026-11-30',
  facts: [
    fact(
      'H',
      'A result longer than its tool’s limit is saved: bash 30,000, every other tool 50,000 (grep too), read and ask_user none. 30,000 characters are worded whole, 30,001 are saved.',
    ),
    fact(
      'H',
      'It is written whole to .entoli-output/<call id>.txt in the workspace and named by its absolute path; logs of jobs lie in .entoli-jobs. Neither is in .entoli-tmp.',
    ),
    fact('H', 'One rule makes all file names; a repeated id saves as call_0-2.txt.'),
    fact(
      'H',
      'The model reads Claude Code’s notice, word for word, as the output value of a JSON observation.',
    ),
    fact(
      'H',
      'A command is stopped after 2 minutes, at most 10. It is killed, not moved to the background, its output is kept, and the result advises background: true.',
    ),
    fact(
      'H',
      'A result that should have a file and has none is cut past 50,000: its head and tail are kept. Below it is worded whole.',
    ),
    fact(
      'H',
      'read shows 2,000 lines and says when that stops short of the end; at most 25,000 tokens, with Claude Code’s partial page for a whole file and its error for a range; one longer line is cut by characters.',
    ),
    fact(
      'H',
      'read estimates tokens at 4 characters each: the quirk token-estimate; fixed, they are counted by a tokenizer.',
    ),
    fact('M', 'The other keys of the observation are not public. Here: exitCode, timedOut, error, notes.'),
    fact(
      'M',
      'The words of the advice, of the window’s note and of the elision are not public; they are ours.',
    ),
    fact('M', 'Job words are taken to be Claude Code’s; the ending .log of a job’s log is ours.'),
    fact(
      'ours',
      'The output value holds stdout and stderr in the order in which they came; its length is what the limit measures.',
    ),
    fact(
      'ours',
      'Sizes and limits count UTF-16 units before JSON escapes; colours are removed and NUL is shown as ␀.',
    ),
    fact('ours', 'Tool texts are our own words and say what Entoli’s are known to say.'),
  ],
};

export const tokenEstimateQuirk = 'token-estimate';

export const entoliQuirks: readonly QuirkAbout[] = [
  {
    id: tokenEstimateQuirk,
    sentence:
      'read estimates tokens at 4 characters each, so CJK text and dense code are let through far over the cap.',
    certainty: 'H',
    default: 'exact',
  },
];
