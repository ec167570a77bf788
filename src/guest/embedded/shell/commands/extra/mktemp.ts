import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export const mktempSpec = ['d|directory', 'u|dry-run', 'q|quiet', 'suffix=', 'p=', 'tmpdir=?', 't'];

interface Template {
  readonly front: string;
  readonly holes: number;
  readonly back: string;
}

/** The last run of X's, with what stands before and after it; or what is wrong with it. */
function templateOf(text: string, suffix: string | undefined): Template | { readonly failed: string } {
  if (suffix !== undefined && !text.endsWith('X'))
    return { failed: `with --suffix, template '${text}' must end in X` };
  const back = suffix ?? /X*([^X]*)$/.exec(text)?.[1] ?? '';
  const body = suffix === undefined ? text.slice(0, text.length - back.length) : text;
  const holes = /X*$/.exec(body)?.[0].length ?? 0;
  if (holes < 3) return { failed: `too few X's in template '${text}'` };
  if (back.includes('/')) return { failed: `invalid suffix '${back}', contains directory separator` };
  return { front: body.slice(0, body.length - holes), holes, back };
}

/** GNU `mktemp`; the names come from the guest's seeded random. */
export async function mktemp(io: Io, options: Options): Promise<number> {
  if (options.operands.length > 1) return io.usage('too many templates');
  const [given] = options.operands;
  const template = templateOf(given ?? 'tmp.XXXXXXXXXX', options.get('suffix'));
  if ('failed' in template) return io.fail(template.failed);
  const inFolder = given === undefined || options.has('p', 'tmpdir', 't');
  const variable = io.env('TMPDIR') || '/tmp';
  const asked = options.get(options.last('p', 'tmpdir') ?? 'p');
  const folder = options.has('t') ? io.env('TMPDIR') || asked || '/tmp' : asked || variable;
  if (options.has('t') && given?.includes('/'))
    return io.fail(`invalid template, '${given}', contains directory separator`);
  if (inFolder && given?.startsWith('/'))
    return io.fail(`invalid template, '${given}'; with --tmpdir, it may not be absolute`);
  const prefix = inFolder ? `${folder.replace(/\/+$/, '')}/` : '';
  const kind = options.has('d') ? 'directory' : 'file';
  const { files } = io.tools.disk;
  for (let attempt = 0; attempt < 100; attempt++) {
    const letters = Array.from({ length: template.holes }, () => alphabet[io.random(alphabet.length)]);
    const shown = `${prefix}${template.front}${letters.join('')}${template.back}`;
    const path = io.path(shown);
    if (await io.lstat(path)) continue;
    const make = async (): Promise<void> => {
      if (options.has('u')) return;
      if (!options.has('d')) return files.writeFile(path, new Uint8Array(0), 0o600);
      await files.mkdir(path, false);
      await files.chmod(path, 0o700);
    };
    const failed = await io.attempt(make());
    if (failed === null) {
      await io.out(`${shown}\n`);
      return 0;
    }
    if (options.has('q')) return 1;
    const where = `${prefix}${template.front}${'X'.repeat(template.holes)}${template.back}`;
    return io.fail(`failed to create ${kind} via template '${where}': ${failed}`);
  }
  return io.fail(`failed to create ${kind} via template '${given}': File exists`);
}
