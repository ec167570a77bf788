import { formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';

const requests = (count: number) => plural(count, { one: '# request', other: '# requests' });

export const repeat = 'Repeat “<title/>”';
export const repeatASession = 'Repeat a session';
/** `count`: messages of the user. */
export const about = (count: number) => {
  const sent = plural(count, {
    one: 'Its # user message is sent again to a new session that begins with the same files',
    other: 'Its # user messages are sent again to a new session that begins with the same files',
  });
  const none = count === 0 ? '. There is none yet: send one first' : '';
  return `${sent}${none}. Each run is a session of its own.`;
};
export const model = 'Model';
export const profile = 'Profile';
export const runs = 'Runs';
export const mostRequests = 'At most, model requests';
export const mostTokens = 'At most, tokens';
export const noLimit = 'no limit';
const times = (count: number) => plural(count, { one: '# time', other: '# times' });
export const runTimesAsk = (count: number) => `Run ${times(count)}…`;
export const stop = 'Stop';
interface Standing {
  readonly isRunning: boolean;
  readonly run: number;
  readonly of: number;
  readonly requests: number;
  readonly maxRequests: number;
  /** Null: the model told none. */
  readonly tokens: number | null;
  readonly maxTokens: number | null;
}
export const standing = (now: Standing) => {
  const most = now.maxTokens === null ? '' : ` of ${formatCount(now.maxTokens)}`;
  const tokens =
    now.tokens === null ? 'tokens not told by the model.' : `${formatCount(now.tokens)}${most} tokens.`;
  return `${now.isRunning ? 'Running' : 'Ended'}: run ${now.run} of ${now.of}, ${formatCount(now.requests)} of ${requests(now.maxRequests)}, ${tokens}`;
};
export const outcomesOfRuns = 'Outcomes of the runs';
export const outcomes = 'Outcomes';
export const run = 'Run';
export const ended = 'Ended';
export const requestsColumn = 'Requests';
export const tokens = 'Tokens';
export const notTold = 'not told';
export const answers = { yes: 'yes', no: 'no', open: '–' } as const;
export const why = (reason: string) => `: ${reason}`;
export const yesOf = (count: number) => plural(count, { one: 'yes, of # run', other: 'yes, of # runs' });
export const checksNote =
  'The checks are made from each run’s log: which files its calls name, and which commands they run again. “–”: nothing in the run lets it be said.';
export const noRun = 'No run of it yet.';
export const ends = {
  running: 'running…',
  done: 'answered',
  failed: 'failed',
  stopped: 'stopped',
  asked: 'asked a person',
  budget: 'budget spent',
} as const;

/** Before anything is spent. */
export const spendUpTo = (count: number) =>
  plural(count, { one: 'Spend up to # model request?', other: 'Spend up to # model requests?' });
/** `<model/>`: who is asked. */
export const runsWith = (count: number, isFree: boolean) =>
  `${plural(count, { one: '# run', other: '# runs' })} with <model/>${isFree ? ', which needs no key and costs nothing' : ', paid with your key'}.`;
export const requestLimit = (count: number) =>
  `All runs together make at most ${requests(count)}; one that fails is sent again up to three times.`;
export const noTokenLimit = 'There is no limit of tokens.';
export const tokenLimit = (count: number) =>
  `No request is begun when ${formatCount(count)} tokens are spent, in and out as the provider counts them; the last one may go over.`;
export const howRunsEnd = 'A run that asks something ends there. Stop ends all of them at once.';
export const doNotRun = 'Do not run';
export const runTimes = (count: number) => `Run ${times(count)}`;
