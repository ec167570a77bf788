import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from '../command.ts';
import { decodeText } from '../text/bytesText.ts';
import { readAll } from '../text/readAll.ts';
import { ToolOutput } from '../text/toolOutput.ts';

/** `tsort`: an order in which every pair's first comes before its second. */
export function tsort(tools: CommandTools): Command {
  return command('tsort', async (args, context) => {
    const [operand = '-'] = args.filter((arg) => arg !== '--');
    const bytes = await readAll(tools, context, operand);
    if ('failed' in bytes) return fail(`tsort: ${operand}: ${bytes.failed}\n`);
    const words = decodeText(bytes)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (words.length % 2 !== 0) return fail(`tsort: ${operand}: input contains an odd number of tokens\n`);
    const waitingFor = new Map<string, number>();
    const followers = new Map<string, string[]>();
    for (let index = 0; index < words.length; index += 2) {
      const [first, second] = [words[index]!, words[index + 1]!];
      for (const word of [first, second]) if (!waitingFor.has(word)) waitingFor.set(word, 0);
      if (first === second) continue;
      waitingFor.set(second, waitingFor.get(second)! + 1);
      followers.set(first, [...(followers.get(first) ?? []), second]);
    }
    const output = new ToolOutput('tsort', tools);
    const queue = [...waitingFor].filter(([, count]) => count === 0).map(([word]) => word);
    let exitCode = 0;
    while (waitingFor.size > 0) {
      const word = queue.shift() ?? (await brokenLoop());
      if (!waitingFor.delete(word)) continue;
      output.print(`${word}\n`);
      for (const follower of followers.get(word) ?? []) {
        const left = (waitingFor.get(follower) ?? 0) - 1;
        if (!waitingFor.has(follower)) continue;
        waitingFor.set(follower, left);
        if (left === 0) queue.push(follower);
      }
    }
    return output.end(exitCode);

    async function brokenLoop(): Promise<string> {
      exitCode = 1;
      await output.error(`${operand}: input contains a loop:`);
      const loop = loopIn(waitingFor, followers);
      for (const word of loop) await output.error(word);
      return loop[0]!;
    }
  });
}

/** A loop among the words that wait, its smallest first. Each of them follows another, so going back ends in one. */
function loopIn(
  waitingFor: ReadonlyMap<string, number>,
  followers: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const waiting = [...waitingFor.keys()].sort();
  const before = (word: string) => waiting.find((first) => followers.get(first)?.includes(word));
  const path: string[] = [];
  let word = waiting[0];
  for (; word !== undefined && !path.includes(word); word = before(word)) path.push(word);
  const loop = path.slice(path.indexOf(word ?? '')).reverse();
  const start = loop.indexOf([...loop].sort()[0] ?? '');
  return [...loop.slice(start), ...loop.slice(0, start)];
}
