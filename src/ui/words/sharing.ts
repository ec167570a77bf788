import { formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';
import { characters } from './units.ts';

/** Words of the sheets before a session leaves, and before one is made of a recording. */

const results = (count: number) => plural(count, { one: '# result', other: '# results' });

/** Before a session leaves. */
export const share = 'Share this session';
export const notRecorded = (why: string) => `The session could not be recorded: ${why}`;
export const whatLeaves = 'What leaves';
export const leavesWords =
  'Your messages, the model’s answers and calls, how each call ended, and hashes of what came out.';
export const leavesResults = (all: number, madeAgain: number, inlined: number, missing: number) =>
  `${results(all)}: ${madeAgain} made again by the reader’s page and checked against the hashes${inlined > 0 ? `, ${inlined} sent whole because a second run gives something else` : ''}${missing > 0 ? `, ${missing} not sent` : ''}.`;
export const leavesNot = 'No key, header, address of a provider, or permission.';
export const secrets = (count: number) =>
  plural(count, { one: '# place that looks like a secret', other: '# places that look like a secret' });
export const tickedLeaves =
  'What is ticked is taken out. A call whose input is changed is not run again by the reader: its result is sent, without what is ticked.';
export const inPlace = (place: string) => `in ${place}`;
export const link = 'Link';
export const length = (count: number) => `${formatCount(count)} characters.`;
export const tooLong = 'Too long for a link, which browsers and chats would cut: send the file.';
export const isLong = 'Some chats and mail programs cut links of this length; the file is safe.';
export const cannotBeWithdrawn = 'A link cannot be withdrawn: whoever has it, has the session.';
export const linkToSession = 'Link to this session';
export const copyLink = 'Copy the link';
export const saveAsFile = 'Save as a file';
export const readingSession = 'Reading the session…';
export const readingOutputs = (done: number, all: number) => `Reading outputs: ${done} of ${all}…`;
export const runningCommands = (done: number, all: number) =>
  `Running its commands again in a guest of their own, to see what need not be sent: ${done} of ${all}…`;

/** Where something stands that looks like a secret. */
export const places = {
  title: 'the title',
  system: 'the system prompt',
  tools: 'the texts of the tools',
  files: 'the files it began with',
  session: 'the session',
} as const;
export const theFile = (path: string) => `the file ${path}`;
export const yourMessage = (turn: number) => `your message ${turn}`;
export const theInput = (key: string) => `the input of ${key}`;
export const theAnswer = (step: string) => `the answer ${step}`;
export const theResult = (key: string) => `the result of ${key}`;
export const yourCommand = (key: string) => `your command ${key}`;
export const outputOfCommand = (key: string) => `the output of your command ${key}`;
export const commandOf = (job: string) => `the command of ${job}`;
export const outputOf = (job: string) => `the output of ${job}`;
export const subAgentOf = (key: string) => `the sub-agent of ${key}`;

/** Before a session is made of a recording. */
export const forkAtEnd = 'Fork at the end';
export const forkBehind = (key: string) => `Fork behind ${key}`;
export const forkDrifted = (key: string) => `The fork ends at ${key}: its result is not the recorded one.`;
export const forking =
  'A session of your own that goes on from here. What was recorded up to here is run again first and compared; no provider is asked.';
export const playedResults = (count: number) =>
  plural(count, {
    one: '# result of it comes with the recording and is not run again: what it did to the files is not in the fork.',
    other:
      '# results of it come with the recording and are not run again: what they did to the files is not in the fork.',
  });
export const asksFor = 'It asks for';
export const asksModel = 'The model <model/>, with your key and on your account';
export const asksLimits = 'The changed limits of the profile <profile/>';
export const asksTools =
  'Tools of servers: <tools/>. A recording connects none; connect such a server under Tools if you trust it.';
export const asksNothing = 'It asks for nothing: no model with a key, no changed limits, no server.';
export const profile = 'Profile';
export const model = 'Model';
export const asRecorded = (name: string) => `${name}, as recorded`;
export const parrot = 'parrot, which needs no key';
export const toldFirst = (length: number, toolCount: number, isRecorded: boolean) =>
  `What its model is told first: ${characters(length)} and ${plural(toolCount, { one: '# tool', other: '# tools' })}${isRecorded ? ', as in the recording' : ', other than in the recording'}`;
export const systemPrompt = 'System prompt';
export const recordedBefore = 'In the recording it was this, which the fork does not take over';
export const recordedPrompt = 'Recorded system prompt';
export const forkNow = 'Fork';
export const forkingNow = 'Forking…';
export const cancel = 'Cancel';
