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

/** Worker of another process that never loads: a sleep does not wait for it for ever, milliseconds. */
const longestLoadingMs = 10_000;

/**
 * `sleep`, which a signal with a trap ends at once. What it slept while the worker of a process of the same run was
 * loading does not count: on a real machine that takes a millisecond, so `(sleep 0.3; …) & (…) &` and
 * `server & sleep 1; client` rely on it.
 */
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
    const lostMs = lostToLoading(tools);
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      interrupted.dispose();
      signal?.removeEventListener('abort', end);
      tools.signal.removeEventListener('abort', end);
      resolve();
    };
    const waitUntil = (wallEndMs: number) => {
      timer = setTimeout(next, Math.min(wallEndMs - wallMs(), longestMs));
    };
    const next = async () => {
      if (wallMs() < endMs) return waitUntil(endMs);
      const wallEndMs = endMs + (await lostMs());
      if (isOver) return;
      if (wallMs() < wallEndMs) return waitUntil(wallEndMs);
      tools.clock?.reach(dueMs);
      end();
    };
    signal?.addEventListener('abort', end, { once: true });
    tools.signal.addEventListener('abort', end, { once: true });
    void interrupted.signal.then(end);
    if (signal?.aborted || tools.signal.aborted) end();
    else waitUntil(endMs);
  });
}

/** Answers, once no process of the run is loading, for how long one was since this call, milliseconds. */
function lostToLoading({ processes }: CommandTools): () => Promise<number> {
  if (!processes) return async () => 0;
  const { calls } = processes;
  const before = calls.loadingMs(false).catch(() => 0);
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<number>((resolve) => {
      timer = setTimeout(resolve, longestLoadingMs, Number.POSITIVE_INFINITY);
    });
    const settled = await Promise.race([calls.loadingMs(true).catch(() => 0), tooLong]);
    clearTimeout(timer);
    return Math.min(Math.max(0, settled - (await before)), longestLoadingMs);
  };
}
