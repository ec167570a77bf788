import { type DateStyle, shownDate } from '../base/dates.ts';
import { bodyOf, type Commit, type Person, subjectOf, trailerLines } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from './abbreviations.ts';
import type { LogEntry, LogFormat } from './format.ts';

/** ` (HEAD -> main, tag: v1)`; empty for a commit that has no name. */
export function decorationNames(list: readonly string[] | undefined): string {
  return list && list.length > 0 ? ` (${list.join(', ')})` : '';
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

/** A commit as the placeholders of `--format` ask for it; `entry`: its line in a ref's log, for `%gd` and its kin. */
export async function fillTemplate(
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
      return decorationNames((await format.allDecorations()).get(commit.oid));
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
