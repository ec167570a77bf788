/** Words of the page for teachers. */

export const forTeachers = 'For teachers';
export const presentTitle = 'Present a lesson';
export const presenting =
  'Press <kbd>p</kbd> in a lesson, or open its address with <code>?present</code>: large type, nothing else on the screen. The arrow keys <kbd>←</kbd> and <kbd>→</kbd> go from step to step, as the keys of most presenters do with <kbd>Page Up</kbd> and <kbd>Page Down</kbd>; <kbd>Esc</kbd> leaves. Ask the room for its prediction before you answer: the run decides who was right.';
export const embedTitle = 'Put a lesson into a page';
export const embedding =
  'This frame shows one lesson and nothing around it. It is the only part of Spillway that other pages may frame; it has no field for a key, no code that could use one, and keeps nothing.';
export const lesson = 'Lesson';
export const snippet = 'Snippet';
export const copySnippet = 'Copy the snippet';
export const writeTitle = 'Write a lesson';
export const writing =
  'A lesson is a folder with two files, and needs no build: open the folder below, or send the link that you get there. <code>lesson.md</code> begins with its title, minutes and profile; each heading of level two is a step; what stands behind a line <code>---</code> is shown when the step has run. <code>lesson.json</code> says for each step, in the same order, what is asked, run and checked.';
export const facts =
  'No answer and no number is written down. <code>{{label.viewTokens}}</code> becomes what the call with that <code>callId</code> really gave, and a choice is right where its conditions hold. Facts of a call: <code>seen</code>, <code>characters</code>, <code>bytes</code>, <code>lines</code>, <code>view</code>, <code>viewTokens</code>, <code>outputTokens</code>, <code>status</code>, <code>exitCode</code>, <code>saved</code>, <code>savedPath</code>, <code>pageCut</code>, <code>job</code>, <code>sees-NAME</code> for a text of <code>marks</code>, and more; <code>label@codex.viewTokens</code> asks the same of another profile, <code>session.sent.all</code> of the whole session.';
export const copyFile = (name: string) => `Copy ${name}`;
