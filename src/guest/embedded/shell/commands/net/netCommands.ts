import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import { curl } from './curl.ts';
import { wget } from './wget.ts';

export const netNames: readonly string[] = ['curl', 'wget'];

export function netCommands(tools: CommandTools): Command[] {
  return [curl(tools), wget(tools)];
}
