import type { Profile, ProfileLimits } from '../../contract/index.ts';
import { profileNamed } from '../names.ts';
import { elideMiddle } from '../shared/cuts.ts';
import { readPagePieces } from '../shared/readPage.ts';
import { inlineResult, resultParts, resultUnits } from '../shared/result.ts';
import { systemPrompt, toolTexts } from '../shared/toolTexts.ts';

const limits: ProfileLimits = {
  lengthUnit: 'UTF-16 units',
  inlineLimit: { default: null },
  previewUnits: 0,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  readLines: 1_000_000_000,
  // A model's whole context: a file over that cannot be sent at all.
  readTokens: 200_000,
};

/** No protocol at all: every result whole, so that the others have something to be compared with. */
export const noCut: Profile = {
  ...profileNamed('none'),
  version: 1,
  about: {
    harnessVersion: '1',
    source: 'Spillway',
    readOn: '2026-11-30',
    facts: [
      {
        fact: 'Every result goes to the model whole, as it would without any output protocol; nothing is saved for it.',
        source: 'Spillway',
        certainty: 'ours',
      },
      {
        fact: 'A page of a file is bounded by 200,000 tokens only, with Claude Code’s words where that cuts.',
        source: 'Spillway',
        certainty: 'ours',
      },
      {
        fact: 'A result that is larger than what the page keeps in memory shows its head and tail and says how much is left out.',
        source: 'Spillway',
        certainty: 'ours',
      },
    ],
  },
  quirks: [],
  limits,
  options: [],
  cleaner: 'ansi+nul',
  onTimeout: 'kill',
  systemPrompt,
  tools: toolTexts,
  savedFolders: () => [],
  save: () => null,
  present: (record, text) => {
    if (record.facts?.kind === 'read-page') return readPagePieces(record.facts.page, text);
    const parts = resultParts(record, text);
    const whole = elideMiddle(parts.body, resultUnits(parts, text), text);
    return inlineResult(whole.pieces, parts.endings, text);
  },
  presentRead: (page, _record, text) => readPagePieces(page, text),
};
