import { formatBytes } from '../kit/format.ts';
import { plural } from './plural.ts';

export const calls = (count: number) => plural(count, { one: '# call', other: '# calls' });
export const notUnderstood = (count: number) =>
  plural(count, {
    one: '# part not understood, kept as it came',
    other: '# parts not understood, kept as they came',
  });
export const openAnother = 'Open another';
export const title = 'Open what another program has kept';
export const what =
  'A session file of Claude Code (.jsonl), with the files of its large outputs if you have them; a list of messages as OpenAI’s API takes them; a request to Anthropic’s. It is read here, in this page, and sent nowhere.';
export const reading = (percent: number | null) => (percent === null ? 'Reading…' : `Reading: ${percent} %`);
export const stopReading = 'Stop reading';
export const chooseFiles = 'Choose files…';
export const files = 'Files of another program';
export const orPaste = 'Or paste it';
export const openPasted = 'Open what is pasted';
export const recordingElsewhere = 'A Spillway recording has <page>a page of its own</page>.';
export const tooLarge = (size: number, most: number) =>
  `That is ${formatBytes(size)}: up to ${formatBytes(most)} are read. Leave out files of outputs.`;
export const noFile = 'No file was chosen.';
