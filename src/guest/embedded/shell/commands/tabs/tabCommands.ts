import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from '../command.ts';
import { CommandOutput } from '../commandOutput.ts';
import { openInput } from '../inputs.ts';
import { ByteBuilder } from '../text/byteBuilder.ts';
import { type GivenOption, getopt, type OptionSpec } from '../text/getopt.ts';
import { type TabConverter, TabExpander, TabMaker, type TabRules } from './converters.ts';
import { parseTabStops } from './tabStops.ts';

/** More is handed on before it is made. */
const pieceBytes = 64 * 1024;

interface TabCommand {
  readonly spec: OptionSpec;
  readonly startOnly: (has: (key: string) => boolean) => boolean;
  readonly converter: (out: ByteBuilder, rules: TabRules) => TabConverter;
}

function tabCommand(tools: CommandTools, name: string, { spec, startOnly, converter }: TabCommand): Command {
  return command(name, async (args, context) => {
    const parsed = getopt(args.flatMap(asTabs), spec);
    if ('error' in parsed)
      return fail(`${name}: ${parsed.error}\nTry '${name} --help' for more information.\n`);
    const { options, operands } = parsed;
    const stops = parseTabStops(options.filter(isTabs).map(({ value }) => value));
    if ('error' in stops) return fail(`${name}: ${stops.error}\n`);
    const output = new CommandOutput(name, tools, tools.live.takeCall(name));
    const made = new ByteBuilder();
    const rules = { stops, startOnly: startOnly((key) => options.some((option) => option.key === key)) };
    const tabs = converter(made, rules);
    let exitCode = 0;
    for (const operand of operands.length > 0 ? operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.write(made.take());
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      for await (const chunk of input.chunks) {
        for (const byte of chunk) {
          tabs.put(byte);
          if (made.length >= pieceBytes && !(await output.pass(made.take()))) return output.result(exitCode);
        }
        if (!(await output.pass(made.take()))) return output.result(exitCode);
      }
    }
    tabs.end();
    await output.pass(made.take());
    return output.result(exitCode);
  });
}

const isTabs = ({ key }: GivenOption): boolean => key === 't' || key === 'width';

/** `-4` and `-4,8` are old forms of `-t`. */
function asTabs(arg: string): readonly string[] {
  return /^-\d[\d,]*$/.test(arg) ? [`--width=${arg.slice(1)}`] : [arg];
}

/** GNU `expand`. */
export function expand(tools: CommandTools): Command {
  return tabCommand(tools, 'expand', {
    spec: { short: 'it:', long: { initial: 'i', 'tabs=': 't', 'width=': 'width' } },
    startOnly: (has) => has('i'),
    converter: (out, rules) => new TabExpander(out, rules),
  });
}

/** GNU `unexpand`: `-t` asks for blanks of the whole line too. */
export function unexpand(tools: CommandTools): Command {
  return tabCommand(tools, 'unexpand', {
    spec: {
      short: 'at:',
      long: { all: 'a', 'first-only': 'first', 'tabs=': 't', 'width=': 'width' },
    },
    startOnly: (has) => has('first') || (!has('a') && !has('t')),
    converter: (out, rules) => new TabMaker(out, rules),
  });
}
