import type { Command, ExecResult } from 'just-bash/browser';
import { type CommandTools, command, fail } from '../command.ts';
import { decodeText } from '../text/bytesText.ts';
import { getopt } from '../text/getopt.ts';
import { RegexError } from '../text/posixRegex.ts';
import { readAll } from '../text/readAll.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { zoneOf } from '../time/zone.ts';
import type { Program } from './ast.ts';
import { Compiler } from './compile.ts';
import { AwkSyntaxError, unescaped } from './lexer.ts';
import { AwkRunError } from './operators.ts';
import { parseProgram } from './parser.ts';
import { runProgram } from './run.ts';
import { AwkRuntime } from './runtime.ts';
import { AwkStreams } from './streams.ts';
import { InputText, toText } from './values.ts';

const spec = {
  short: 'F:v:f:W:',
  long: {
    'field-separator=': 'F',
    'assign=': 'v',
    'file=': 'f',
    version: 'version',
    posix: 'ignored',
    're-interval': 'ignored',
  },
  stopsAtOperand: true,
};

/** POSIX `awk` with gawk's `gensub`, `strftime` and three-argument `match`; messages as mawk words them. */
export function awk(tools: CommandTools, name: string): Command {
  return command(name, async (args, context): Promise<ExecResult> => {
    const parsed = getopt(args, spec);
    if ('error' in parsed) return fail(`${name}: ${parsed.error}\n`, 2);
    const output = new ToolOutput(name, tools);
    const operands = [...parsed.operands];
    const programs: string[] = [];
    for (const { key, value } of parsed.options) {
      if (key === 'version' || (key === 'W' && value === 'version'))
        return { stdout: 'mawk 1.3.4 20200120\n', stderr: '', exitCode: 0 };
      if (key !== 'f') continue;
      const bytes = await readAll(tools, context, value);
      if ('failed' in bytes) return fail(`${name}: cannot open ${value} (${bytes.failed})\n`, 2);
      programs.push(decodeText(bytes).replace(/^#![^\n]*/, ''));
    }
    if (programs.length === 0) {
      const text = operands.shift();
      if (text === undefined)
        return fail(`Usage: ${name} [-F value] [-v var=value] [--] 'program text' [file ...]\n`, 2);
      programs.push(text);
    }
    let program: Program;
    let compiler: Compiler | null = null;
    const streams = new AwkStreams(tools, context, output, (variable, text) =>
      compiler?.variables.setVariable(variable, text),
    );
    const runtime = new AwkRuntime(streams);
    try {
      program = parseProgram(programs.join('\n'));
      compiler = new Compiler(program, runtime, {
        random: () => [0, 1, 2, 3, 4, 5].reduce((sum) => (sum + tools.randomByte()) / 256, 0),
        nowMs: () => Date.now(),
        zone: zoneOf(context),
      });
      for (const { key, value } of parsed.options) {
        if (key === 'F') runtime.specials.FS = value === 't' ? '\t' : unescaped(value);
        if (key !== 'v') continue;
        const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(value);
        if (!assignment) return fail(`${name}: improper assignment: -v ${value}\n`, 2);
        compiler.variables.setVariable(assignment[1]!, unescaped(assignment[2]!));
      }
      const environment = runtime.array('ENVIRON');
      for (const [key, value] of Object.entries(context.exportedEnv ?? {}))
        environment.set(key, new InputText(value));
      const argv = runtime.array('ARGV');
      for (const [index, operand] of [name, ...operands].entries())
        argv.set(String(index), new InputText(operand));
      runtime.globals[compiler.variables.slotOf('ARGC')] = operands.length + 1;
      await runProgram(program, compiler);
    } catch (error) {
      if (error instanceof AwkSyntaxError || error instanceof RegexError || error instanceof SyntaxError) {
        const { message } = error;
        await output.error(
          error instanceof RegexError ? `regular expression compile failed (${message})` : message,
        );
        return output.end(2);
      }
      if (error instanceof AwkRunError) {
        await streams.closeAll();
        const { FILENAME, FNR, NR } = runtime.specials;
        const place = `\n\tFILENAME="${toText(FILENAME, '%d')}" FNR=${FNR} NR=${NR}`;
        await output.error(error.message + (error.message.startsWith('run time error') ? place : ''));
        return output.end(2);
      }
      throw error;
    }
    return output.end(runtime.exitCode || (streams.failed ? 2 : 0));
  });
}
