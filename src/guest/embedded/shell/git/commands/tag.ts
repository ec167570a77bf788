import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { readObject, writeObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { parseCommit, parseTag, subjectOf, tagBytes } from '../base/people.ts';
import { deleteRef, isValidRefName, listTags, refOid, writeRef } from '../base/refs.ts';
import { shortOid } from '../history/abbreviations.ts';
import { filledRef, refFacts, sortRefs } from '../history/refFormat.ts';
import { commitOf, resolveRevision } from '../history/revisions.ts';
import { isAncestor } from '../history/walk.ts';
import { globSource } from '../index/glob.ts';
import { cleanMessage } from './commitMessage.ts';

const table = new OptionTable(
  'tag',
  'a,annotate m,message= F,file= f,force d,delete l,list n=? sort= contains=! merged=! points-at=! s,sign u= v,verify format= i,ignore-case column=? no-sign',
);

export async function tag(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { operands } = given;
  if (given.has('delete')) {
    let failed = 0;
    for (const name of operands) {
      const oid = await refOid(repo, `refs/tags/${name}`);
      if (oid === null) {
        await git.warn(`error: tag '${name}' not found.\n`);
        failed = 1;
        continue;
      }
      await deleteRef(repo, `refs/tags/${name}`);
      git.print(`Deleted tag '${name}' (was ${await shortOid(repo, oid)})\n`);
    }
    return failed;
  }
  if (given.has('sign', 'u', 'verify')) die('signing is not in this guest: there is no gpg');
  if (operands.length === 0 || given.has('list', 'contains', 'merged', 'points-at', 'n', 'format', 'sort')) {
    const patterns = operands.map((operand) => new RegExp(`^${globSource(operand, true)}$`));
    const about = async (key: string) => {
      const value = given.value(key);
      return value === undefined ? null : commitOf(git, repo, value === '' ? 'HEAD' : value);
    };
    const [contains, merged, pointsAt] = [
      await about('contains'),
      await about('merged'),
      await about('points-at'),
    ];
    const names = (await listTags(repo)).filter(
      (name) => patterns.length === 0 || patterns.some((pattern) => pattern.test(name)),
    );
    const format = given.value('format');
    const all = await Promise.all(
      names.map(async (name) => ({
        name,
        facts: await refFacts(repo, `refs/tags/${name}`, (await refOid(repo, `refs/tags/${name}`)) ?? ''),
      })),
    );
    for (const { name, facts } of await sortRefs(
      git,
      repo,
      all,
      given.values('sort'),
      (each) => each.facts,
    )) {
      const commit = await commitOf(git, repo, `refs/tags/${name}`);
      if (contains !== null && !(await isAncestor(repo, contains, commit))) continue;
      if (merged !== null && !(await isAncestor(repo, commit, merged))) continue;
      if (pointsAt !== null && commit !== pointsAt) continue;
      if (format !== undefined) git.print(`${await filledRef(git, repo, facts, format)}\n`);
      else if (!given.has('n')) git.print(`${name}\n`);
      else {
        const { type, bytes } = await readObject(repo, (await refOid(repo, `refs/tags/${name}`))!);
        const message = type === 'tag' ? parseTag(bytes).message : parseCommit('', bytes).message;
        git.print(`${name.padEnd(15)} ${subjectOf(message)}\n`);
      }
    }
    return 0;
  }
  const name = operands[0]!;
  if (!isValidRefName(name)) die(`'${name}' is not a valid tag name.`);
  const existing = await refOid(repo, `refs/tags/${name}`);
  if (existing !== null && !given.has('force')) die(`tag '${name}' already exists`);
  const target = operands[1] ?? 'HEAD';
  const object =
    (await resolveRevision(git, repo, target)) ?? die(`Failed to resolve '${target}' as a valid ref.`);
  let oid = object;
  if (given.has('annotate', 'message', 'file')) {
    const file = given.value('file');
    const text =
      file === undefined
        ? given.values('message').join('\n\n')
        : ((await git.textOf(git.resolve(file))) ?? '');
    if (!given.has('message', 'file')) die('there is no editor in this guest; give the message with -m');
    const tagger = await identity(git, 'committer');
    const { type } = await readObject(repo, object);
    oid = await writeObject(
      repo,
      'tag',
      tagBytes({ object, type, name, tagger, message: cleanMessage(text, false) }),
    );
  }
  await writeRef(repo, `refs/tags/${name}`, oid);
  if (existing !== null && existing !== oid)
    git.print(`Updated tag '${name}' (was ${await shortOid(repo, existing)})\n`);
  return 0;
}
