/** JSON Schemas of the tools' inputs under the wire names that several harnesses share. */

function objectSchema(properties: Readonly<Record<string, object>>, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const text = (description: string): object => ({ type: 'string', description });
const count = (description: string, minimum = 1): object => ({ type: 'integer', minimum, description });
const flag = (description: string): object => ({ type: 'boolean', description });

/** `maxTimeoutMs` is told to the model as the ceiling; a larger value is clamped, not refused. */
export function bashSchema(defaultTimeoutMs: number, maxTimeoutMs: number): object {
  return objectSchema(
    {
      command: text('The command line, run by the shell as it is.'),
      timeout: count(
        `Milliseconds after which the command is stopped (default ${defaultTimeoutMs}, at most ${maxTimeoutMs}).`,
      ),
      description: text('What the command does, in five to ten words.'),
    },
    ['command'],
  );
}

export const readSchema = objectSchema(
  {
    file_path: text('Absolute path of the file.'),
    offset: count('Number of the first line to show, from 1.'),
    limit: count('How many lines to show.'),
  },
  ['file_path'],
);

export const grepSchema = objectSchema(
  {
    pattern: text('A regular expression in JavaScript syntax, matched line by line.'),
    path: text('File or folder to search; the workspace where it is left out.'),
    glob: text('Only files whose path matches, for example "*.ts" or "src/**/*.css".'),
    output_mode: {
      type: 'string',
      enum: ['content', 'files_with_matches', 'count'],
      description: 'Matching lines, names of files with a match (the default), or matches per file.',
    },
    '-i': flag('Ignore case.'),
    '-n': flag('Show line numbers in content mode (the default).'),
    '-A': count('Lines to show after each match, in content mode.', 0),
    '-B': count('Lines to show before each match, in content mode.', 0),
    '-C': count('Lines to show before and after each match, in content mode.', 0),
    head_limit: count('Show only the first so many lines or names.'),
  },
  ['pattern'],
);

export const globSchema = objectSchema(
  {
    pattern: text('A glob such as "**/*.ts".'),
    path: text('Folder to look in; the workspace where it is left out.'),
  },
  ['pattern'],
);

export const lsSchema = objectSchema({ path: text('Absolute path of the folder.') }, ['path']);

export const writeSchema = objectSchema(
  {
    file_path: text('Absolute path of the file; missing folders are made.'),
    content: text('The whole new content.'),
  },
  ['file_path', 'content'],
);

export const editSchema = objectSchema(
  {
    file_path: text('Absolute path of the file.'),
    old_string: text('The text to replace, exactly as it stands in the file.'),
    new_string: text('What to put in its place.'),
    replace_all: flag('Replace every occurrence; otherwise the text must occur exactly once.'),
  },
  ['file_path', 'old_string', 'new_string'],
);
