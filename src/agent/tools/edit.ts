import type { GuestFs } from '../../guest/index.ts';
import { absolutePath, parseInput, reject } from './inputDoor.ts';
import { findText, replaceSpans } from './textReplace.ts';
import { done, refused, type Tool, type ToolResult } from './toolPort.ts';

const maxEditBytes = 64 * 1024 * 1024;

export interface EditInput {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export const edit: Tool<EditInput> = {
  name: 'edit',
  serial: false,
  changesFiles: true,
  parse: (input) =>
    parseInput(input, (fields) => {
      const oldText = fields.text('old_string', 'oldString');
      const newText = fields.text('new_string', 'newString');
      if (oldText === newText)
        reject('"old_string" and "new_string" are the same, there is nothing to change');
      if (oldText === '') reject('"old_string" must not be empty; use Write to make a file');
      return {
        path: fields.nonEmptyText('file_path', 'filePath', 'path'),
        oldText,
        newText,
        replaceAll: fields.flag('replace_all', 'replaceAll'),
      };
    }),
  run(input, { guest, profileContext, locks }) {
    const path = absolutePath(input.path, profileContext.workspace, profileContext.home);
    return locks.run(path, () => editFile(input, path, guest.fs));
  },
};

async function editFile(input: EditInput, path: string, fs: GuestFs): Promise<ToolResult> {
  const stat = await fs.stat(path).catch(() => null);
  if (stat === null) {
    const message = `${path} does not exist. Use Write to make a file.`;
    return refused({ code: 'ENOENT', phase: 'run', message });
  }
  if (stat.kind !== 'file') {
    return refused({ code: 'EISDIR', phase: 'run', message: `${path} is not a file.` });
  }
  if (stat.size > maxEditBytes) {
    const message = `${path} has ${stat.size} bytes, more than the ${maxEditBytes} that can be edited. Use sed in the shell.`;
    return refused({ code: 'FILE_TOO_LARGE', phase: 'run', message });
  }
  const bytes = await fs.read(path);
  const spans = findText(bytes, input.oldText);
  if (spans.length === 0 || (spans.length > 1 && !input.replaceAll)) {
    const occurrences = spans.length;
    const message =
      occurrences === 0
        ? `old_string was not found in ${path}.`
        : `old_string occurs ${occurrences} times in ${path}.`;
    return refused(
      { code: occurrences === 0 ? 'NOT_FOUND' : 'NOT_UNIQUE', phase: 'run', message },
      { kind: 'edit-refused', path, occurrences },
    );
  }
  await fs.write(path, replaceSpans(bytes, spans, input.newText));
  return done({ kind: 'edited', path, replacements: spans.length });
}
