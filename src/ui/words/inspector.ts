import { formatBytes, formatCount } from '../kit/format.ts';
import { lines, tokens } from './units.ts';

export const inspector = 'Inspector';
export const viewsOfStep = 'Views of the selected step';
export const closeInspector = 'Close the inspector';
export const viewPanel = (title: string) => `${title} view`;
export const file = 'file';
export const session = 'session';
export const answer = 'answer';
export const brokenInput = '(broken input)';
export const stepName = (turn: number, step: number) => `step ${turn}.${step}`;
export const subAgentStepName = (step: number) => `sub-agent, step ${step}`;
export const tokensOf = 'Tokens of';
export const scopes = { step: 'Step', session: 'Session' } as const;
export const noSession = 'No session is open.';
export const openingAccount = 'Opening the account…';
export const noTool = 'This step called no tool. Its request is in the Request view.';
export const selectStep =
  'Select a step in the conversation to see what the model got of it, the whole output, and what lies on disk.';
export const noResultYet = 'No result has come yet. The first is shown here as soon as it has.';
export const stillRuns = 'The tool still runs. Its views appear when it has ended.';
export const notStarted = 'The tool has not started yet. Its views appear when it has ended.';

export const profileGone = (id: string) =>
  `This view was made by the profile ${id}, which this version of the page does not have. It is shown as it was sent.`;
export const olderVersion = (madeBy: number, profile: string, now: number) =>
  `This view was made by version ${madeBy} of ${profile}; the page now has version ${now}. It is shown as it was sent.`;

/** The model's view. */
export const as = 'As';
export const asSentOrWhatIf = 'As sent, or what if';
export const sentBy = (profile: string) => `sent · ${profile}`;
export const whatIf = 'What if';
export const openInLab = 'Open in the Lab';
export const whatIfOf = (profile: string) =>
  `What if: as ${profile} would have worded it. This was not sent.`;
export const storedUnread = (why: string) => `The stored output could not be read: ${why}`;
export const whatIfView = 'What another profile would have sent';
export const modelView = 'Model view, exact text';
export const seenOf = (seen: number, all: number) =>
  `<b>${formatCount(seen)}</b> of <b>${formatCount(all)}</b> characters of output`;
export const ofHarness = (units: number) => `${formatCount(units)} of the harness`;
export const copyWhatIf = 'Copy this view, which was not sent';
export const copyModelView = 'Copy the exact model view';
export const placeNotFound = 'That place could not be found in the output.';

/** The user's view. */
export const noOutput = 'The tool wrote no output.';
export const modelViewGoes = 'The model view goes to this place.';
export const outputSize = (lineCount: number, bytes: number, stderrBytes: number) =>
  stderrBytes > 0
    ? `${lines(lineCount)} · ${formatBytes(bytes)} · ${formatBytes(stderrBytes)} from stderr`
    : `${lines(lineCount)} · ${formatBytes(bytes)}`;
export const allSeen = 'all seen by the model';
export const bytesSeen = (bytes: number) => `${formatCount(bytes)} bytes seen by the model`;
export const copyOutput = 'Copy the whole output';
export const downloadBytes = 'Download the exact bytes';

/** `counted`: says with which tokenizer. */
export const tokenCount = (count: number, counted: string) => `<b>${tokens(count)}</b> (${counted})`;
export const estimatedCount = (count: number) =>
  `about <b>${tokens(count)}</b> (estimated; the tokenizer could not be loaded)`;
export const countingTokens = 'counting tokens…';
export const countedWith = (encoding: string) => `counted with ${encoding}`;
export const countedWithOther = (encoding: string) =>
  `counted with ${encoding}, not the model's own tokenizer`;
