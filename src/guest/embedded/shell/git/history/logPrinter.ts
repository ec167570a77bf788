import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { unitsFromText } from '../base/text.ts';
import { changesBetween } from '../diff/changes.ts';
import { combinedPatch } from '../diff/combined.ts';
import { asksForShape, printChanges, selectChanges } from '../diff/diffOptions.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import type { Pathspec } from '../index/pathspec.ts';
import { formatCommit, type LogFormat } from './format.ts';
import type { Graph } from './graph.ts';

/** What a commit changed against its first parent; nothing for a merge. */
export async function changesOf(
  repo: Repo,
  commit: Commit,
  given: GivenOptions,
  paths: Pathspec | null,
): Promise<ReturnType<typeof selectChanges>> {
  if (commit.parents.length > 1 && !given.has('m', 'first-parent')) return [];
  const parent = commit.parents[0];
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

  async print(commit: Commit): Promise<void> {
    const { git, format, given, graph } = this;
    const spaced = format.kind !== 'oneline' && format.kind !== 'user' && format.kind !== 'reference';
    const text = await formatCommit(this.repo, commit, format);
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
    if (!this.#isFirst && (spaced || format.separates)) git.print('\n');
    this.#isFirst = false;
    git.print(text);
    const isSilent = format.kind === 'user' && format.template === '';
    if (!format.separates && !isSilent) git.print('\n');
    const changes = await this.#changes(commit);
    if (this.showsMerges && commit.parents.length > 1 && !given.has('m', 'first-parent')) {
      await this.#printMerge(commit);
      return git.drain();
    }
    await printChanges(git, this.repo, changes, given, {
      patchByDefault: this.patchByDefault,
      separate: () => {
        if (isSilent) return;
        if (format.separates) git.print('\n');
        else if (format.kind !== 'oneline' && format.kind !== 'reference') git.print('\n');
      },
    });
    await git.drain();
  }

  /** What is to be shown of a commit's changes: nothing is looked at where nothing is asked for. */
  async #changes(commit: Commit): ReturnType<typeof changesOf> {
    if (!this.patchByDefault && !asksForShape(this.given)) return [];
    return changesOf(this.repo, commit, this.given, this.paths);
  }

  async #printMerge(commit: Commit): Promise<void> {
    const { git, repo, given } = this;
    if (given.has('no-patch')) return;
    const now = await flattenTree(repo, commit.tree);
    const trees = await Promise.all(commit.parents.map(async (parent) => flattenTree(repo, parent)));
    if (!this.patchByDefault) {
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
