import { shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { type GitObject, peel, readObject } from '../base/objects.ts';
import { bodyOf, type Person, parseCommit, parseTag, subjectOf } from '../base/people.ts';
import { readHead, shortRef, symbolicTarget } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from './abbreviations.ts';
import { parseDateStyle } from './format.ts';
import { upstreamOf } from './revisions.ts';
import { type Tracking, trackingOf } from './state.ts';

/** A ref with the object it names; of an annotated tag also what that names. */
export interface RefFacts {
  readonly ref: string;
  readonly oid: string;
  readonly object: GitObject;
  readonly target: { readonly oid: string; readonly object: GitObject };
}

export async function refFacts(repo: Repo, ref: string, oid: string): Promise<RefFacts> {
  return { ref, oid, object: await readObject(repo, oid), target: await peel(repo, oid) };
}

function namePart(ref: string, style: string): string {
  if (style === 'short') return shortRef(ref);
  const strip = /^(l|r)?strip=(-?\d+)$/.exec(style);
  if (!strip) return ref;
  const parts = ref.split('/');
  const count = Number(strip[2]);
  const keep = count < 0 ? -count : Math.max(1, parts.length - count);
  return (strip[1] === 'r' ? parts.slice(0, keep) : parts.slice(-keep)).join('/');
}

/** `[ahead 1, behind 2]`, `[gone]`, or the sign of `trackshort`. */
function trackWords({ ahead, behind }: Tracking, style: string): string {
  if (style === 'trackshort')
    return ahead === null ? '' : ahead > 0 && behind > 0 ? '<>' : ahead > 0 ? '>' : behind > 0 ? '<' : '=';
  const parts =
    ahead === null
      ? ['gone']
      : [...(ahead > 0 ? [`ahead ${ahead}`] : []), ...(behind > 0 ? [`behind ${behind}`] : [])];
  const text = parts.join(', ');
  return style.includes('nobracket') || text === '' ? text : `[${text}]`;
}

interface ObjectFacts {
  readonly author: Person | null;
  readonly committer: Person | null;
  readonly tagger: Person | null;
  readonly message: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly object: string;
  readonly tag: string;
}

function factsIn({ type, bytes }: GitObject): ObjectFacts {
  const nothing = {
    author: null,
    committer: null,
    tagger: null,
    message: '',
    tree: '',
    parents: [],
    object: '',
    tag: '',
  };
  if (type === 'commit') return { ...nothing, ...parseCommit('', bytes) };
  if (type !== 'tag') return nothing;
  const { tagger, message, object, name } = parseTag(bytes);
  return { ...nothing, tagger, message, object, tag: name };
}

const personFields = /^(author|committer|tagger|creator)(name|email|date)?$/;

/** One field of a format; null where there is no such. */
async function fieldOf(git: GitCall, repo: Repo, ref: RefFacts, field: string): Promise<string | null> {
  const isTarget = field.startsWith('*');
  if (isTarget && ref.target.oid === ref.oid) return '';
  const { oid, object } = isTarget ? ref.target : ref;
  const [name = '', ...styles] = field.replace(/^\*/, '').split(':');
  const style = styles.join(':');
  const facts = factsIn(object);
  const person = personFields.exec(name);
  if (person) {
    const who =
      person[1] === 'creator'
        ? (facts.tagger ?? facts.committer)
        : facts[person[1] as 'author' | 'committer' | 'tagger'];
    if (!who) return '';
    const nowSeconds = Math.floor(git.program.nowMs() / 1000);
    const date = shownDate(who, style === '' ? 'default' : parseDateStyle(style), nowSeconds);
    if (person[2] === 'name') return who.name;
    if (person[2] === 'email') return style === 'trim' ? who.email : `<${who.email}>`;
    return person[2] === 'date' ? date : `${who.name} <${who.email}> ${who.seconds} ${who.zone}`;
  }
  switch (name) {
    case 'refname':
      return namePart(ref.ref, style);
    case 'objectname':
      return style.startsWith('short') ? shortOid(repo, oid, Number(style.slice(6)) || 7) : oid;
    case 'objecttype':
      return object.type;
    case 'objectsize':
      return String(object.bytes.length);
    case 'subject':
      return subjectOf(facts.message);
    case 'body':
      return bodyOf(facts.message);
    case 'contents':
      return style === 'subject'
        ? subjectOf(facts.message)
        : style === 'body'
          ? bodyOf(facts.message)
          : facts.message;
    case 'tree':
      return facts.tree;
    case 'parent':
      return facts.parents.join(' ');
    case 'numparent':
      return object.type === 'commit' ? String(facts.parents.length) : '';
    case 'object':
      return facts.object;
    case 'type':
      return facts.tag === '' ? '' : ref.target.object.type;
    case 'tag':
      return facts.tag;
    case 'symref':
      return namePart((await symbolicTarget(repo, ref.ref)) ?? '', style);
    case 'HEAD':
      return (await readHead(repo)).ref === ref.ref ? '*' : ' ';
    case 'upstream':
    case 'push': {
      const branch = ref.ref.startsWith('refs/heads/') ? shortRef(ref.ref) : null;
      const upstream = await upstreamOf(git, branch);
      if (upstream === null) return '';
      if (!style.startsWith('track')) return style === '' ? upstream.ref : namePart(upstream.ref, style);
      const tracking = await trackingOf(git, repo, branch);
      return tracking === null ? '' : trackWords(tracking, style);
    }
    default:
      return null;
  }
}

/** What `%(if)`, `%(align)` and their ends have opened: its text so far, and what becomes of it. */
interface Level {
  text: string;
  readonly close: (text: string) => string;
  /** Of an `if`: the condition, once `then` was met. */
  holds?: boolean;
  readonly equals?: string | undefined;
  readonly differs?: string | undefined;
  kept: string;
}

function aligned(option: string): (text: string) => string {
  const words = option.split(',');
  const width = Number(words.map((word) => /^(?:width=)?(\d+)$/.exec(word)?.[1]).find(Boolean) ?? 0);
  const side = words.map((word) => /^(?:position=)?(left|right|middle)$/.exec(word)?.[1]).find(Boolean);
  return (text) => {
    if (side === 'right') return text.padStart(width);
    if (side === 'middle')
      return text.padStart(text.length + Math.floor((width - text.length) / 2)).padEnd(width);
    return text.padEnd(width);
  };
}

/** A format such as `%(refname:short) %(if)%(HEAD)%(then)*%(end)`, filled in for one ref. */
export async function filledRef(git: GitCall, repo: Repo, ref: RefFacts, format: string): Promise<string> {
  const levels: Level[] = [{ text: '', close: (text) => text, kept: '' }];
  const top = () => levels.at(-1)!;
  let from = 0;
  for (const match of format.matchAll(/%\(([^)]*)\)|%([0-9a-fA-F]{2})|%%/g)) {
    top().text += format.slice(from, match.index);
    from = match.index + match[0].length;
    const field = match[1];
    if (field === undefined) {
      top().text += match[2] === undefined ? '%' : String.fromCharCode(Number.parseInt(match[2], 16));
    } else if (/^if(?::|$)/.test(field)) {
      const test = /^if:(equals|notequals)=(.*)$/.exec(field);
      levels.push({
        text: '',
        close: (text) => text,
        kept: '',
        equals: test?.[1] === 'equals' ? test[2] : undefined,
        differs: test?.[1] === 'notequals' ? test[2] : undefined,
      });
    } else if (field === 'then') {
      const level = top();
      const { text, equals, differs } = level;
      level.holds =
        equals !== undefined
          ? text === equals
          : differs !== undefined
            ? text !== differs
            : text.trim() !== '';
      level.text = '';
    } else if (field === 'else') {
      const level = top();
      if (level.holds) level.kept = level.text;
      level.text = '';
      level.holds = !level.holds;
    } else if (field.startsWith('align:')) {
      levels.push({ text: '', close: aligned(field.slice('align:'.length)), kept: '' });
    } else if (field === 'end') {
      const { text, close, holds, kept } = levels.pop()!;
      if (levels.length === 0) die('format: %(end) atom used without corresponding atom');
      top().text += close(holds === undefined || holds ? kept + text : kept);
    } else if (!field.startsWith('color')) {
      top().text += (await fieldOf(git, repo, ref, field)) ?? die(`unknown field name: ${field}`);
    }
  }
  if (levels.length > 1) die('format: %(end) atom missing');
  return top().text + format.slice(from);
}

