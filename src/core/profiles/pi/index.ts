import type { Profile } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { profileNamed } from '../names.ts';
import { wholeResult } from '../shared/harnessResult.ts';
import { renamed } from '../shared/toolInput.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { piAbout, piQuirks } from './about.ts';
import { planPiSave, presentPiBash } from './bash.ts';
import { presentPiListing } from './listings.ts';
import { piReadFailure, presentPiRead } from './read.ts';
import { piLimits, piOptions } from './settings.ts';
import { piTools } from './tools.ts';

/** Pi 0.58.3, and newer by its option. A change of any word that a model reads raises `version`. */
export const pi: Profile = {
  ...profileNamed('pi'),
  version: 1,
  about: piAbout,
  quirks: piQuirks,
  limits: piLimits,
  options: piOptions,
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  tools: piTools,
  toolInput: (tool, input) =>
    tool === 'bash' ? renamed(input, { timeout: { to: 'timeout', times: 1000 } }) : input,
  savedFolders: () => [],
  save: planPiSave,
  present: (record, text, ctx) => {
    const { facts } = record;
    if (facts?.kind === 'read-page') return presentPiRead(facts.page, text, ctx);
    if (facts?.kind === 'grep' || facts?.kind === 'glob' || facts?.kind === 'ls') {
      return presentPiListing(facts, record, text);
    }
    const failure = facts === null ? null : piReadFailure(facts, ctx);
    if (failure !== null) return [harnessPiece('error', failure)];
    return record.tool === 'bash' ? presentPiBash(record, text, ctx) : wholeResult(record, text);
  },
  presentRead: (page, _record, text, ctx) => presentPiRead(page, text, ctx),
};
