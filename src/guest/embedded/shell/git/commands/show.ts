import { shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, readObject, readTree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { parseTag } from '../base/people.ts';
import { readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { asksForShape, diffWords } from '../diff/diffOptions.ts';
import { readDecorations } from '../history/decorations.ts';
import { changesOf, LogPrinter } from '../history/logPrinter.ts';
import {
  checkPathInRevision,
  resolveRevision,
  revisionsAndPaths,
  unknownRevision,
} from '../history/revisions.ts';
import { walkHistory } from '../history/walk.ts';
import { endWords, walkEnds } from '../history/walkEnds.ts';
import type { Pathspec } from '../index/pathspec.ts';
import { logFormat, logWords } from './log.ts';

const table = new OptionTable('show', `${logWords} ${endWords} ${diffWords}`);

export async function show(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { revisions, paths } = await revisionsAndPaths(git, repo, given);
  const decorates = given.has('decorate') && given.value('decorate') !== 'no';
  const format = logFormat(git, repo, given, decorates ? await readDecorations(repo) : null);
  const printer = new LogPrinter(git, repo, given, format, paths, null, !asksForShape(given), true);
  for (const revision of revisions.length > 0 ? revisions : ['HEAD']) {
    if (/\.\./.test(revision)) {
      const { included, excluded } = await walkEnds(git, repo, [revision], given);
      const walk = walkHistory(repo, included, excluded, { firstParent: false, topological: false });
      for await (const commit of walk) await printer.print(commit);
      continue;
    }
    const oid = await resolveRevision(git, repo, revision);
    if (oid === null) {
      await checkPathInRevision(git, repo, revision);
      if (revision === 'HEAD')
        die(`your current branch '${(await readHead(repo)).branch}' does not have any commits yet`);
      unknownRevision(revision);
    }
    await showObject(git, repo, oid, revision, { printer, given, paths });
  }
  return 0;
}

async function showObject(
  git: GitCall,
  repo: Repo,
  oid: string,
  name: string,
  shown: { readonly printer: LogPrinter; readonly given: GivenOptions; readonly paths: Pathspec },
): Promise<void> {
  const { printer, given, paths } = shown;
  const { type, bytes } = await readObject(repo, oid);
  if (type === 'blob') git.printBytes(bytes);
  else if (type === 'tree') {
    git.print(`tree ${name}\n\n`);
    for (const entry of await readTree(repo, oid))
      git.print(`${entry.name}${entry.mode === '040000' ? '/' : ''}\n`);
  } else if (type === 'tag') {
    const tag = parseTag(bytes);
    git.print(`tag ${tag.name}\n`);
    if (tag.tagger) {
      git.print(`Tagger: ${tag.tagger.name} <${tag.tagger.email}>\n`);
      const hasDate = printer.format.kind !== 'user' && printer.format.kind !== 'oneline';
      if (hasDate)
        git.print(`Date:   ${shownDate(tag.tagger, printer.format.dateStyle, printer.format.nowSeconds)}\n`);
    }
    git.print(
      `\n${tag.message}${printer.format.kind === 'user' || printer.format.kind === 'oneline' ? '' : '\n'}`,
    );
    await showObject(git, repo, tag.object, tag.object, shown);
    return;
  }
  if (type !== 'commit') return;
  const commit = await readCommit(repo, oid);
  // Of a commit that touches none of the paths nothing is said.
  if (
    !paths.isEmpty &&
    commit.parents.length < 2 &&
    (await changesOf(repo, commit, given, paths)).length === 0
  )
    return;
  await printer.print(commit);
}
