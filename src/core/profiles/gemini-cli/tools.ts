import type { ProfileContext, ToolText } from '../../contract/index.ts';
import { harnessTools, objectSchema } from '../shared/harnessTools.ts';

const text = (description: string) => ({ type: 'string', description });
const line = (description: string) => ({ type: 'number', description });

/** Gemini CLI's names and fields; descriptions in our words. */
export function geminiTools(ctx: ProfileContext): readonly ToolText[] {
  return harnessTools(ctx, {
    bash: {
      wireName: 'run_shell_command',
      inputSchema: objectSchema(
        {
          command: text('The command line, run by the shell as it is.'),
          description: text('What the command does, shortly.'),
        },
        ['command'],
      ),
    },
    read: {
      wireName: 'read_file',
      description: `Shows a text file. Without start_line and end_line it shows the first ${ctx.limits.readLines} lines; what is left out is said above the text.`,
      inputSchema: objectSchema(
        {
          file_path: text('Path of the file.'),
          start_line: line('Number of the first line to show, from 1.'),
          end_line: line('Number of the last line to show.'),
        },
        ['file_path'],
      ),
    },
    grep: { wireName: 'search_file_content' },
    glob: { wireName: 'glob' },
    ls: { wireName: 'list_directory' },
    write: { wireName: 'write_file' },
    edit: { wireName: 'replace' },
  });
}
