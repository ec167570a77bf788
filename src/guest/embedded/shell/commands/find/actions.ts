import type { FileStat } from '../../../../port.ts';
import { bytesFromLatin1 } from '../../disk/bytes.ts';
import { collected } from '../../stream/route.ts';
import type { CommandTools, Context } from '../command.ts';
import { reasonOf } from '../inputs.ts';
import { inodeText, longLines, timeStyle } from '../lsFormat.ts';
import { runArgv } from '../runArgv.ts';
import { encodeText } from '../text/bytesText.ts';
import { answersOf, type LineReader } from '../text/lineReader.ts';
import type { ToolOutput } from '../text/toolOutput.ts';
import { zoneOf } from '../time/zone.ts';
import { findPrintf } from './printf.ts';
import type { Outcome, Test, Visit } from './tests.ts';

/** Most characters of arguments that `-exec … {} +` gives to one call. */
const mostUnits = 128 * 1024;

interface Gathered {
  readonly argv: readonly string[];
  readonly cwd: string | null;
  paths: string[];
  units: number;
}

/** What `find` does with the files it has found. */
export class FindActions {
  readonly #tools: CommandTools;
  readonly #context: Context;
  readonly #output: ToolOutput;
  readonly #outcome: Outcome;
  readonly #gathered: Gathered[] = [];
  readonly #written = new Map<string, string>();
  #answers: LineReader | null = null;
  failed = false;

  constructor(tools: CommandTools, context: Context, output: ToolOutput, outcome: Outcome) {
    this.#tools = tools;
    this.#context = context;
    this.#output = output;
    this.#outcome = outcome;
  }

  print(text: string): true {
    this.#output.print(text);
    return true;
  }

  printf(format: string, visit: Visit): true {
    return this.print(findPrintf(format, visit, this.#context));
  }

  fprintf(file: string, format: string, visit: Visit): true {
    return this.printTo(file, findPrintf(format, visit, this.#context));
  }

  /** `-xtype`: what a link leads to, or the link where that is nothing. */
  async followed({ path, stat }: Visit): Promise<FileStat> {
    return this.#tools.disk.statOf(path).catch(() => stat);
  }

  /** Asks as `-ok` does. */
  async agrees(argv: readonly string[], { shown }: Visit): Promise<boolean> {
    await this.#output.flush();
    await this.#output.errorText(`< ${argv[0]} ... ${shown} > ? `);
    this.#answers ??= await answersOf(this.#tools, this.#context);
    return /^[yY]/.test((await this.#answers?.line()) ?? '');
  }

  printTo(file: string, text: string): true {
    this.#written.set(file, (this.#written.get(file) ?? '') + text);
    return true;
  }

  list({ path, shown, stat, target }: Visit): true {
    const blocks =
      stat.kind === 'symlink' ? 0 : Math.ceil((stat.kind === 'directory' ? 4096 : stat.size) / 4096) * 4;
    const line = longLines(
      [{ name: shown, stat, target, path }],
      new Set(['l']),
      timeStyle(undefined, this.#tools.nowMs, zoneOf(this.#context)),
      false,
    );
    return this.print(`${inodeText(path, stat).padStart(9)} ${String(blocks).padStart(6)} ${line}`);
  }

  quit(): true {
    this.#outcome.quit = true;
    return true;
  }

  async isEmptyFolder({ path }: Visit): Promise<boolean> {
    return (await this.#tools.disk.readdir(path)).length === 0;
  }

  async remove({ path, shown, stat }: Visit): Promise<boolean> {
    if (shown === '.') return true;
    try {
      if (stat.kind === 'directory') await this.#tools.disk.files.rmdir(path);
      else await this.#tools.disk.files.rm(path, { recursive: false, force: false });
      return true;
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY';
      await this.#output.error(
        `cannot delete '${shown}': ${isFull ? 'Directory not empty' : reasonOf(error)}`,
      );
      this.failed = true;
      return false;
    }
  }

  run(argv: readonly string[], visit: Visit, inFolder: boolean): Promise<boolean> {
    const shown = inFolder ? `./${visit.name}` : visit.shown;
    return this.#execute(
      argv.map((word) => word.replaceAll('{}', shown)),
      inFolder ? folderOf(visit.path) : null,
    );
  }

  async #execute(argv: readonly string[], cwd: string | null): Promise<boolean> {
    await this.#output.flush();
    const ran = await runArgv(this.#tools, this.#context, {
      argv,
      route: collected,
      variables: { ...this.#context.exportedEnv },
      cwd: cwd ?? this.#context.cwd,
    });
    if (ran.stdoutKind === 'bytes') await this.#output.raw(bytesFromLatin1(ran.stdout));
    else if (ran.stdout !== '') this.#output.print(ran.stdout);
    if (ran.stderr !== '') {
      const isMissing =
        ran.exitCode === 127 && /^bash: (line \d+: )?[^\n]*: command not found/.test(ran.stderr);
      await this.#output.errorText(
        isMissing ? `find: '${argv[0]}': No such file or directory\n` : ran.stderr,
      );
    }
    return ran.exitCode === 0;
  }

  gathered(argv: readonly string[], inFolder: boolean): Test {
    const batches = new Map<string | null, Gathered>();
    return async (visit) => {
      const cwd = inFolder ? folderOf(visit.path) : null;
      let batch = batches.get(cwd);
      if (!batch) {
        batch = { argv, cwd, paths: [], units: 0 };
        batches.set(cwd, batch);
        this.#gathered.push(batch);
      }
      const path = inFolder ? `./${visit.name}` : visit.shown;
      if (batch.units + path.length > mostUnits) await this.#runBatch(batch);
      batch.paths.push(path);
      batch.units += path.length + 1;
      return true;
    };
  }

  async #runBatch(batch: Gathered): Promise<void> {
    const { argv, paths, cwd } = batch;
    if (paths.length === 0) return;
    batch.paths = [];
    batch.units = 0;
    if (!(await this.#execute([...argv, ...paths], cwd))) this.failed = true;
  }

  /** What was put off to the end. */
  async finish(): Promise<void> {
    for (const batch of this.#gathered) await this.#runBatch(batch);
    for (const [file, text] of this.#written)
      await this.#tools.disk.writeFile(
        this.#tools.disk.resolvePath(this.#context.cwd, file),
        encodeText(text),
      );
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
