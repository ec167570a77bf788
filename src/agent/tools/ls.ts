import { absolutePath, parseInput } from './inputDoor.ts';
import { done, refused, type Tool } from './toolPort.ts';

const maxEntries = 1_000;

export interface LsInput {
  readonly path: string;
}

export const ls: Tool<LsInput> = {
  name: 'ls',
  serial: false,
  changesFiles: false,
  parse: (input) => parseInput(input, (fields) => ({ path: fields.optionalText('path', 'dir') ?? '.' })),
  async run(input, { guest, profileContext, out }) {
    const path = absolutePath(input.path, profileContext.workspace, profileContext.home);
    const stat = await guest.fs.stat(path).catch(() => null);
    if (stat?.kind !== 'directory') {
      const [code, message] =
        stat === null
          ? ['ENOENT', `${path} does not exist.`]
          : ['ENOTDIR', `${path} is a file. Show it with Read.`];
      return refused({ code, phase: 'run', message });
    }
    const entries = [...(await guest.fs.readdir(path))].sort((a, b) => (a.name < b.name ? -1 : 1));
    const shown = entries.slice(0, maxEntries);
    await out.write(shown.map(({ name, kind }) => `${name}${kind === 'directory' ? '/' : ''}\n`).join(''));
    return done({ kind: 'ls', path, found: entries.length, shown: shown.length, complete: true });
  },
};
