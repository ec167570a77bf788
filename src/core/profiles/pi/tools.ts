import type { ProfileContext, ToolText } from '../../contract/index.ts';
import { harnessTools, objectSchema } from '../shared/harnessTools.ts';
import { piSettings } from './settings.ts';

const text = (description: string) => ({ type: 'string', description });
const count = (description: string) => ({ type: 'number', description });

/** Pi's names and fields. Its descriptions of bash and read as they are public, the others in our words. */
export function piTools(ctx: ProfileContext): readonly ToolText[] {
  const { maxLines, maxBytes } = piSettings(ctx);
  const bounds = `${maxLines} lines or ${maxBytes / 1024}KB (whichever is hit first)`;
  return harnessTools(ctx, {
    bash: {
      wireName: 'bash',
      description: `Execute a bash command in the current working directory. Returns stdout and stderr. Output is truncated to last ${bounds}. If truncated, full output is saved to a temp file. Optionally provide a timeout in seconds.`,
      inputSchema: objectSchema(
        {
          command: text('Bash command to execute'),
          timeout: count('Timeout in seconds (optional, no default timeout)'),
        },
        ['command'],
      ),
    },
    read: {
      wireName: 'read',
      description: `Read the contents of a file. Supports text files and images (jpg, png, gif, webp). Images are sent as attachments. For text files, output is truncated to ${bounds}. Use offset/limit for large files. When you need the full file, continue with offset until complete.`,
      inputSchema: objectSchema(
        {
          path: text('Path to the file to read (relative or absolute)'),
          offset: count('Line number to start reading from (1-indexed)'),
          limit: count('Maximum number of lines to read'),
        },
        ['path'],
      ),
    },
    grep: { wireName: 'grep' },
    glob: { wireName: 'find' },
    ls: { wireName: 'ls' },
    write: { wireName: 'write' },
    edit: { wireName: 'edit' },
  });
}
