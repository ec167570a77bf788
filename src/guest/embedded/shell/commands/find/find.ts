import type { Command } from 'just-bash/browser';
import type { FileStat } from '../../../../port.ts';
import { type CommandTools, type Context, command, fail } from '../command.ts';
import { reasonOf } from '../inputs.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { parseDate } from '../time/parseDate.ts';
import { zoneOf } from '../time/zone.ts';
import { FindActions } from './actions.ts';
import { ExpressionParser } from './expression.ts';
import type { Fact, FindSettings } from './predicates.ts';
import type { Outcome, Test, Visit } from './tests.ts';
import { FindError } from './words.ts';

/** GNU `find`. Entries of a folder come in the order of their names. */
export function find(tools: CommandTools): Command {
  return command('find', async (args, context) => {
    let index = 0;
    let follows = false;
    for (; /^-[HLP]$|^-O\d$|^-D$/.test(args[index] ?? ''); index++) {
      if (args[index] === '-D') index++;
      follows = args[index] === '-L';
    }
    const starts: string[] = [];
    while (index < args.length && !/^(-.|[(),!]$)/.test(args[index]!)) starts.push(args[index++]!);
    if (starts.length === 0) starts.push('.');
    const words = args.slice(index);
    if (words[0] === '--version' || words[0] === '-version')
      return { stdout: 'find (GNU findutils) 4.9.0\n', stderr: '', exitCode: 0 };
    const settings: FindSettings = {
      // Not the beginning of the job: what it has made since is not younger than nothing.
      nowMs: Date.now(),
      mindepth: 0,
      maxdepth: Number.POSITIVE_INFINITY,
      depthFirst: false,
      facts: await factsFor(words, tools, context),
    };
    const output = new ToolOutput('find', tools);
    const outcome: Outcome = { quit: false };
    const actions = new FindActions(tools, context, output, outcome);
    const parser = new ExpressionParser(words, settings, actions);
    let test: Test;
    try {
      test = parser.parse();
    } catch (error) {
      if (!(error instanceof FindError)) throw error;
      return fail(`find: ${error.message}\n`);
    }
    const walk = new Walk(tools, context, output, {
      settings,
      follows: follows || words.includes('-follow'),
      outcome,
      test,
      prints: !parser.hasAction,
      kindsSuffice: !follows && !words.includes('-follow') && !words.some((word) => looksAtFiles.test(word)),
    });
    for (const start of starts) if (!outcome.quit && !output.closed) await walk.from(start);
    await actions.finish();
    return output.end(walk.failed || actions.failed ? 1 : 0);
  });
}

/** Looks up what tests compare with, before anything is walked. */
async function factsFor(
  words: readonly string[],
  tools: CommandTools,
  context: Context,
): Promise<FindSettings['facts']> {
  const facts = new Map<string, Fact>();
  for (const [index, word] of words.entries()) {
    const value = words[index + 1];
    if (value === undefined || !/^-(newer|anewer|cnewer|samefile|newer[aBcm][aBcmt])$/.test(word)) continue;
    const path = tools.disk.resolvePath(context.cwd, value);
    if (/^-newer[aBcm]t$/.test(word)) {
      const mtimeMs = parseDate(value, Date.now(), zoneOf(context));
      if (mtimeMs !== null) facts.set(`${word} ${value}`, { mtimeMs, path });
      continue;
    }
    const stat = await tools.disk.lstatOf(path).catch(() => null);
    if (stat) facts.set(`${word} ${value}`, { mtimeMs: stat.mtimeMs, path, shared: stat.shared });
  }
  return facts;
}

/** Words of an expression that look at more than names and kinds. */
const looksAtFiles =
  /^-(size|perm|[acm](time|min)|newer.*|anewer|cnewer|empty|ls|f?printf|links|readable|writable|executable|i?lname|samefile|inum)$/;

interface WalkParts {
  readonly settings: FindSettings;
  readonly follows: boolean;
  readonly outcome: Outcome;
  readonly test: Test;
  readonly prints: boolean;
  /** Whether a file's kind, which its folder tells, is all that is asked. */
  readonly kindsSuffice: boolean;
}

class Walk {
  readonly #tools: CommandTools;
  readonly #context: Context;
  readonly #output: ToolOutput;
  readonly #parts: WalkParts;
  failed = false;

  constructor(tools: CommandTools, context: Context, output: ToolOutput, parts: WalkParts) {
    this.#tools = tools;
    this.#context = context;
    this.#output = output;
    this.#parts = parts;
  }

  async from(start: string): Promise<void> {
    const path = this.#tools.disk.resolvePath(this.#context.cwd, start);
    const trimmed = start.replace(/\/+$/, '') || '/';
    const name = trimmed === '/' ? '/' : trimmed.slice(trimmed.lastIndexOf('/') + 1);
    await this.#visit({ shown: start, path, name, start, depth: 0 });
  }

  async #stat(path: string): Promise<{ stat: FileStat; target: string | null }> {
    const { disk } = this.#tools;
    const own = await disk.lstatOf(path);
    if (own.kind !== 'symlink') return { stat: own, target: null };
    if (this.#parts.follows) {
      const stat = await disk.statOf(path).catch(() => null);
      if (stat) return { stat, target: null };
    }
    return { stat: own, target: await disk.readlink(path) };
  }

  async #visit(
    place: Pick<Visit, 'shown' | 'path' | 'name' | 'start' | 'depth'>,
    kind: FileStat['kind'] | null = null,
  ): Promise<void> {
    const { settings, outcome, test, prints } = this.#parts;
    let found: { stat: FileStat; target: string | null };
    try {
      found =
        kind !== null && kind !== 'device' && this.#parts.kindsSuffice
          ? { stat: { kind, size: 0, mode: 0, mtimeMs: 0 }, target: null }
          : await this.#stat(place.path);
    } catch (error) {
      this.failed = true;
      await this.#output.error(`'${place.shown}': ${reasonOf(error)}`);
      return;
    }
    const visit: Visit = { ...place, ...found, pruned: false };
    const apply = async (): Promise<void> => {
      if (place.depth < settings.mindepth) return;
      const held = test(visit);
      if ((held instanceof Promise ? await held : held) && prints) this.#output.print(`${visit.shown}\n`);
      if (this.#output.isFull) await this.#output.flush();
    };
    if (!settings.depthFirst) await apply();
    if (outcome.quit || this.#output.closed) return;
    const isFolder = visit.stat.kind === 'directory' && place.depth < settings.maxdepth;
    if (isFolder && !visit.pruned) await this.#children(visit);
    if (settings.depthFirst && !outcome.quit) await apply();
  }

  async #children(visit: Visit): Promise<void> {
    let entries: Awaited<ReturnType<CommandTools['disk']['readdirWithFileTypes']>>;
    try {
      entries = await this.#tools.disk.readdirWithFileTypes(visit.path);
    } catch (error) {
      this.failed = true;
      await this.#output.error(`'${visit.shown}': ${reasonOf(error)}`);
      return;
    }
    const prefix = visit.shown.endsWith('/') ? visit.shown : `${visit.shown}/`;
    const folder = visit.path === '/' ? '' : visit.path;
    for (const { name, isFile, isDirectory, isSymbolicLink } of entries) {
      if (this.#parts.outcome.quit || this.#output.closed) return;
      await this.#visit(
        {
          shown: prefix + name,
          path: `${folder}/${name}`,
          name,
          start: visit.start,
          depth: visit.depth + 1,
        },
        isDirectory ? 'directory' : isSymbolicLink ? 'symlink' : isFile ? 'file' : 'device',
      );
    }
  }
}
