import type { Guest } from '../../src/guest/index.ts';
import { seededCommands } from './commands.ts';

/** What one guest came to, in full: everything that a seed promises. */
export interface SeededRecord {
  readonly runs: readonly {
    readonly command: string;
    readonly stdout: string;
    readonly stderr: string;
    readonly exit: unknown;
    readonly notes: readonly { readonly code: string; readonly detail: string }[];
  }[];
  /** Path, kind, size, time and content (as Latin-1) of all that is there. */
  readonly tree: readonly string[];
}

/** Runs the commands in one shell of a fresh guest, and the page's own changes of files between them. */
export async function seededRecord(
  guest: Guest,
  commands: readonly string[] = seededCommands,
): Promise<SeededRecord> {
  const shell = guest.shell();
  const runs = [];
  for (const [index, command] of commands.entries()) {
    const process = shell.run(command);
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const texts = { stdout: '', stderr: '' };
    for await (const { stream, bytes } of process.output) {
      texts[stream] += decoders[stream].decode(bytes, { stream: true });
    }
    runs.push({ command, ...texts, exit: await process.exit, notes: await process.notes });
    if (index % 10 === 0) {
      await guest.fs.write(`${guest.dirs.workspace}/page/${index}.txt`, new TextEncoder().encode(command));
    }
  }
  return { runs, tree: await treeOf(guest) };
}

async function treeOf(guest: Guest): Promise<string[]> {
  const { entries, complete } = await guest.fs.walk('/', { limit: 100_000 });
  if (!complete) throw new Error('the tree is too large');
  const lines: string[] = [];
  for (const { path, kind, size, mtimeMs } of entries) {
    const content = kind === 'file' ? new TextDecoder('latin1').decode(await guest.fs.read(path)) : '';
    lines.push([path, kind, size, mtimeMs, content].join('\t'));
  }
  return lines.sort();
}
