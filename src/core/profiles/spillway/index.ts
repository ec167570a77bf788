import type { OutputText, Piece, Profile, ReadPage } from '../../contract/index.ts';
import { profileNamed } from '../names.ts';
import { ownJobs } from '../shared/ownJobWords.ts';
import { type PageWords, readPagePieces } from '../shared/readPage.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { spillwayAbout } from './about.ts';
import { planSave, presentResult, savedFolder } from './present.ts';
import { spillwayLimits, spillwayOptions } from './settings.ts';
import { toolTexts } from './toolTexts.ts';

const pageWords: PageWords = { read: 'Read', grep: 'Grep', bash: 'Bash', saysWindow: true };

const readPieces = (page: ReadPage, text: OutputText): readonly Piece[] =>
  readPagePieces(page, text, pageWords);

/** Our own protocol. A change of any word that a model reads raises `version`. */
export const spillway: Profile = {
  ...profileNamed('spillway'),
  version: 2,
  about: spillwayAbout,
  quirks: [],
  limits: spillwayLimits,
  options: spillwayOptions,
  cleaner: 'ansi+cr+nul',
  onTimeout: 'kill',
  jobs: ownJobs,
  systemPrompt,
  tools: toolTexts,
  savedFolders: (ctx) => [savedFolder(ctx)],
  save: planSave,
  present: (record, text, ctx) =>
    record.facts?.kind === 'read-page'
      ? readPieces(record.facts.page, text)
      : presentResult(record, text, ctx),
  presentRead: (page, _record, text) => readPieces(page, text),
};
