import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { runArgv } from './runArgv.ts';

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

function durationMs(text: string): number | null {
  const match = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text);
  return match ? Number(match[1]) * units[match[2]!]! * 1000 : null;
}

/** `timeout [-k D] [-s SIG] [--preserve-status] DURATION COMMAND…`; stops busy loops too. */
export function timeout(tools: CommandTools): Command {
  return command('timeout', async (args, context) => {
    const { route } = tools.live.takeCall('timeout');
    let exitCode = 124;
    let index = 0;
    for (; index < args.length && args[index]!.startsWith('-'); index++) {
      const arg = args[index]!;
      if (arg === '--') {
        index++;
        break;
      }
      const valued = /^(?:-([ks])(.+)?|--(kill-after|signal)(?:=(.+))?)$/.exec(arg);
      if (valued) {
        const value = valued[2] ?? valued[4] ?? args[++index] ?? '';
        const isSignal = valued[1] === 's' || valued[3] === 'signal';
        if (isSignal && /^(SIG)?KILL$|^9$/.test(value)) exitCode = 137;
      } else if (arg === '--preserve-status') exitCode = 143;
      else if (arg !== '--foreground' && arg !== '-v' && arg !== '--verbose') {
        return fail(
          `timeout: unrecognized option '${arg}'\nTry 'timeout --help' for more information.\n`,
          125,
        );
      }
    }
    const [duration, ...argv] = args.slice(index);
    if (duration === undefined || argv.length === 0) {
      return fail("Try 'timeout --help' for more information.\n", 125);
    }
    const ms = durationMs(duration);
    if (ms === null) {
      return fail(
        `timeout: invalid time interval '${duration}'\nTry 'timeout --help' for more information.\n`,
        125,
      );
    }
    const stop = new AbortController();
    const dispose = ms === 0 ? () => {} : tools.deadlines.add(ms, () => stop.abort());
    try {
      const variables = { ...context.exportedEnv };
      const result = await runArgv(tools, context, {
        argv,
        route,
        variables,
        cwd: context.cwd,
        signal: stop.signal,
      });
      if (!stop.signal.aborted) return result;
      return { ...result, exitCode, stderr: result.stderr.replace(/(bash: )?execution aborted\n/g, '') };
    } finally {
      dispose();
    }
  });
}
