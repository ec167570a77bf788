import { edited, noEditor } from '../base/editor.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { type Commit, type Person, subjectOf } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { commitOf } from '../history/revisions.ts';

/** Blank lines at both ends go, runs of them become one, and so does white space at the ends of lines. */
export function cleanMessage(text: string, dropsComments: boolean): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+$/, ''));
  const kept = dropsComments ? lines.filter((line) => !line.startsWith('#')) : lines;
  const joined = kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
  return joined === '' ? '' : `${joined}\n`;
}

/** `fixup! Subject`, `squash! Subject`: the first line of what `rebase --autosquash` will meld into a commit. */
async function meldedSubject(git: GitCall, repo: Repo, given: GivenOptions): Promise<string | null> {
  const [kind, word] = given.has('squash')
    ? ['squash', given.value('squash')!]
    : [
        ...(/^(amend|reword):/.test(given.value('fixup') ?? '') ? ['amend'] : ['fixup']),
        given.value('fixup'),
      ];
  if (word === undefined) return null;
  const named = word.replace(/^(?:amend|reword):/, '');
  const { message } = await readCommit(repo, await commitOf(git, repo, named));
  const subject = `${kind}! ${subjectOf(message)}\n`;
  return kind === 'amend' ? `${subject}\n${message}` : subject;
}

/** How a message is tidied: the lines that begin with `#` go where it was edited, unless `--cleanup` says otherwise. */
export async function cleanerFor(
  git: GitCall,
  given: GivenOptions,
): Promise<(text: string, isEdited: boolean) => string> {
  const mode = given.value('cleanup') ?? (await git.config('commit.cleanup')) ?? 'default';
  if (!['default', 'verbatim', 'whitespace', 'strip', 'scissors'].includes(mode))
    die(`Invalid cleanup mode ${mode}`);
  return (text, isEdited) =>
    mode === 'verbatim' ? text : cleanMessage(text, mode === 'strip' || (mode === 'default' && isEdited));
}

/** A message, and what `prepare-commit-msg` is told of where it comes from. */
interface Prepared {
  readonly text: string;
  readonly source: readonly string[];
}

export async function messageFor(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
  amended: Commit | null,
): Promise<Prepared> {
  const messages = given.values('message');
  const file = given.value('file');
  const reused = given.value('reuse-message') ?? given.value('reedit-message');
  const merge =
    (await git.textOf(`${repo.gitDir}/MERGE_MSG`)) ?? (await git.textOf(`${repo.gitDir}/SQUASH_MSG`));
  const keeps = given.has('no-edit', 'no-no-edit');
  const clean = await cleanerFor(git, given);
  const melded = await meldedSubject(git, repo, given);
  const template = given.value('template') ?? (await git.config('commit.template'));
  let start: { readonly text: string; readonly source: readonly string[]; readonly edits: boolean } | null =
    null;
  if (melded?.startsWith('amend!') && messages.length > 0)
    die(`options '-m' and '--fixup:${given.value('fixup')!.split(':')[0]}' cannot be used together`);
  if (melded !== null) {
    const text = messages.length > 0 ? `${melded}\n${messages.join('\n\n')}` : melded;
    start = {
      text,
      source: ['message'],
      edits: melded.startsWith('amend!') || (given.has('squash') && messages.length === 0),
    };
  } else if (messages.length > 0) start = { text: messages.join('\n\n'), source: ['message'], edits: false };
  else if (file !== undefined) {
    const text =
      file === '-'
        ? new TextDecoder().decode(await git.program.stdin())
        : await git.textOf(git.resolve(file));
    if (text === null) die(`could not read log file '${file}': No such file or directory`);
    start = { text, source: ['message'], edits: false };
  } else if (reused !== undefined) {
    const oid = await commitOf(git, repo, reused);
    const { message: text } = await readCommit(repo, oid);
    start = { text, source: ['commit', reused], edits: given.has('reedit-message') };
  } else if (amended) start = { text: amended.message, source: ['commit', 'HEAD'], edits: true };
  else if (merge !== null) start = { text: merge, source: ['merge'], edits: true };
  else if (template !== undefined) {
    const path = template.replace(/^~(?=\/)/, git.env.HOME ?? '~');
    const text =
      (await git.textOf(git.resolve(path))) ?? die(`could not read '${template}': No such file or directory`);
    start = { text, source: ['template'], edits: true };
  }
  const edits = (start?.edits ?? true) || given.has('e', 'edit');
  if (start && (!edits || keeps)) return { text: clean(start.text, false), source: start.source };
  const help = `\n\n# Please enter the commit message for your changes. Lines starting\n# with '#' will be ignored, and an empty message aborts the commit.\n`;
  const text = await edited(git, repo, 'COMMIT_EDITMSG', `${(start?.text ?? '').trimEnd()}${help}`);
  if (text !== null) return { text: clean(text, true), source: start?.source ?? [] };
  throw new GitFailure(`${noEditor}Please supply the message using either -m or -F option.\n`, 1);
}

export function signedOff(message: string, { name, email }: Person): string {
  const line = `Signed-off-by: ${name} <${email}>\n`;
  if (message.endsWith(line)) return message;
  return `${message}${/\n[\w-]+: [^\n]*\n$/.test(message) ? '' : '\n'}${line}`;
}
