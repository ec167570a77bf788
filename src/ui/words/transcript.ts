import { formatCount } from '../kit/format.ts';

/** Words of a conversation that is read, and of taking one elsewhere. */

export const transcript = 'Transcript';
export const speakers = { user: 'User', system: 'System', harness: 'Harness' } as const;
export const toSubAgent = (speaker: string) => `${speaker}, to the sub-agent`;
export const speakerBefore = (speaker: string) => `${speaker}:`;
export const thinking = 'Thinking:';
export const asItCame = 'As it came';
export const restInFile = 'The rest of it is in a saved file.';

export const call = (tool: string, ending: string) => `${tool}, ${ending}`;
export const saved = 'saved';
export const copyStep = (id: string) => `Copy step ${id} as Markdown`;
export const inputOf = (id: string) => `Input of ${id}`;
export const viewTitles = { model: 'Model view', user: 'User view', disk: 'Disk view' } as const;
export const viewOf = {
  model: (id: string) => `model view of ${id}`,
  user: (id: string) => `user view of ${id}`,
  disk: (id: string) => `disk view of ${id}`,
} as const;
export const viewNotHere = (title: string) => `${title} · not here`;
export const viewWithLength = (title: string, length: number) =>
  `${title} · ${formatCount(length)} characters`;
export const firstCharacters = (count: number) =>
  `The first ${formatCount(count)} characters are shown. Save the whole to read on.`;

/** Taking it elsewhere. */
export const saveWhole = 'Save the whole';
export const saveAs = 'Save as';
export const forms = { html: 'HTML', markdown: 'Markdown', jsonl: 'JSONL' } as const;
export const copied = 'Copied';
export const copyAsMarkdown = 'Copy as Markdown';
export const copyWholeAsMarkdown = 'Copy as Markdown: the whole';
export const notSaved = (why: string) => `It could not be saved: ${why}`;
export const saveOrCopy = 'Save or copy this session';
export const formsNote =
  'HTML is one file without a script, with the three views of each step. JSONL is the log, an event per line. Of each output the first 256 KB are in them; no key, header or address of a provider is.';
export const step = (key: string) => `Step ${key}`;
export const copyStepAsMarkdown = (key: string) => `Copy as Markdown: step ${key}`;
export const copyAddress = 'Copy its address';
export const copyStepAddress = (key: string) => `Copy its address: step ${key}, for this browser`;
export const everything = 'Everything, with outputs and files';
export const notInLog = 'The step is not in the log yet.';
