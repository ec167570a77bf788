import { edited } from '../base/editor.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { type Entry, flattenTree, readObject, writeObject, writeTree } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { commitBytes } from '../base/people.ts';
import { refOid, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { resolveRevision } from '../history/revisions.ts';
import { cleanMessage } from './commitMessage.ts';

const table = new OptionTable(
  'notes',
  'm,message= F,file= f,force ref= allow-empty C,reuse-message= ignore-missing stdin q,quiet n,dry-run v,verbose',
);

async function notesRef(git: GitCall, ref: string | undefined): Promise<string> {
  const name = ref ?? git.env.GIT_NOTES_REF ?? (await git.config('core.notesRef')) ?? 'refs/notes/commits';
  if (name.startsWith('refs/')) return name;
  return name.startsWith('notes/') ? `refs/${name}` : `refs/notes/${name}`;
}

/** Notes by the object that they are about. */
async function readNotes(repo: Repo, ref: string): Promise<Map<string, Entry & { readonly path: string }>> {
  const oid = await refOid(repo, ref);
  const tree = await flattenTree(repo, oid);
  return new Map([...tree].map(([path, entry]) => [path.replaceAll('/', ''), { ...entry, path }]));
}

/** Finds the text of a commit's note, or null where it has none. Their list is read once, when the first is asked for. */
export function noteReader(git: GitCall, repo: Repo): (oid: string) => Promise<string | null> {
  let all: ReturnType<typeof readNotes> | null = null;
  return async (oid) => {
    all ??= notesRef(git, undefined).then((ref) => readNotes(repo, ref));
    const found = (await all).get(oid);
    return found ? new TextDecoder().decode((await readObject(repo, found.oid)).bytes) : null;
  };
}

async function store(
  git: GitCall,
  repo: Repo,
  ref: string,
  notes: ReadonlyMap<string, Entry & { readonly path: string }>,
  what: { readonly done: 'added' | 'removed'; readonly action: string },
): Promise<void> {
  const before = await refOid(repo, ref);
  const files = [...notes.values()].map(({ path, oid, mode }) => [path, { oid, mode }] as const);
  const tree = await writeTree(repo, new Map(files.sort(([a], [b]) => (a < b ? -1 : 1))));
  const commit = commitBytes({
    tree,
    parents: before === null ? [] : [before],
    author: await identity(git, 'author'),
    committer: await identity(git, 'committer'),
    message: `Notes ${what.done} by 'git notes ${what.action}'\n`,
  });
  await writeRef(repo, ref, await writeObject(repo, 'commit', commit));
}

export async function notes(git: GitCall, args: readonly string[]): Promise<number> {
  const repo = await git.repo();
  const given = table.parse(args);
  const [action = 'list', word = 'HEAD'] = given.operands;
  const ref = await notesRef(git, given.value('ref'));
  const all = await readNotes(repo, ref);
  if (action === 'list' && given.operands.length < 2) {
    const sorted = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [about, { oid }] of sorted) git.print(`${oid} ${about}\n`);
    return 0;
  }
  const about = await resolveRevision(git, repo, word);
  if (about === null) die(`failed to resolve '${word}' as a valid ref.`);
  const known = all.get(about);
  const missing = () => new GitFailure(`error: no note found for object ${about}.\n`, 1);
  switch (action) {
    case 'list':
      if (!known) throw missing();
      git.print(`${known.oid}\n`);
      return 0;
    case 'show':
      if (!known) throw missing();
      git.printBytes((await readObject(repo, known.oid)).bytes);
      return 0;
    case 'remove':
      if (!known) {
        await git.warn(`Object ${word} has no note\n`);
        return given.has('ignore-missing') ? 0 : 1;
      }
      await git.warn(`Removing note for object ${word}\n`);
      all.delete(about);
      await store(git, repo, ref, all, { done: 'removed', action });
      return 0;
    case 'add':
    case 'append':
    case 'edit': {
      if (known && action === 'add' && !given.has('force')) {
        throw new GitFailure(
          `error: Cannot add notes. Found existing notes for object ${about}. Use '-f' to overwrite existing notes\n`,
          1,
        );
      }
      if (known && action === 'add') await git.warn(`Overwriting existing notes for object ${about}\n`);
      const before =
        known && action !== 'add'
          ? new TextDecoder().decode((await readObject(repo, known.oid)).bytes).trimEnd()
          : '';
      const added = await textOf(git, repo, given, action === 'edit' ? before : '');
      const text = before === '' || action === 'edit' ? added : `${before}\n\n${added}`;
      const oid = await writeObject(repo, 'blob', new TextEncoder().encode(text));
      all.set(about, { oid, mode: '100644', path: known?.path ?? about });
      await store(git, repo, ref, all, { done: 'added', action });
      return 0;
    }
    default:
      throw new GitFailure(
        `error: unknown subcommand: \`${action}'\nusage: git notes [--ref <notes-ref>] (list | add | append | edit | show | remove) [<object>]\n`,
        129,
      );
  }
}

async function textOf(
  git: GitCall,
  repo: Repo,
  given: ReturnType<OptionTable['parse']>,
  before: string,
): Promise<string> {
  const file = given.value('file');
  const typed =
    given.values('message').length > 0
      ? given.values('message').join('\n\n')
      : file === undefined
        ? await edited(git, repo, 'NOTES_EDITMSG', before)
        : file === '-'
          ? new TextDecoder().decode(await git.program.stdin())
          : await git.textOf(git.resolve(file));
  if (typed === null)
    throw new GitFailure(
      'error: there is no editor in this guest\nPlease supply the note using either -m or -F option.\n',
      1,
    );
  return cleanMessage(typed, file === undefined && given.values('message').length === 0);
}
