import { type DateStyle, type Moment, shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import { bodyOf, type Commit, type Person, subjectOf, trailerLines } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from './abbreviations.ts';
import type { Decorations } from './decorations.ts';

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

function names(list: readonly string[] | undefined): string {
  return list && list.length > 0 ? ` (${list.join(', ')})` : '';
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
  const decorated = names(format.decorations?.get(commit.oid));
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

/** A subject as the name of a file. */
export function nameOfSubject(subject: string): string {
  return subject
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^-+|[-.]+$/g, '');
}

const placeholder =
  /%[-+ ]?(?:n|%|x[0-9a-fA-F]{2}|C\([^)]*\)|C(?:red|green|blue|reset)|[<>]{1,2}\(\d+[^)]*\)|w\([^)]*\)|G[?KFPS]|GG|g[dDsnNeE]|[ac][neEdDiIrtsNlLhH]|[HhTtPpsbBdDfNeSm]|\((?:trailers|describe)[^)]*\))/g;

interface Column {
  readonly side: string;
  readonly columns: number;
  readonly cuts: string | undefined;
}

/** A value in its column: filled up, or cut with two points where it is too long and that was asked for. */
function inColumn(value: string, { side, columns, cuts }: Column): string {
  if (value.length > columns && cuts !== undefined) {
    const kept = Math.max(0, columns - 2);
    if (cuts === 'ltrunc') return `..${value.slice(value.length - kept)}`;
    const before = cuts === 'mtrunc' ? Math.floor(kept / 2) : kept;
    const after = kept - before;
    return `${value.slice(0, before)}..${after > 0 ? value.slice(-after) : ''}`;
  }
  if (side === '><') {
    const left = Math.floor((columns - value.length) / 2);
    return value.padStart(value.length + Math.max(0, left)).padEnd(columns);
  }
  return side === '<' ? value.padEnd(columns) : value.padStart(columns);
}

async function fillTemplate(
  repo: Repo,
  commit: Commit,
  format: LogFormat,
  entry: LogEntry | null,
): Promise<string> {
  let text = '';
  let from = 0;
  let pad: Column | null = null;
  for (const match of format.template.matchAll(placeholder)) {
    text += format.template.slice(from, match.index);
    from = match.index + match[0].length;
    const sign = /^[-+ ]/.exec(match[0].slice(1))?.[0] ?? '';
    const code = match[0].slice(1 + sign.length);
    const column = /^([<>]{1,2})\((\d+)(?:,\s*(\w+))?/.exec(code);
    if (column) {
      pad = { side: column[1]!, columns: Number(column[2]), cuts: column[3] };
      continue;
    }
    const value = await placeholderValue(repo, commit, format, code, entry);
    // `%+b` puts a line end before what is not empty, `% b` a space; `%-b` takes line ends away before what is.
    if (sign === '-' && value === '') text = text.replace(/\n+$/, '');
    else if (value !== '') text += sign === '+' ? '\n' : sign === ' ' ? ' ' : '';
    text += pad ? inColumn(value, pad) : value;
    if (!code.startsWith('C')) pad = null;
  }
  return text + format.template.slice(from);
}

async function placeholderValue(
  repo: Repo,
  commit: Commit,
  format: LogFormat,
  code: string,
  entry: LogEntry | null,
): Promise<string> {
  if (code === 'n') return '\n';
  if (code === '%') return '%';
  if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  // Colours: there is no terminal behind.
  if (code.startsWith('C') || code.startsWith('w(')) return '';
  if (code.startsWith('(trailers')) return trailersOf(commit.message, code.slice('(trailers'.length, -1));
  if (code.startsWith('(describe')) return format.describe(commit.oid);
  if (/^g./.test(code)) return entry ? entryValue(entry, code[1]!) : '';
  if (code.startsWith('G')) return code === 'G?' ? 'N' : '';
  const { message, parents } = commit;
  if (/^[ac]./.test(code))
    return personValue(code[0] === 'a' ? commit.author : commit.committer, code[1]!, format);
  const short = (oid: string) => shortOid(repo, oid, format.abbrev);
  switch (code) {
    case 'H':
      return commit.oid;
    case 'h':
      return short(commit.oid);
    case 'T':
      return commit.tree;
    case 't':
      return short(commit.tree);
    case 'P':
      return parents.join(' ');
    case 'p':
      return (await Promise.all(parents.map(short))).join(' ');
    case 's':
      return subjectOf(message);
    case 'b':
      return bodyOf(message);
    case 'B':
      return message.replace(/^\n+/, '');
    case 'f':
      return nameOfSubject(subjectOf(message));
    case 'S':
      return format.sourceOf(commit.oid);
    case 'd':
      return names((await format.allDecorations()).get(commit.oid));
    case 'N':
      return (await format.noteOf(commit.oid)) ?? '';
    case 'm':
      return format.markOf(commit.oid) || '>';
    case 'D':
      return ((await format.allDecorations()).get(commit.oid) ?? []).join(', ');
    default:
      return '';
  }
}

function entryValue({ selector, fullSelector, who, message }: LogEntry, field: string): string {
  if (field === 'd') return selector;
  if (field === 'D') return fullSelector;
  if (field === 's') return message;
  return field === 'n' || field === 'N' ? who.name : who.email;
}

/** `%(trailers:key=Reviewed-by,valueonly,separator=%x2C )` */
function trailersOf(message: string, options: string): string {
  const given = options.slice(1).split(',').filter(Boolean);
  const keys = given.flatMap((each) => /^key=(.*)$/.exec(each)?.[1]?.replace(/:$/, '').toLowerCase() ?? []);
  const separator = /separator=((?:[^,)])*)/
    .exec(options)?.[1]
    ?.replace(/%x([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const is = (name: string) => given.some((each) => each === name || each === `${name}=true`);
  const lines = trailerLines(message)
    .map((line) => /^([^:]+):\s*([\s\S]*)$/.exec(line))
    .filter((match) => match !== null && (keys.length === 0 || keys.includes(match[1]!.toLowerCase())))
    .map((match) =>
      is('valueonly') ? match![2]! : is('keyonly') ? match![1]! : `${match![1]}: ${match![2]}`,
    );
  return separator === undefined ? lines.map((line) => `${line}\n`).join('') : lines.join(separator);
}

function personValue(person: Person, field: string, format: LogFormat): string {
  const date = (style: DateStyle) => shownDate(person, style, format.nowSeconds);
  switch (field) {
    case 'n':
    case 'N':
      return person.name;
    case 'e':
    case 'E':
      return person.email;
    case 'l':
    case 'L':
      return person.email.split('@')[0] ?? '';
    case 'd':
      return date(format.dateStyle);
    case 'D':
      return date('rfc');
    case 'r':
      return date('relative');
    case 't':
      return date('unix');
    case 'i':
      return date('iso');
    case 'I':
      return date('iso-strict');
    default:
      return date('short');
  }
}
