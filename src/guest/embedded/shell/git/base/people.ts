import type { Moment } from './dates.ts';

/** Who did something and when. */
export interface Person extends Moment {
  readonly name: string;
  readonly email: string;
}

export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  /** With its final line end. */
  readonly message: string;
}

export interface Tag {
  readonly object: string;
  readonly type: string;
  readonly name: string;
  readonly tagger: Person | null;
  readonly message: string;
}

export function personLine({ name, email, seconds, zone }: Person): string {
  return `${name} <${email}> ${seconds} ${zone}`;
}

export function parsePerson(line: string): Person {
  const match = /^(.*?) ?<([^>]*)>(?: (-?\d+) ([+-]\d{4}))?/.exec(line);
  return {
    name: match?.[1] ?? '',
    email: match?.[2] ?? '',
    seconds: Number(match?.[3] ?? 0),
    zone: match?.[4] ?? '+0000',
  };
}

/** Header lines by name (continued ones joined) and what comes behind the empty line. */
function split(bytes: Uint8Array): {
  readonly headers: readonly (readonly [string, string])[];
  readonly message: string;
} {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const headers = head
    .replace(/\n /g, '\0')
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      return [line.slice(0, space), line.slice(space + 1).replaceAll('\0', '\n')] as const;
    });
  return { headers, message: end < 0 ? '' : text.slice(end + 2) };
}

export function parseCommit(oid: string, bytes: Uint8Array): Commit {
  const { headers, message } = split(bytes);
  const one = (name: string) => headers.find(([each]) => each === name)?.[1] ?? '';
  return {
    oid,
    tree: one('tree'),
    parents: headers.filter(([name]) => name === 'parent').map(([, value]) => value),
    author: parsePerson(one('author')),
    committer: parsePerson(one('committer')),
    message,
  };
}

export function commitBytes(commit: Omit<Commit, 'oid'>): Uint8Array {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${personLine(commit.author)}`,
    `committer ${personLine(commit.committer)}`,
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n\n${commit.message}`);
}

export function parseTag(bytes: Uint8Array): Tag {
  const { headers, message } = split(bytes);
  const one = (name: string) => headers.find(([each]) => each === name)?.[1];
  const tagger = one('tagger');
  return {
    object: one('object') ?? '',
    type: one('type') ?? '',
    name: one('tag') ?? '',
    tagger: tagger === undefined ? null : parsePerson(tagger),
    message,
  };
}

export function tagBytes(tag: Tag): Uint8Array {
  const lines = [`object ${tag.object}`, `type ${tag.type}`, `tag ${tag.name}`];
  if (tag.tagger) lines.push(`tagger ${personLine(tag.tagger)}`);
  return new TextEncoder().encode(`${lines.join('\n')}\n\n${tag.message}`);
}

const trailerLine = /^[A-Za-z0-9-]+\s*:/;

/** The lines at a message's end that are all `Key: value`, as of `Signed-off-by`; none where its end is other text. */
export function trailerLines(message: string): string[] {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  if (paragraphs.length < 2) return [];
  const lines: string[] = [];
  for (const line of paragraphs.at(-1)!.split('\n')) {
    if (/^\s/.test(line) && lines.length > 0) lines.push(`${lines.pop()}\n${line}`);
    else lines.push(line);
  }
  return lines.every((line) => trailerLine.test(line)) ? lines : [];
}

/** A message with more such lines at its end; `key=value` is one too. */
export function withTrailers(message: string, trailers: readonly string[]): string {
  if (trailers.length === 0) return message;
  const lines = trailers.map((each) => {
    const [, key = each, value = ''] = /^([^:=]+?)\s*[:=]\s*(.*)$/.exec(each) ?? [];
    return `${key}: ${value}\n`;
  });
  return `${message}${trailerLines(message).length > 0 ? '' : '\n'}${lines.join('')}`;
}

/** First paragraph of a message on one line, as `--oneline` shows it. */
export function subjectOf(message: string): string {
  return (message.replace(/^\n+/, '').split(/\n[ \t]*\n/)[0] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

export function bodyOf(message: string): string {
  const text = message.replace(/^\n+/, '');
  const end = /\n[ \t]*\n/.exec(text);
  return end ? text.slice(end.index + end[0].length).replace(/^\n+/, '') : '';
}
