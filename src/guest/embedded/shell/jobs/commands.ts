import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../commands/command.ts';
import { flock } from './flock.ts';
import { jobCommands } from './jobCommands.ts';
import { kill } from './kill.ts';
import {
  coprocCommand,
  drainCommand,
  inheritCommand,
  jobCommand,
  pidCommand,
  reapCommand,
  waitCommand,
} from './names.ts';
import { processNameCommands, processNameNames } from './processNames.ts';
import { ps } from './ps.ts';
import { sleep } from './sleep.ts';

/** The commands of job control. */
export function jobOwnCommands(tools: CommandTools): Command[] {
  return [
    ...jobCommands(tools),
    kill(tools),
    ps(tools),
    ...processNameCommands(tools),
    sleep(tools),
    flock(tools),
  ];
}

/** Names that just-bash does not know. */
export const jobNames: readonly string[] = [
  'bg',
  'disown',
  'fg',
  'flock',
  'jobs',
  'kill',
  'ps',
  ...processNameNames,
  coprocCommand,
  drainCommand,
  inheritCommand,
  jobCommand,
  pidCommand,
  reapCommand,
  waitCommand,
];
