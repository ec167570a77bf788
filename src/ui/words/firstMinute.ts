import { formatCount } from '../kit/format.ts';
import { characters } from './units.ts';

/** What a first visit is told: of the views before there is a step, and of the demo when it has ended. */

export const views = {
  model: 'exactly the text that the model got: a part of the output, and the harness’s own words around it',
  user: 'the whole output, as a terminal shows it, with what the model has seen of it marked',
  disk: 'the bytes that were kept, in the computer that the session runs in',
  tokens: 'what it costs: this result, and every request of the session',
  request: 'the whole request as it went to the model',
} as const;

export const whatHappened = 'What happened';
export const gotPart = (seen: number, all: number) =>
  `<command/> printed <b>${characters(all)}</b>. The model got <b>${formatCount(seen)}</b> of them, and the path of a file that holds them all. What it needed of the rest it looked up in that file.`;
export const seeItself = 'The same result:';
export const modelView = 'what the model got';
export const userView = 'all of it';
export const diskView = 'the file';
export const next = 'Where to go on';
export const otherHarness =
  'Another harness: choose one behind <b>As</b> in the model view, and see what it would have sent.';
export const ownOutput = '<lab>Your own output</lab>, under all harnesses side by side.';
export const ownSession = '<session>A session of your own</session>: write any command, no key needed.';
export const lessons = '<lessons>Lessons</lessons> of five minutes each.';
