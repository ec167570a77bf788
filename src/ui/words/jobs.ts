import { formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';

export const jobs = 'Jobs';
export const whenEachRan = 'When each ran';
export const wakesPaused =
  'The model was woken five times in a row. Another job has ended, and it has not been told.';
export const tellModel = 'Tell the model';
export const waitingCommands = 'Commands that wait';
export const waits = 'waits';
export const takeBack = (command: string) => `Take back ${command}`;
export const cancel = 'Cancel';

/** The panel's own line; what there is none of is left out. */
export const counts = (running: number, ended: number, unheard: number) =>
  [
    running > 0 ? `${running} running` : null,
    ended > 0 ? `${ended} ended` : null,
    unheard > 0
      ? plural(unheard, { one: 'model not told of # end', other: 'model not told of # ends' })
      : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');

export const stop = 'Stop';
export const stopJob = (job: string) => `Stop ${job}`;
export const copyLogPath = "Copy the log's path";
export const outputUnread = (why: string) => `The output could not be read: ${why}`;
export const lastLinesOf = (job: string) => `Last lines of ${job}`;
export const lastOf = (shown: number, all: number) =>
  `last ${formatCount(shown)} of ${formatCount(all)} lines`;
export const noOutputYet = 'no output yet';
export const noOutput = 'no output';

/** How a job stands. */
export const stopping = 'stopping';
export const stoppingWhy = 'The job is being stopped.';
export const runs = 'runs';
export const runsWhy = 'The job runs.';
export const exit = (code: number) => `exit ${code}`;
export const failed = 'failed';
export const okWhy = 'The job has ended by itself.';
export const failedWhy = 'The job has ended with a failure of its own.';
export const stopped = 'stopped';
export const stoppedWhy = 'The job was stopped.';
export const notTold = 'model not told yet';
export const toldInTurn = (turn: number) => `told in turn ${turn}`;

/** When each ran. */
export const timeline = 'When each job ran. The table below has the numbers.';
export const inNumbers = 'Jobs in numbers';
export const job = 'Job';
export const beganAfter = 'Began after';
export const ranFor = 'Ran for';
export const ended = 'Ended';
export const output = 'Output';
export const theModel = 'The model';
