import type { Profile } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { profileNamed } from '../names.ts';
import { wholeResult } from '../shared/harnessResult.ts';
import { withLineRange } from '../shared/toolInput.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { geminiAbout, geminiQuirks } from './about.ts';
import { geminiReadFailure, presentGeminiRead } from './read.ts';
import { geminiLimits, geminiOptions } from './settings.ts';
import { geminiFolder, planGeminiSave, presentGeminiShell } from './shell.ts';
import { geminiTools } from './tools.ts';

/** Gemini CLI of August 2026. A change of any word that a model reads raises `version`. */
export const geminiCli: Profile = {
  ...profileNamed('gemini-cli'),
  version: 1,
  about: geminiAbout,
  quirks: geminiQuirks,
  limits: geminiLimits,
  options: geminiOptions,
  cleaner: 'ansi+cr',
  onTimeout: 'kill',
  systemPrompt,
  tools: geminiTools,
  toolInput: (tool, input) => (tool === 'read' ? withLineRange(input) : input),
  savedFolders: (ctx) => [geminiFolder(ctx)],
  save: planGeminiSave,
  present: (record, text, ctx) => {
    const { facts } = record;
    if (facts?.kind === 'read-page') return presentGeminiRead(facts.page, text);
    const failure = facts === null ? null : geminiReadFailure(facts);
    if (failure !== null) return [harnessPiece('error', failure)];
    return record.tool === 'bash' ? presentGeminiShell(record, text, ctx) : wholeResult(record, text);
  },
  presentRead: (page, _record, text) => presentGeminiRead(page, text),
};
