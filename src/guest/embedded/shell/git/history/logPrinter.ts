import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { unitsFromText } from '../base/text.ts';
import { changesBetween } from '../diff/changes.ts';
import { combinedPatch } from '../diff/combined.ts';
import { asksForPatch, asksForShape, printChanges, selectChanges } from '../diff/diffOptions.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import type { Pathspec } from '../index/pathspec.ts';
import { shortOid } from './abbreviations.ts';
import { formatCommit, type LogEntry, type LogFormat } from './format.ts';
import type { Graph } from './graph.ts';

/** How the changes of a merge are shown: not at all, against the first parent, against each, or all in one. */
export type MergeStyle = 'off' | 'first' | 'each' | 'combined';

export function mergeStyleOf(given: GivenOptions, fallback: MergeStyle): MergeStyle {
  const asked = given.value('diff-merges');
  if (asked !== undefined) {
    if (/^(?:off|none)$/.test(asked)) return 'off';
    if (/^(?:1|first-parent)$/.test(asked)) return 'first';
    if (/^(?:m|on|separate)$/.test(asked)) return 'each';
    if (/^(?:c|cc|combined|dense-combined)$/.test(asked)) return 'combined';
    return die(`invalid value for '--diff-merges': '${asked}'`);
  }
  if (given.has('no-diff-merges')) return 'off';
  if (given.has('c', 'cc')) return 'combined';
  if (given.has('first-parent')) return 'first';
  return given.has('m') ? 'each' : fallback;
}

/** What a commit changed against its first parent; nothing for a merge unless that was asked for. */
export async function changesOf(
  repo: Repo,
  commit: Commit,
  given: GivenOptions,
  paths: Pathspec | null,
  parent = commit.parents[0],
): Promise<ReturnType<typeof selectChanges>> {
  const style = mergeStyleOf(given, 'off');
  if (commit.parents.length > 1 && (style === 'off' || style === 'combined')) return [];
  const old = parent === undefined ? null : (await readCommit(repo, parent)).tree;
  const part = paths === null || paths.isEmpty || given.has('follow') ? undefined : paths;
  const selected = await selectChanges(repo, await treeChanges(repo, old, commit.tree, part), given);
  return paths === null || paths.isEmpty
    ? selected
    : selected.filter(({ old: from, now }) => [from, now].some((side) => side && paths.matches(side.path)));
}

/** Writes commits one below the other, with the empty lines that git puts between. */
export class LogPrinter {
  #isFirst = true;

  constructor(
    readonly git: GitCall,
    readonly repo: Repo,
    readonly given: GivenOptions,
    readonly format: LogFormat,
    readonly paths: Pathspec | null,
    readonly graph: Graph | null = null,
    readonly patchByDefault = false,
    /** `show` tells of a merge what no parent had. */
    readonly showsMerges = false,
  ) {}

  async print(commit: Commit, entry: LogEntry | null = null): Promise<void> {
    const style = mergeStyleOf(this.given, this.showsMerges ? 'combined' : 'off');
    const isMerge = commit.parents.length > 1;
    if (isMerge && style === 'each' && (this.patchByDefault || asksForShape(this.given))) {
      for (const parent of commit.parents) await this.#printAgainst(commit, parent, entry);
      return;
    }
    await this.#printText(commit, entry, '');
    if (this.graph) return;
    if (isMerge && style === 'combined') await this.#printMerge(commit);
    else await this.#printBelow(await this.#changes(commit));
    await this.git.drain();
  }

  /** A merge once for each parent from which something changed, which its first line names. */
  async #printAgainst(commit: Commit, parent: string, entry: LogEntry | null): Promise<void> {
    const changes = await changesOf(this.repo, commit, this.given, this.paths, parent);
    if (changes.length === 0) return;
    const { format } = this;
    const name = format.abbreviates ? await shortOid(this.repo, parent, format.abbrev) : parent;
    await this.#printText(commit, entry, ` (from ${name})`);
    await this.#printBelow(changes);
    await this.git.drain();
  }

  async #printText(commit: Commit, entry: LogEntry | null, from: string): Promise<void> {
    const { git, given, graph } = this;
    const format = from === '' ? this.format : { ...this.format, relatives: async () => from };
    const spaced = format.kind !== 'oneline' && format.kind !== 'user' && format.kind !== 'reference';
    const text = await formatCommit(this.repo, commit, format, entry);
    if (graph) {
      const changes = await this.#changes(commit);
      const below = await git.captured(() =>
        printChanges(git, this.repo, changes, given, {
          patchByDefault: false,
          separate: () => git.print(format.kind === 'oneline' ? '' : '\n'),
        }),
      );
      const lines = `${unitsFromText(text.replace(/\n$/, ''))}\n${below}`.replace(/\n$/, '').split('\n');
      git.printUnits(graph.add(commit, lines, spaced));
      return git.drain();
    }
    const end = given.has('z') ? '\0' : '\n';
    if (!this.#isFirst && (spaced || format.separates)) git.print(end);
    this.#isFirst = false;
    git.print(text);
    if (!format.separates && !this.#isSilent) git.print(spaced ? '\n' : end);
  }

  /** Nothing at all is said of the commits themselves. */
  get #isSilent(): boolean {
    return this.format.kind === 'user' && this.format.template === '';
  }

  async #printBelow(changes: Awaited<ReturnType<typeof changesOf>>): Promise<void> {
    const { git, format, given } = this;
    const hasPatchToo =
      asksForPatch(given) &&
      given.has('stat', 'summary', 'numstat', 'shortstat', 'compact-summary', 'patch-with-stat');
    await printChanges(git, this.repo, changes, given, {
      patchByDefault: this.patchByDefault,
      separate: () => {
        if (this.#isSilent) return;
        if (format.kind !== 'oneline' && format.kind !== 'reference' && hasPatchToo) git.print('---\n');
        else if (format.separates) git.print('\n');
        else if (format.kind !== 'oneline' && format.kind !== 'reference') git.print('\n');
      },
    });
  }

  /** What is to be shown of a commit's changes: nothing is looked at where nothing is asked for. */
  async #changes(commit: Commit): ReturnType<typeof changesOf> {
    if (!this.patchByDefault && !asksForShape(this.given)) return [];
    return changesOf(this.repo, commit, this.given, this.paths);
  }

  async #printMerge(commit: Commit): Promise<void> {
    const { git, repo, given } = this;
    if (given.has('no-patch') || !(this.patchByDefault || asksForShape(given))) return;
    const now = await flattenTree(repo, commit.tree);
    const trees = await Promise.all(commit.parents.map(async (parent) => flattenTree(repo, parent)));
    if (!this.patchByDefault && !asksForPatch(given)) {
      const changes = await selectChanges(repo, changesBetween(trees[0] ?? new Map(), now), given);
      await printChanges(git, repo, changes, given, {
        patchByDefault: false,
        separate: () => git.print('\n'),
      });
      return;
    }
    git.print('\n');
    for (const [path, entry] of now) {
      const parents = trees.flatMap((tree) => tree.get(path) ?? []);
      if (parents.length < trees.length || parents.some(({ oid }) => oid === entry.oid)) continue;
      const sides = parents.map((parent) => ({ ...parent, path }));
      git.printUnits(await combinedPatch(repo, path, sides, { ...entry, path }));
    }
  }
}
