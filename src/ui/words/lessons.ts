import { formatBytes, formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';

/** Words around the lessons. Their prose stands in their own folders. */

const steps = (count: number) => plural(count, { one: '# step', other: '# steps' });
const runs = (count: number) => plural(count, { one: '# run', other: '# runs' });
const files = (count: number) => plural(count, { one: '# file', other: '# files' });

/** The list, and the sidebar's. */
export const lessons = 'Lessons';
export const intro =
  'How agent harnesses hand large output to a model, five minutes at a time. Each lesson runs in a computer of its own in this page, without a key and without a network, and every number in it is computed while you read.';
export const forTeachersLink = 'For teachers: presenting, embedding and writing lessons';
export const allAndForTeachers = 'All lessons, and for teachers';
export const allLessons = 'All lessons';
export const doneOf = (done: number, all: number) => (done === 0 ? String(all) : `${done} of ${all} done`);
export const minutes = (count: number) => `${count} min`;
export const done = 'done';
export const stepsDone = (count: number, all: number) => `${count} of ${all} steps`;

/** A lesson. */
export const lessonTitle = (title: string) => `Lesson: ${title}`;
export const stepOf = (at: number, all: number) => `step ${at} of ${all}`;
export const stepsNav = 'Steps';
export const stepName = (number: number, title: string, isDone: boolean) =>
  `${number} ${title}${isDone ? ', done' : ''}`;
export const leave = 'Leave';
export const present = 'Present';
export const stepsOfLesson = 'Steps of the lesson';
export const previous = 'Previous';
export const next = 'Next';
export const nothingRun =
  'What runs in this lesson is shown here: as the model was sent it, as you see it, and as it lies on disk.';
export const runIt = 'Run it';
export const stop = 'Stop';
export const failed = (why: string) => `This did not work: ${why}`;
export const work = {
  ready: 'Getting ready…',
  tool: 'The tool runs…',
  limit: 'Changing the limit…',
  profile: 'Looking through the profile…',
  answer: 'The answer runs…',
  run: 'It runs…',
} as const;

/** A question before the run. */
export const predict = 'Predict';
export const yourAnswer = 'Your answer';
export const within = (unit: string, percent: number) =>
  percent > 0 ? `${unit}, within ${percent} %` : unit;
export const answerAndRun = 'Answer and run it';
export const answer = 'Answer';
export const showAnswer = 'Show me the answer';
export const runDoesNotSay = 'the run does not say';
export const amount = (count: number, unit: string) => `${formatCount(count)} ${unit}`;
/** `<said/>` and `<truth/>`: what was answered, and what is so. */
export const itIs = '<word>It is:</word> <truth/>';
export const right = '<word>Right.</word> It is: <truth/>';
export const wrong = '<word>Not so.</word> You said <said/>. It is: <truth/>';

/** Something to do. */
export const task = 'Task';
export const whatTaskAsks = 'What the task asks';
export const checkDone = 'Done: ';
export const checkOpen = 'Open: ';
export const taskDone = 'Done.';
export const callTool = 'Call a tool';
export const tool = 'Tool';
export const call = (toolName: string | undefined) => `Call ${toolName ?? 'it'}`;
export const harnessLimit = 'The harness’s limit';
export const longestResult = 'Longest result of a command, characters';
export const asProfile = 'as the profile has it';
export const set = 'Set';
export const beginAs = 'Begin as';
export const openInLab = 'Open this profile in the Lab';
export const inNewTab = 'in a new tab, beside what it began as';

/** What a step gave. */
export const exchange = 'What was said and called';
export const speakers = { user: 'user', woken: 'woken', model: 'model' } as const;
export const result = 'The result, three ways';
export const resultViews = 'Views of the result';
export const viewTitles = { model: 'Model', user: 'User', disk: 'Disk' } as const;
export const viewPanel = (title: string) => `${title} view`;
export const stillRuns = 'The tool still runs.';
export const modelView = 'Model view, exact text';
export const notSent = 'As your profile would word it; this was not sent.';
export const seenOf = (seen: number, all: number) =>
  `${formatCount(seen)} of ${formatCount(all)} characters of output`;
export const ofHarness = (count: number) => `${formatCount(count)} of the harness`;
export const noOutput = 'The tool wrote no output.';
export const wholeOutput = 'Whole output';
export const seenByModel = 'seen by the model';
export const bytesOnDisk = 'Exact bytes on disk';
export const bytes = (count: number) => plural(count, { one: '# byte', other: '# bytes' });
export const noFile = 'no file in the guest: the output as the session stores it';
export const yes = 'yes';
export const no = 'no';
export const factBytes = (count: number) =>
  count < 1024 ? `${formatCount(count)} bytes` : `${formatBytes(count)} (${formatCount(count)} bytes)`;
export const seconds = (count: number) => `${count} s`;
export const percent = (share: number) => `${share} %`;

/** A lesson that somebody wrote. */
export const stranger = (stepCount: number, runCount: number, fileCount: number) =>
  `This lesson is no part of Spillway; somebody wrote it. It has ${steps(stepCount)}, ${runs(runCount)} and ${files(fileCount)}. What it runs, it runs in a computer of its own inside this page: without a network, away from your sessions and keys, and forgotten when you leave.`;
export const begin = 'Begin';
export const copyLink = 'Copy a link to this lesson';
/** `isLong`: chats and mail programs may cut it. */
export const linkLength = (length: number, isLong: boolean) => {
  const size = plural(length, { one: 'link of # character', other: 'link of # characters' });
  return isLong ? `${size}: some chats cut it, send the folder instead` : size;
};
export const openOwn = 'Open a lesson of your own';
export const dropFolder = 'Drop a lesson’s folder here, or choose it. Nothing of it runs until you begin it.';
export const chooseFolder = 'Choose a folder…';
export const chooseFiles = 'Choose its two files…';
export const folderOfLesson = 'Folder of a lesson';
export const filesOfLesson = 'Files of a lesson';
export const folderUnread = (why: string) => `The folder could not be read: ${why}`;
export const filesMissing =
  'A lesson is a folder with the files lesson.md and lesson.json; these were not both there.';
export const fileTooLarge = (megabytes: number) => `A file of a lesson has at most ${megabytes} MB.`;

/** A lesson in another page's frame. */
export const windowTitle = (title: string | null) => `${title ?? 'Lesson'} · Spillway`;
export const noLesson = 'No lesson';
export const openInSpillway = 'Open this lesson in Spillway';

/** What can go wrong behind a lesson. */
export const noResultYet = 'The call has no result yet.';
export const noStep = (number: number) => `The lesson has no step ${number}.`;
export const sessionNotOpen = 'The session of the lesson is not open.';
export const noProfile = (id: string) => `There is no profile ${id} in this page.`;
