import type { Command } from 'just-bash/browser';
import { wallMs } from '../../clock/index.ts';
import { type CommandTools, command, fail, succeed } from '../commands/command.ts';

const unitSeconds: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** The longest that a timer of the browser holds. */
const longestMs = 2 ** 31 - 1;

/** Milliseconds of `1`, `0.5s`, `2m`, `infinity`; null for anything else. */
export function durationMs(text: string): number | null {
  if (/^inf(inity)?[smhd]?$/i.test(text)) return Number.POSITIVE_INFINITY;
  const match = /^(\d+\.?\d*|\.\d+)(?:e([+-]?\d+))?([smhd]?)$/i.exec(text);
  if (!match) return null;
  const [, digits = '', exponent = '0', unit = ''] = match;
  return Number(`${digits}e${exponent}`) * (unitSeconds[unit.toLowerCase()] ?? 1) * 1000;
}

/** `sleep`, which a signal with a trap ends at once. */
export function sleep(tools: CommandTools): Command {
  return command('sleep', async (args, context) => {
    const words = args[0] === '--' ? args.slice(1) : args;
    if (words.length === 0) return fail("sleep: missing operand\nTry 'sleep --help' for more information.\n");
    let totalMs = 0;
    for (const word of words) {
      const ms = durationMs(word);
      if (ms === null) {
        return fail(`sleep: invalid time interval '${word}'\nTry 'sleep --help' for more information.\n`);
      }
      totalMs += ms;
    }
    await pause(tools, context.signal, totalMs);
    return succeed();
  });
}

function pause(tools: CommandTools, signal: AbortSignal | undefined, ms: number): Promise<void> {
  const interrupted = tools.traps.whenSignaled();
  return new Promise((resolve) => {
    const endMs = wallMs() + ms;
    // What is slept beside it, in another stage, does not add to it.
    const dueMs = tools.clock && tools.clock.nowMs + ms;
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      interrupted.dispose();
      signal?.removeEventListener('abort', end);
      tools.signal.removeEventListener('abort', end);
      resolve();
    };
    const next = () => {
      const left = endMs - wallMs();
      if (left <= 0) {
        tools.clock?.reach(dueMs);
        end();
      } else timer = setTimeout(next, Math.min(left, longestMs));
    };
    signal?.addEventListener('abort', end, { once: true });
    tools.signal.addEventListener('abort', end, { once: true });
    void interrupted.signal.then(end);
    if (signal?.aborted || tools.signal.aborted) end();
    else timer = setTimeout(next, Math.min(ms, longestMs));
  });
}
