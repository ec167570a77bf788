import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail, quoted } from '../../command.ts';
import { runArgv } from '../../runArgv.ts';

/** `gzip` that passes on what is not compressed. */
const unpacked = (file: string): string => `gzip -cdfq -- ${quoted(file)}`;

/** Options of grep whose value is the next word. */
const valued =
  /^-[A-Za-z]*[ABCDXdefm]$|^--(regexp|file|max-count|context|after-context|before-context|label)$/;

/** `zgrep`: grep over each file unpacked, with the file's name where several are searched. */
function grepScript(program: string, args: readonly string[]): string | null {
  const options: string[] = [];
  const operands: string[] = [];
  let hasPattern = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (!/^-./.test(arg)) {
      operands.push(arg);
      continue;
    }
    options.push(arg);
    hasPattern ||= /^-[A-Za-z]*[ef]|^--(regexp|file)/.test(arg);
    if (valued.test(arg) && index + 1 < args.length) options.push(args[++index]!);
  }
  const pattern = hasPattern ? undefined : operands.shift();
  if (!hasPattern && pattern === undefined) return null;
  const names = options.some((option) => /^-[A-Za-z]*h|^--no-filename/.test(option))
    ? ''
    : operands.length > 1
      ? ' -H'
      : '';
  const words = options.map(quoted).join(' ');
  const search = `${program} ${words}${pattern === undefined ? '' : ` -e ${quoted(pattern)}`}${names}`;
  if (operands.length === 0) return `gzip -cdfq | ${search}; exit \${PIPESTATUS[1]}`;
  const one = (file: string): string =>
    `${unpacked(file)} | ${search} --label=${quoted(file)}; s=("\${PIPESTATUS[@]}"); ` +
    `case \${s[0]} in 0|2|141) g=\${s[1]};; *) g=2;; esac; ` +
    `[ $g -eq 0 ] && [ $r -eq 1 ] && r=0; [ $g -gt 1 ] && r=2; `;
  return `r=1; ${operands.map(one).join('')}exit $r`;
}

/** `zdiff` and `zcmp`: of one operand, what it is packed from is the other. */
function compareScript(program: string, args: readonly string[]): string | null {
  const options = args.filter((arg) => /^-./.test(arg)).map(quoted);
  const files = args.filter((arg) => !/^-./.test(arg));
  const [first, second = first?.replace(/\.(gz|tgz|z)$/i, '')] = files;
  if (first === undefined || second === undefined || first === second) return null;
  const compare = [program, ...options].join(' ');
  if (!/\.(gz|tgz|z)$/i.test(second))
    return `${unpacked(first)} | ${compare} - ${quoted(second)}; exit \${PIPESTATUS[1]}`;
  return `${compare} <(${unpacked(first)}) <(${unpacked(second)})`;
}

const pageScript = (_program: string, args: readonly string[]): string =>
  args
    .filter((arg) => !/^-./.test(arg))
    .map(unpacked)
    .join('; ') || 'gzip -cdfq';

const zTools: Readonly<
  Record<
    string,
    readonly [program: string, script: (program: string, args: readonly string[]) => string | null]
  >
> = {
  zgrep: ['grep', grepScript],
  zegrep: ['grep -E', grepScript],
  zfgrep: ['grep -F', grepScript],
  zdiff: ['diff', compareScript],
  zcmp: ['cmp', compareScript],
  zless: ['', pageScript],
  zmore: ['', pageScript],
};

export const zNames: readonly string[] = Object.keys(zTools);

/** Tools that look into compressed files: small scripts over `gzip` and the tool itself, as gzip's own are. */
export function zCommands(tools: CommandTools): Command[] {
  return Object.entries(zTools).map(([name, [program, scriptOf]]) =>
    command(name, async (args, context) => {
      const { route } = tools.live.takeCall(name);
      const script = scriptOf(program, args);
      if (script === null) {
        const missing = name.endsWith('grep') ? '188: 1: missing pattern' : 'missing file operand';
        return fail(`/usr/bin/${name}: ${missing}; try \`/usr/bin/${name} --help' for help\n`, 2);
      }
      return runArgv(tools, context, {
        argv: ['bash', '-c', script],
        route,
        variables: { ...context.exportedEnv },
        cwd: context.cwd,
      });
    }),
  );
}
