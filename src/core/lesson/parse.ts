import * as v from 'valibot';
import type { Lesson, LessonSource } from './lesson.ts';
import { lessonDataSchema } from './schema.ts';

export type ParsedLesson =
  | { readonly ok: true; readonly lesson: Lesson }
  /** One sentence: which file is wrong, where, and why. */
  | { readonly ok: false; readonly message: string };

const maxProseUnits = 100_000;
const maxDataUnits = 2_000_000;

interface Prose {
  readonly front: ReadonlyMap<string, string>;
  readonly steps: readonly { readonly title: string; readonly before: string; readonly after: string }[];
}

const noProse = { title: '', before: '', after: '' };

/** Reads the two files of a lesson. Never throws; what is wrong is said in one sentence. */
export function parseLesson({ id, prose, data }: LessonSource): ParsedLesson {
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(id)) {
    return wrong('Its folder', 'has a name of other signs than small letters, digits and "-"');
  }
  if (prose.length > maxProseUnits) return wrong('lesson.md', `is longer than ${maxProseUnits} characters`);
  if (data.length > maxDataUnits) return wrong('lesson.json', `is longer than ${maxDataUnits} characters`);
  const read = readProse(prose);
  if (typeof read === 'string') return wrong('lesson.md', read);
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    return wrong('lesson.json', `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = v.safeParse(lessonDataSchema, value, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    const place = v.getDotPath(issue);
    return wrong('lesson.json', `is wrong${place === null ? '' : ` at "${place}"`}: ${issue.message}`);
  }
  const { mcp, files, marks, steps } = parsed.output;
  if (steps.length !== read.steps.length) {
    return wrong(
      'lesson.json',
      `has ${steps.length} steps, and lesson.md has ${read.steps.length} headings of level two`,
    );
  }
  const title = read.front.get('title');
  const profile = read.front.get('profile');
  const minutes = Number(read.front.get('minutes'));
  if (title === undefined || profile === undefined || !(minutes > 0 && minutes <= 60)) {
    return wrong('lesson.md', 'does not begin with a title, a profile and its minutes');
  }
  return {
    ok: true,
    lesson: {
      id,
      title,
      profile,
      minutes,
      summary: read.front.get('summary') ?? '',
      mcp,
      files,
      marks,
      steps: steps.map((step, at) => ({ ...(read.steps[at] ?? noProse), ...step })),
    },
  };
}

function readProse(text: string): Prose | string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) return 'does not begin with front matter between two lines of "---"';
  const front = new Map<string, string>();
  for (const line of lines.slice(1, end)) {
    const colon = line.indexOf(':');
    if (colon > 0) front.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const steps: { title: string; before: string[]; after: string[] | null }[] = [];
  let isCode = false;
  for (const line of lines.slice(end + 1)) {
    if (line.startsWith('```')) isCode = !isCode;
    const step = steps.at(-1);
    if (!isCode && line.startsWith('## '))
      steps.push({ title: line.slice(3).trim(), before: [], after: null });
    else if (step === undefined) {
      if (line.trim() !== '') return 'has text before its first heading of level two';
    } else if (!isCode && line.trim() === '---') step.after ??= [];
    else (step.after ?? step.before).push(line);
  }
  return {
    front,
    steps: steps.map(({ title, before, after }) => ({
      title,
      before: before.join('\n').trim(),
      after: (after ?? []).join('\n').trim(),
    })),
  };
}

function wrong(file: string, why: string): ParsedLesson {
  return { ok: false, message: `This lesson cannot be opened: ${file} ${why}.` };
}
