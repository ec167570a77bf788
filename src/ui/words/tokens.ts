import type { AccountKind } from '../../core/index.ts';
import { formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';
import { characters, tokens } from './units.ts';

/** Words of a session's account. */

const steps = (count: number) => plural(count, { one: '# step', other: '# steps' });
const texts = (count: number) => plural(count, { one: '# text', other: '# texts' });
const requests = (count: number) => plural(count, { one: '# request', other: '# requests' });
const calls = (count: number) => plural(count, { one: '# call', other: '# calls' });
const bytes = (count: number) => plural(count, { one: '# byte', other: '# bytes' });

/** What the account can be counted in. */
export type Unit = 'tokens' | 'units' | 'bytes';
export const inUnit: Readonly<Record<Unit, (count: number) => string>> = { tokens, units: characters, bytes };
export const unitNames: Readonly<Record<Unit, string>> = {
  tokens: 'tokens',
  units: 'characters',
  bytes: 'bytes',
};

/** Headings of the columns, and what each holds. */
export const kinds: Readonly<Record<AccountKind, { readonly title: string; readonly about: string }>> = {
  system: { title: 'System', about: 'the system prompt' },
  tools: { title: 'Tools', about: 'names, descriptions and input schemas of the tools' },
  user: { title: 'User', about: 'what the user wrote' },
  answer: { title: 'Answers', about: 'what the model wrote' },
  reasoning: { title: 'Reasoning', about: 'what the model thought, as it is in the log' },
  call: { title: 'Calls', about: 'names and inputs of the tools that were called' },
  result: { title: 'Results', about: 'output that the model got whole, and pages that it asked for' },
  preview: { title: 'Previews', about: 'output that the model got in part' },
  notice: { title: 'Notices', about: "the harness's words about a cut" },
  words: { title: 'Words', about: "the harness's other words: exit codes, line numbers, what it tells" },
  reread: { title: 'Re-reads', about: 'calls that name the file of a saved output, with what they gave' },
};

/** The bar above the account. */
export const as = 'As';
export const asSentOrWhatIf = 'Account as sent, or what if';
export const sentChoice = 'sent';
export const whatIf = 'What if';
export const presentProfile = (profile: string) => `${profile}, the session’s present profile`;
export const show = 'Show';
export const whatIsAdded = 'What is added up';
export const whatRequestsSent = 'what each request sent';
export const whatStepsAdded = 'what each step added';
export const inThe = 'in';
export const unit = 'Unit';
export const unitChoices: Readonly<Record<Unit, string>> = {
  tokens: 'tokens',
  units: 'characters (UTF-16 units)',
  bytes: 'bytes (UTF-8)',
};
export const whatIfNote =
  'What if: results are worded anew from the captured outputs; nothing is sent or logged. What was said and which calls were made stay as they were, re-reads and pages that were read among them: a model under this profile might have asked for other things.';

/** How far the account is. */
export const account = 'Account of the session';
export const profileNotLoaded = (why: string) => `The profile could not be loaded: ${why}`;
export const loadingProfile = 'loading the profile…';
export const wordingAnew = (done: number, all: number) => `wording results anew, ${done} of ${all}…`;
export const countingTokens = (done: number, all: number) =>
  `counting tokens, ${formatCount(done)} of ${texts(all)}…`;
export const accountNotMade = (why: string) => `The account could not be made: ${why}`;
export const otherUnits = 'Characters and bytes need no tokenizer.';
/** `how`: `counted with o200k`. */
export const tokensAre = (how: string) => `Tokens are ${how}.`;

/** What it comes to. `<b>`: the numbers that matter. */
export const nothingSent = 'Nothing has been sent yet.';
/** `repeatedUnits`: how much of it had begun the request before. */
export const sentInAll = (count: number, whole: string, repeatedUnits: number) =>
  repeatedUnits > 0
    ? `${requests(count)} sent <b>${whole}</b> in all, history included; <b>${formatCount(repeatedUnits)}</b> of them had begun the request before in the same words, where a prompt cache can spare them.`
    : `${requests(count)} sent <b>${whole}</b> in all, history included.`;
export const asSentItWas = (sent: number, difference: string) =>
  `As sent it was ${formatCount(sent)} (<b>${difference}</b>).`;
export const nextBegins = (whole: string) => `The next request begins with <b>${whole}</b>.`;
export const notes =
  'Texts only: what a provider adds to mark roles, tools and calls is in none of these numbers, so what it reports is more. Each text is counted whole; a token on the border of two kinds belongs to the one in which it begins, so the kinds sum to the whole exactly. System prompt and tools are made anew from the profile of each step. A request that failed and brought nothing is not in the log, and not here.';

/** The pictures. */
export const stepBar = (key: string, whole: number, inUnits: string) =>
  `step ${key}: ${formatCount(whole)} ${inUnits}`;
/** `last`: how many bars are shown where there are more steps. */
export const barsCaption = (isOwn: boolean, inUnits: string, last: number | null) =>
  `${isOwn ? 'What each step added, by kind' : 'What each request sent, by kind'}, in ${inUnits}${last === null ? '' : `, the last ${last} steps`}`;
export const barsLabel = (isOwn: boolean) =>
  `${isOwn ? 'What each step added' : 'What each request sent'}, by kind, step by step. The table above has the numbers.`;
export const sizeOfRequests = 'Size of each request';
export const sizeOfRequestsLabel =
  'Size of each request, one after the other. The table below has the numbers.';
export const asSentLine = 'as sent';
export const wholeRequest = 'whole request';
export const newInIt = 'new in it';

/** The tables. */
export const kindCaption = (isOwn: boolean, inUnits: string) =>
  isOwn ? `The next request by kind, in ${inUnits}` : `All requests by kind, in ${inUnits}`;
export const kind = 'Kind';
export const total = 'Total';
export const share = 'Share';
export const asSent = 'As sent';
export const difference = 'Difference';
export const all = 'All';

export const savedOutputs = 'Saved outputs';
export const savedCaption = 'Saved outputs: preview and later reads, each once';
export const call = 'Call';
export const file = 'File';
export const preview = 'Preview';
export const laterReads = 'Later reads';
export const both = 'Both';
export const none = 'none';
export const readsInCalls = (size: number, count: number) => `${formatCount(size)} in ${calls(count)}`;

export const lastOfSteps = (shown: number, of: number) => `The last ${shown} of ${steps(of)}.`;
export const showAll = 'Show all';
export const stepsAdded = 'What each step added';
export const requestsSent = 'What each request sent';
export const requestsSentCaption = 'What each request sent, its history again with it';
export const step = 'Step';
export const repeated = 'Repeated';
export const repeatedAbout = 'What the request before began with too: what a prompt cache can spare';
export const reports = {
  inputTokens: 'Reported input',
  cachedInputTokens: 'of it cached',
  outputTokens: 'Reported output',
} as const;
export const everyRequest = 'every request';
export const selectStep = 'Select this step';
export const answer = 'answer';
export const noAnswer = (turn: number) => `${turn} · no answer`;
export const nextRequest = 'next request';
export const allRequests = 'all requests';
