import { absolutePath, parseInput } from './inputDoor.ts';
import { done, refused, type Tool } from './toolPort.ts';

export interface WriteInput {
  readonly path: string;
  readonly content: string;
}

export const write: Tool<WriteInput> = {
  name: 'write',
  serial: false,
  changesFiles: true,
  parse: (input) =>
    parseInput(input, (fields) => ({
      path: fields.nonEmptyText('file_path', 'filePath', 'path'),
      content: fields.text('content'),
    })),
  run(input, { guest, profileContext, locks }) {
    const path = absolutePath(input.path, profileContext.workspace, profileContext.home);
    return locks.run(path, async () => {
      const before = await guest.fs.stat(path).catch(() => null);
      if (before?.kind === 'directory') {
        return refused({ code: 'EISDIR', phase: 'run', message: `${path} is a folder, not a file.` });
      }
      const bytes = new TextEncoder().encode(input.content);
      const { length } = bytes;
      await guest.fs.write(path, bytes);
      return done({ kind: 'written', path, bytes: length, created: before === null });
    });
  },
};
