import { bytesFromText } from '../../../disk/bytes.ts';
import type { Options } from '../getopt.ts';
import type { Io } from '../io.ts';
import { type Applied, applyHunks, type HunkResult } from './apply.ts';
import { isAbsent, isBehindLink, isBelow, nameOf, stripped } from './names.ts';
import { type FilePatch, reversed } from './parse.ts';

/** One run of patch over all files of its input. What it says depends on everything it has tried before. */
export class PatchRun {
  readonly #io: Io;
  readonly #options: Options;
  readonly #cwd: string;
  readonly #strip: number | null;
  exitCode = 0;

  constructor(io: Io, options: Options, cwd: string) {
    this.#io = io;
    this.#options = options;
    this.#cwd = cwd;
    const strip = options.get('p');
    this.#strip = strip === undefined ? null : Number(strip);
  }

  #path(name: string): string {
    return this.#io.tools.disk.resolvePath(this.#cwd, name);
  }

  async #say(text: string): Promise<void> {
    if (!this.#options.has('s')) await this.#io.out(text);
  }

  async #read(name: string): Promise<string | null> {
    const bytes = await this.#io.tools.disk.readFileBuffer(this.#path(name)).catch(() => null);
    return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  /** False where nothing more can be done. */
  async file(patched: FilePatch, target: string | null): Promise<boolean> {
    const backwards = this.#options.has('R');
    const hunks = backwards ? patched.hunks.map(reversed) : patched.hunks;
    const [from, to] = backwards
      ? [patched.newHeader, patched.oldHeader]
      : [patched.oldHeader, patched.newHeader];
    const creates = isAbsent(from);
    const removes = isAbsent(to) || (backwards ? false : patched.deletes);
    const name = target ?? (await this.#choose(patched, creates));
    if (name === null) return this.#noFile(patched);
    let before = await this.#read(name);
    const output =
      this.#options.get('o') ??
      (target === null ? stripped(backwards ? patched.renameFrom : patched.renameTo, 0) : null);
    if (output !== null && !this.#options.has('o') && !(await this.#isInside(output)))
      return this.#noFile(patched);
    const verb = this.#options.has('dry-run') ? 'checking' : 'patching';
    const total = `${hunks.length} out of ${hunks.length} hunk${hunks.length === 1 ? '' : 's'}`;
    if (creates && before !== null && before !== '' && target === null && !this.#options.has('f')) {
      this.exitCode = 1;
      const skips = this.#options.has('N');
      await this.#io.out(
        `The next patch would create the file ${name},\nwhich already exists!  ${skips ? 'Skipping patch.' : 'Assume -R? [n] \nApply anyway? [n] \nSkipping patch.'}\n${total} ignored\n`,
      );
      return true;
    }
    if (backwards && removes && before === null) {
      this.exitCode = 1;
      await this.#io.out(
        `The next patch, when reversed, would delete the file ${name},\nwhich does not exist!  Ignore -R? [n] \nApply anyway? [n] \nSkipping patch.\n${total} ignored\n`,
      );
      return true;
    }
    const renamed =
      output === null || output === name
        ? ''
        : this.#options.has('o')
          ? ` (read from ${name})`
          : ` (renamed from ${name})`;
    if (this.#options.has('verbose')) {
      const looks =
        patched.kind === 'normal' ? 'normal' : patched.kind === 'context' ? 'new-style context' : 'unified';
      const lead = patched.lead.map((line) => `|${line}\n`).join('');
      await this.#io.out(
        `Hmm...  Looks like a ${looks} diff to me...\nThe text leading up to this was:\n--------------------------\n${lead}--------------------------\n`,
      );
    }
    await this.#say(`${verb} file ${output ?? name}${renamed}\n`);
    if (this.#options.has('verbose')) await this.#io.out('Using Plan A...\n');
    const isMissing =
      before === null && !creates && hunks.some((hunk) => hunk.lines.some((line) => line.mark !== '+'));
    before ??= '';
    const fuzz = Number(this.#options.get('F') ?? 2);
    const compare = { ignoreBlanks: this.#options.has('l') };
    let applied = applyHunks(before, hunks, fuzz, compare);
    const needed = applied.results[0]?.applied === false ? fuzz + 1 : (applied.results[0]?.fuzz ?? 0);
    if (needed > 0 && !this.#options.has('f') && !isMissing) {
      const other = applyHunks(before, hunks.map(reversed), fuzz, compare);
      const first = other.results[0];
      // The other way round is tried wherever this way has failed so far.
      if (first?.applied && first.fuzz < needed) {
        const choice = this.#options.has('t')
          ? 'Assuming -R.'
          : this.#options.has('N')
            ? 'Skipping patch.'
            : 'Assume -R? [n] \nApply anyway? [n] \nSkipping patch.';
        await this.#io.out(`Reversed (or previously applied) patch detected!  ${choice}\n`);
        if (!this.#options.has('t')) {
          const failed = other.results.map(({ hunk }, index) => ({
            hunk: hunks[index] ?? hunk,
            applied: false,
            at: 0,
            offset: 0,
            fuzz: 0,
          }));
          return this.#rejected(patched, name, failed, hunks.length, 'ignored');
        }
        applied = other;
      }
    }
    await this.#report(applied.results);
    if (isMissing) {
      this.exitCode = 2;
      await this.#io.fail(`**** Can't reopen file ${name} : No such file or directory`);
      return false;
    }
    if (this.#options.has('verbose')) await this.#io.out('done\n');
    const failed = applied.results.filter((result) => !result.applied);
    await this.#write(patched, name, output ?? name, before, applied, removes || (creates && backwards));
    if (failed.length > 0) await this.#rejected(patched, output ?? name, failed, hunks.length, 'FAILED');
    return true;
  }

  async #report(results: readonly HunkResult[]): Promise<void> {
    for (const [index, { applied, at, offset, fuzz }] of results.entries()) {
      const number = `Hunk #${index + 1}`;
      const shift = offset === 0 ? '' : ` (offset ${offset} line${Math.abs(offset) === 1 ? '' : 's'})`;
      if (!applied) await this.#say(`${number} FAILED at ${at}.\n`);
      else if (fuzz > 0 || offset !== 0)
        await this.#say(`${number} succeeded at ${at}${fuzz > 0 ? ` with fuzz ${fuzz}` : ''}${shift}.\n`);
      else if (this.#options.has('verbose')) await this.#io.out(`${number} succeeded at ${at}.\n`);
    }
  }

  async #write(
    patched: FilePatch,
    name: string,
    output: string,
    before: string,
    applied: Applied,
    removes: boolean,
  ): Promise<void> {
    if (this.#options.has('dry-run')) return;
    const { disk } = this.#io.tools;
    const path = this.#path(output);
    const inexact = applied.results.some(
      (result) => !result.applied || result.fuzz > 0 || result.offset !== 0,
    );
    const saves = this.#options.has('b') || (inexact && !this.#options.has('no-backup-if-mismatch', 'posix'));
    const there = await this.#io.stat(this.#path(name));
    if (saves && there) {
      const suffix = this.#options.get('z') ?? '.orig';
      await disk.files.writeFile(
        this.#path(`${this.#options.get('B') ?? ''}${output}${suffix}`),
        bytesFromText(before),
        there.mode & 0o777,
      );
    }
    const isEmpty = applied.text === '' && (removes || this.#options.has('E'));
    if (isEmpty && applied.results.every((result) => result.applied)) {
      await disk.files.rm(path, { recursive: false, force: true });
      return;
    }
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    if (!(await this.#io.stat(folder))) await disk.files.mkdir(folder, true);
    if (applied.text !== before || !there || output !== name) {
      // A path that is a link stays one, and a file keeps its mode.
      await disk.files.writeFile(path, bytesFromText(applied.text));
      if (there && output !== name) await disk.files.chmod(path, there.mode & 0o777);
    }
    if (patched.newMode !== null) await disk.files.chmod(path, patched.newMode);
    if (output !== name && !this.#options.has('o'))
      await disk.files.rm(this.#path(name), { recursive: false, force: true });
  }

  async #rejected(
    patched: FilePatch,
    name: string,
    failed: readonly HunkResult[],
    total: number,
    how: string,
  ): Promise<boolean> {
    this.exitCode = Math.max(this.exitCode, 1);
    const reject = this.#options.get('r') ?? `${name}.rej`;
    const isDry = this.#options.has('dry-run');
    const saved = isDry || reject === '-' ? '' : ` -- saving rejects to file ${reject}`;
    await this.#say(`${failed.length} out of ${total} hunk${total === 1 ? '' : 's'} ${how}${saved}\n`);
    if (saved === '') return true;
    const [from, to] = this.#options.has('R')
      ? [patched.newHeader, patched.oldHeader]
      : [patched.oldHeader, patched.newHeader];
    const lines = [`--- ${from ?? name}\n`, `+++ ${to ?? name}\n`];
    for (const { hunk } of failed) {
      const size = (without: string): number => hunk.lines.filter((line) => line.mark !== without).length;
      const range = (start: number, length: number): string =>
        length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`;
      lines.push(`@@ -${range(hunk.oldStart, size('+'))} +${range(hunk.newStart, size('-'))} @@\n`);
      for (const { mark, text } of hunk.lines)
        lines.push(`${mark}${text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`}`);
    }
    await this.#io.tools.disk.writeFile(this.#path(reject), lines.join(''));
    return true;
  }

  /** Of the names in the patch the best that is there; for a file to be made, the name that it shall have. */
  async #choose(patched: FilePatch, creates: boolean): Promise<string | null> {
    const given = [nameOf(patched.oldHeader), nameOf(patched.newHeader), patched.index]
      .map((name) => stripped(name, this.#strip))
      .filter((name): name is string => name !== null);
    for (const name of new Set(given.filter((each) => each.startsWith('/'))))
      await this.#io.out(`Ignoring potentially dangerous file name ${name}\n`);
    const names: string[] = [];
    for (const name of given) if (await this.#isInside(name)) names.push(name);
    const there: string[] = [];
    for (const name of names) if ((await this.#io.stat(this.#path(name)))?.kind === 'file') there.push(name);
    const depth = (name: string): number => name.split('/').length;
    const base = (name: string): number => name.length - name.lastIndexOf('/');
    const best = there.sort((a, b) => depth(a) - depth(b) || base(a) - base(b) || a.length - b.length)[0];
    if (best !== undefined) return best;
    const empty = patched.hunks.every((hunk) => hunk.lines.every((line) => line.mark === '+'));
    const reversedRemoval = this.#options.has('R');
    return creates || empty || reversedRemoval ? (names[0] ?? null) : null;
  }

  async #isInside(name: string): Promise<boolean> {
    const isLink = async (folder: string) => (await this.#io.lstat(this.#path(folder)))?.kind === 'symlink';
    return isBelow(name) && !(await isBehindLink(name, isLink));
  }

  async #noFile(patched: FilePatch): Promise<boolean> {
    this.exitCode = Math.max(this.exitCode, 1);
    const lead = patched.lead.map((line) => `|${line}\n`).join('');
    const question = this.#options.has('f', 't')
      ? 'No file to patch.  '
      : 'File to patch: \nSkip this patch? [y] \n';
    const count = patched.hunks.length;
    await this.#io.out(
      `can't find file to patch at input line ${patched.hunksAtLine}\nPerhaps you used the wrong -p or --strip option?\nThe text leading up to this was:\n--------------------------\n${lead}--------------------------\n${question}Skipping patch.\n${count} out of ${count} hunk${count === 1 ? '' : 's'} ignored\n`,
    );
    return true;
  }
}
