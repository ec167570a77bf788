import type { ShellState } from '../../../port.ts';
import { selectPrefix } from '../stream/select.ts';

/** Name of the command that receives the shell's own account of itself. */
export const carryCommand = '__carry';

/**
 * What the shell is asked for when a run ends. Builtins print it, so it is the interpreter's truth, not a
 * second copy of it. The first line tells the exit code so far and whether a subshell speaks.
 */
export const carryScript = reportScript('');

/** The same at the end of a script: the first line also tells how the stages of its last pipeline ended. */
export const endScript = reportScript(` "\${PIPESTATUS[@]}"`);

function reportScript(more: string): string {
  return `{ command echo "${carryCommand} $? $BASHPID $$"${more}; set +o; set +x; declare -F; declare -p; shopt -p; umask -p; command alias; :; } 2>/dev/null | ${carryCommand} 2>/dev/null`;
}

/** Belongs to one run or to the interpreter, or is set anew by it. */
const internal = new Set([
  'SHLVL',
  '?',
  '_',
  '#',
  '@',
  '*',
  'IFS',
  'PWD',
  'OLDPWD',
  'OPTIND',
  'OPTARG',
  'SHELLOPTS',
  'BASHOPTS',
  'PIPESTATUS',
  'HOSTTYPE',
  'MACHTYPE',
  'OSTYPE',
  'HOSTNAME',
  'BASH_REMATCH',
  'FUNCNAME',
  'BASH_SOURCE',
  'BASH_LINENO',
  'DIRSTACK',
  'RANDOM',
  'SECONDS',
  'LINENO',
]);

function isInternal(name: string): boolean {
  return (
    internal.has(name) ||
    /^\d+$/.test(name) ||
    name.startsWith('BASH_ALIAS_') ||
    name.startsWith('__GETOPTS_') ||
    name.startsWith(selectPrefix)
  );
}

/** Options of `set` that the interpreter really has; it lists others as off that are on. */
const carriedOptions = new Set([
  'allexport',
  'errexit',
  'noclobber',
  'noglob',
  'nounset',
  'pipefail',
  'verbose',
  'xtrace',
]);

/** Longest variable that is carried, in UTF-16 units: every run parses all of them again. */
const maxVariableUnits = 256 * 1024;

export interface Snapshot {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Plain variables that are not exported. */
  readonly scalars: readonly (readonly [name: string, value: string])[];
  /** Lines that make the others again: arrays, integers, read-only ones. */
  readonly variables: readonly string[];
  readonly options: readonly string[];
  readonly aliases: string;
  readonly functionNames: readonly string[];
  /** Variables that were too large to carry. */
  readonly left: readonly string[];
}

/** Reads the answer to `carryScript`; null where a subshell answered. Never throws on strange values. */
export function readSnapshot(
  report: string,
  shell: {
    readonly cwd: string;
    readonly exported: Readonly<Record<string, string>>;
    readonly valueOf: (name: string) => string | undefined;
    /** A subshell may answer too: its job is to begin as that is. */
    readonly orSubshell?: boolean;
  },
): Snapshot | null {
  // Under `set -x` traces may stand before it.
  const [, ...after] = report.split(`${carryCommand} `);
  const [first = '', ...lines] = after.join(`${carryCommand} `).split('\n');
  const [, pid, main] = first.split(' ');
  if (pid === undefined || (pid !== main && !shell.orSubshell)) return null;
  const scalars: [string, string][] = [];
  const variables: string[] = [];
  const options: string[] = [];
  const functionNames: string[] = [];
  const left: string[] = [];
  const aliases: string[] = [];
  let inAliases = false;
  for (const line of lines) {
    if (inAliases || line.startsWith('alias ')) {
      inAliases = true;
      aliases.push(line);
      continue;
    }
    const [word = '', flags = '', third = ''] = line.split(' ');
    if (word === 'set' && carriedOptions.has(third) && flags === '-o') options.push(line);
    else if (word === 'shopt' && (flags === '-s' || third === 'expand_aliases')) options.push(line);
    else if (word === 'umask' && flags !== '0022') options.push(line);
    else if (word === 'declare' && flags === '-f') functionNames.push(third);
    else if (word === 'declare' && line.length > maxVariableUnits) left.push(third.split('=')[0] ?? '');
    else if (word === 'declare') {
      const name = third.split('=')[0] ?? '';
      const value = flags === '--' && third.includes('=') ? shell.valueOf(name) : undefined;
      if (value === undefined) variables.push(...keptVariable(line, shell.exported));
      else if (!isInternal(name)) scalars.push([name, value]);
    }
  }
  return {
    cwd: shell.cwd,
    env: Object.fromEntries(
      Object.entries(shell.exported).filter(
        ([name, value]) => !isInternal(name) && value.length <= maxVariableUnits,
      ),
    ),
    left,
    scalars,
    variables,
    options,
    aliases: aliases.join('\n').trimEnd(),
    functionNames,
  };
}

/** The exit code that held when the shell reported. */
export function exitCodeIn(report: string): number {
  return Number(new RegExp(`${carryCommand} (\\d+) `).exec(report)?.[1] ?? 0);
}

/** Exit codes of the stages of the last pipeline, first to last; none in the answer to `carryScript`. */
export function stageExitsIn(report: string): readonly number[] {
  const found = new RegExp(`${carryCommand} \\d+ \\d+ \\d+((?: \\d+)*)\\n`).exec(report)?.[1] ?? '';
  return found.split(' ').filter(Boolean).map(Number);
}

/** The lines that make a variable again; none for one that travels in `env` or not at all. */
function keptVariable(line: string, exported: Readonly<Record<string, string>>): string[] {
  const match = /^declare (-\S+) ([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(line);
  if (!match) return [];
  const [, flags = '', name = '', value] = match;
  if (isInternal(name)) return [];
  if (flags === '-x' && name in exported) return [];
  // `declare -A m=([k]="v w")` loses what follows the blank in just-bash; as an assignment it does not.
  if (value?.startsWith('(') && !flags.includes('r')) return [`declare ${flags} ${name}`, `${name}=${value}`];
  return [line];
}

/** The state a later run starts from. */
export function stateFrom(snapshot: Snapshot, functionSources: readonly string[]): ShellState {
  const setOptions = snapshot.options.filter((line) => line.startsWith('set '));
  const shellOptions = snapshot.options.filter((line) => !line.startsWith('set '));
  const parts = [
    ...snapshot.scalars.map(([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'`),
    ...shellOptions,
    ...snapshot.variables,
    ...functionSources,
    snapshot.aliases,
    // Last: under `set -u` or `-x` the lines above would behave otherwise.
    ...setOptions,
  ];
  return {
    cwd: snapshot.cwd,
    env: snapshot.env,
    prelude: parts.filter((part) => part !== '').join('\n'),
  };
}

/**
 * Takes the plain variables off the front of a prelude. Setting them directly spares the parser long texts.
 * A prelude of other hands is read as far as it has this form, and is otherwise left to the shell.
 */
export function splitPrelude(prelude: string): { scalars: Record<string, string>; rest: string } {
  const scalars: Record<string, string> = {};
  const next = /([A-Za-z_]\w*)=((?:'[^']*'(?:\\'(?='))?)+)(?:\n|$)/y;
  let end = 0;
  for (let match = next.exec(prelude); match; match = next.exec(prelude)) {
    end = next.lastIndex;
    scalars[match[1]!] = match[2]!.slice(1, -1).replaceAll("'\\''", "'");
  }
  return { scalars, rest: prelude.slice(end) };
}