/** Sorts refs by the keys of `--sort`, the last of them first; what is equal stays in the order of names. */
export async function sortRefs<Item>(
  git: GitCall,
  repo: Repo,
  items: readonly Item[],
  keys: readonly string[],
  factsOf: (item: Item) => RefFacts,
): Promise<Item[]> {
  let sorted = [...items];
  for (const key of keys) {
    const field = key.replace(/^-/, '');
    const isVersion = /^(?:version|v):/.test(field);
    const name = field.replace(/^(?:version|v):/, '');
    const isNumber = /date$|^objectsize$|^numparent$/.test(name);
    const atom = name.endsWith('date') ? `${name}:unix` : name;
    const values = new Map<Item, string>();
    for (const item of sorted)
      values.set(item, (await fieldOf(git, repo, factsOf(item), atom)) ?? die(`unknown field name: ${name}`));
    const compare = (a: string, b: string) =>
      isVersion
        ? a.localeCompare(b, 'en', { numeric: true })
        : isNumber
          ? Number(a) - Number(b)
          : a < b
            ? -1
            : a > b
              ? 1
              : 0;
    const sign = key.startsWith('-') ? -1 : 1;
    sorted = sorted.sort((a, b) => sign * compare(values.get(a)!, values.get(b)!));
  }
  return sorted;
}
