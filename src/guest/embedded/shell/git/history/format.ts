import { type DateStyle, type Moment, shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import { bodyOf, type Commit, type Person, subjectOf } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from './abbreviations.ts';
import type { Decorations } from './decorations.ts';
import { decorationNames, fillTemplate } from './template.ts';

export interface LogFormat {
  readonly kind: 'oneline' | 'short' | 'medium' | 'full' | 'fuller' | 'reference' | 'raw' | 'email' | 'user';
  /** Of `user`. */
  readonly template: string;
  /** `format:` puts line ends between, everything else behind each. */
  readonly separates: boolean;
  readonly abbreviates: boolean;
  readonly dateStyle: DateStyle;
  readonly nowSeconds: number;
  readonly decorations: Decorations | null;
  /** Needed for `%d` even where nothing else is decorated. */
  readonly allDecorations: () => Promise<Decorations>;
  /** The text of a commit's note; null where none are shown, or it has none. */
  readonly noteOf: (oid: string) => Promise<string | null>;
  /** Which side of `A...B` a commit is on; empty where nobody asked. */
  readonly markOf: (oid: string) => string;
  /** How many letters a short name has at least. */
  readonly abbrev: number;
  /** What stands behind a commit's name: of its parents or children. */
  readonly relatives: (commit: Commit) => Promise<string>;
  /** The word or ref that led to a commit; empty where nobody asked. */
  readonly sourceOf: (oid: string) => string;
  /** What `git describe` says of a commit. */
  readonly describe: (oid: string) => Promise<string>;
}

/** A line of a ref's log, as `log -g` shows it beside the commit. */
export interface LogEntry {
  /** `HEAD@{1}`, or with the time in the braces. */
  readonly selector: string;
  /** The same with the ref as it was named. */
  readonly fullSelector: string;
  readonly who: Person;
  readonly message: string;
}

const kinds = ['oneline', 'short', 'medium', 'full', 'fuller', 'reference', 'raw', 'email'] as const;

/** What `--pretty`, `--format` and `--oneline` ask for. */
export function parseFormat(text: string): Pick<LogFormat, 'kind' | 'template' | 'separates'> {
  const known = kinds.find((kind) => kind === text);
  if (known) return { kind: known, template: '', separates: false };
  const named = /^(t?format):([\s\S]*)$/.exec(text);
  if (named) return { kind: 'user', template: named[2]!, separates: named[1] === 'format' };
  if (text.includes('%')) return { kind: 'user', template: text, separates: false };
  if (text === '') return { kind: 'medium', template: '', separates: false };
  return die(`invalid --pretty format: ${text}`);
}

const dateStyles: Readonly<Record<string, DateStyle>> = {
  default: 'default',
  normal: 'default',
  iso: 'iso',
  iso8601: 'iso',
  'iso-strict': 'iso-strict',
  'iso8601-strict': 'iso-strict',
  rfc: 'rfc',
  rfc2822: 'rfc',
  short: 'short',
  raw: 'raw',
  unix: 'unix',
  relative: 'relative',
  human: 'human',
  local: 'local',
};

export function parseDateStyle(text: string): DateStyle {
  if (/^format(?:-local)?:/.test(text)) return `format:${text.slice(text.indexOf(':') + 1)}`;
  const style = dateStyles[text.replace(/-local$/, '')];
  return style ?? die(`unknown date format ${text}`);
}

function indented(message: string): string {
  const lines = message.replace(/^\n+/, '').replace(/\s+$/, '').split('\n');
  return lines.map((line) => `    ${withoutTabs(line)}`).join('\n');
}

/** Tabs as the spaces that a terminal would show. */
function withoutTabs(line: string): string {
  let shown = '';
  for (const unit of line) shown += unit === '\t' ? ' '.repeat(8 - (shown.length % 8)) : unit;
  return shown;
}

/** The text of one commit without what follows it, no line end at its own end. */
export async function formatCommit(
  repo: Repo,
  commit: Commit,
  format: LogFormat,
  entry: LogEntry | null = null,
): Promise<string> {
  const { kind } = format;
  if (kind === 'user') return fillTemplate(repo, commit, format, entry);
  const short = (oid: string) => shortOid(repo, oid, format.abbrev);
  const name = format.abbreviates ? await short(commit.oid) : commit.oid;
  const source = format.sourceOf(commit.oid);
  const oid = `${name}${await format.relatives(commit)}${source && `\t${source}`}`;
  const decorated = decorationNames(format.decorations?.get(commit.oid));
  const sign = format.markOf(commit.oid);
  const mark = sign === '' ? '' : `${sign} `;
  if (kind === 'oneline') {
    const text = entry ? `${entry.fullSelector}: ${entry.message}` : subjectOf(commit.message);
    return `${mark}${oid}${decorated} ${text}`;
  }
  const date = (moment: Moment, style = format.dateStyle) => shownDate(moment, style, format.nowSeconds);
  const who = ({ name, email }: Person) => `${name} <${email}>`;
  if (kind === 'reference') {
    return `${await short(commit.oid)} (${subjectOf(commit.message)}, ${date(commit.author, 'short')})`;
  }
  const { author, committer, parents, message } = commit;
  if (kind === 'email') {
    const subject = `Subject: [PATCH] ${subjectOf(message)}`;
    const lines = [`From ${commit.oid} Mon Sep 17 00:00:00 2001`, `From: ${who(author)}`];
    const body = bodyOf(message).replace(/\n$/, '');
    lines.push(`Date: ${date(author, 'rfc')}`, subject, ...(body === '' ? [''] : ['', body]));
    return lines.join('\n');
  }
  const lines = [`commit ${mark}${oid}${decorated}`];
  if (entry) {
    lines.push(`Reflog: ${entry.fullSelector} (${who(entry.who)})`, `Reflog message: ${entry.message}`);
  }
  if (kind === 'raw') {
    lines.push(`tree ${commit.tree}`, ...parents.map((parent) => `parent ${parent}`));
    lines.push(
      `author ${who(author)} ${date(author, 'raw')}`,
      `committer ${who(committer)} ${date(committer, 'raw')}`,
    );
  } else {
    if (parents.length > 1) lines.push(`Merge: ${(await Promise.all(parents.map(short))).join(' ')}`);
    if (kind === 'fuller') {
      lines.push(`Author:     ${who(author)}`, `AuthorDate: ${date(author)}`);
      lines.push(`Commit:     ${who(committer)}`, `CommitDate: ${date(committer)}`);
    } else {
      lines.push(`Author: ${who(author)}`);
      if (kind === 'full') lines.push(`Commit: ${who(committer)}`);
      if (kind === 'medium') lines.push(`Date:   ${date(author)}`);
    }
  }
  const text = kind === 'short' ? subjectOf(message) : message;
  const note = await format.noteOf(commit.oid);
  const notes = note === null ? '' : `\n\nNotes:\n${indented(note)}`;
  const shown = text.trim() === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${indented(text)}`;
  return shown + notes;
}
