import { constantOf, type SimpleCommandNode, type WordNode } from './ast.ts';

interface PreparedCall {
  /** Name of the command or function that is called; empty where only the run can tell. */
  readonly name: string;
  readonly runsFile: boolean;
}

/** Expands to nothing, whatever `set -u` says. */
const nothing: WordNode = {
  type: 'Word',
  parts: [
    {
      type: 'ParameterExpansion',
      parameter: 'IFS',
      operation: { type: 'UseAlternative', word: { type: 'Word', parts: [] }, checkEmpty: true },
    },
  ],
};

/**
 * Reads the command's name and rewrites the two kinds of name that just-bash runs wrongly or unseen:
 * - `"$@"`, `$CMD args`, `./*.sh`: its name is never split into words (`command not found`). As arguments of
 *   a name that expands to nothing they are, and the first of them becomes the name.
 * - `./build.sh a`: a script file is run unparsed by the transform. `bash ./build.sh a` is not.
 */
export function prepareCall(command: SimpleCommandNode): PreparedCall {
  const { name } = command;
  if (!name) return { name: '', runsFile: false };
  const constant = constantOf(name);
  if (constant === null) {
    command.args = [name, ...command.args];
    command.name = nothing;
    return { name: '', runsFile: false };
  }
  if (!constant.includes('/')) return { name: constant, runsFile: false };
  const installed = /^(?:\/usr)?\/bin\/([^/]+)$/.exec(constant);
  if (installed) return { name: installed[1]!, runsFile: false };
  command.args = [name, ...command.args];
  command.name = { type: 'Word', parts: [{ type: 'Literal', value: 'bash' }] };
  return { name: 'bash', runsFile: true };
}
