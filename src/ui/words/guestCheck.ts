import { formatCount, formatDuration } from '../kit/format.ts';
import { plural } from './plural.ts';

export const guestCheck = 'Guest check';
export const intro =
  "What a session's computer promises the page, found out one by one in another one of the same kind: the files of your sessions stay as they are. It takes about half a minute.";
export const guest = 'Guest';
export const guestTitles = { embedded: 'Embedded', webcontainer: 'WebContainer' } as const;
export const webcontainerTaken = "The open session has the page's one WebContainer.";
export const closeThatSession = 'Close that session';
export const openingChecks = 'Opening the checks…';
export const checksNotLoaded = (why: string) => `The checks could not be loaded: ${why} Reload the page.`;

export const runAll = 'Run all';
export const stop = 'Stop';
export const copyAsMarkdown = 'Copy as Markdown';
export const copied = 'Copied.';
export const clipboardRefused = 'The browser refused the clipboard.';

export const guestStarts = 'The guest starts';
export const guestToStart = 'the guest to start';
export const waitingFor = (what: string) => `Waiting for ${what}…`;
export const guestNotStarted = (why: string) => `The guest did not start: ${why}`;
export const checksThatHaveRun = 'Checks that have run';
const checkCount = (count: number) => plural(count, { one: '# check', other: '# checks' });
export const progress = (done: number, all: number, name: string) =>
  `${formatCount(done)} of ${checkCount(all)} · ${name}`;
export const factsAreFound = 'Facts are being found out';
export const askingForFacts = 'Asking for facts…';
export const tally = (checks: number, kept: number, differ: number, ms: number) =>
  `${checkCount(checks)} · ${formatCount(kept)} kept · <differ>${formatCount(differ)} differ</differ> · ${formatDuration(ms)}`;
export const noneRunYet = (checks: number) => `${checkCount(checks)}, none of them run yet.`;
/** What a screen reader is told at the end; `whole`: nobody stopped it. */
export const ended = (whole: boolean, kept: number, differ: number) =>
  `${whole ? 'Every check has run' : 'Stopped'}: ${kept} kept, ${differ} differ.`;

export const checks = 'Checks';
export const tableCaption = 'What a guest promises, what it gave, and how long that took';
export const check = 'Check';
export const expected = 'Expected';
export const got = 'Got';
export const verdict = 'Verdict';
export const time = 'Time';
export const runAlone = 'Run it alone';
export const labels = { expected: 'expected', got: 'got' } as const;
export const runs = 'runs';
export const notRun = 'not run';
export const run = 'Run';
export const runCheck = (name: string) => `Run: ${name}`;
export const verdicts = {
  kept: 'kept',
  differs: 'differs',
  'no-answer': 'no answer',
  stopped: 'stopped',
} as const;

export const facts = 'Facts';
export const factsIntro = 'What differs from guest to guest without being wrong.';
export const ask = 'Ask';

/** The report for a bug, in Markdown. */
export const inDevelopment = 'in development';
export const reportTitle = '## Guest check';
export const reportPlace = (kind: string, build: string, isIsolated: boolean) =>
  `- Guest: ${kind}; page ${build}; ${isIsolated ? '' : 'not '}cross-origin isolated`;
export const reportBrowser = (browser: string) => `- Browser: ${browser}`;
export const reportTally = (at: string, kept: number, differ: number, seconds: string) =>
  `- ${at}: ${kept} kept, ${differ} differ, ${seconds} s`;
export const reportDiffering = '### What differs';
export const reportDifferingColumns = '| check | expected | got |';
export const reportFacts = '### Facts';
export const reportFactColumns = '| question | answer |';
export const reportEveryCheck = 'Every check';
export const reportCheckColumns = '| check | verdict | ms |';
