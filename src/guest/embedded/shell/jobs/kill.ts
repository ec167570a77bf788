import type { Command } from 'just-bash/browser';
import { type ProcessSignal, signalFrom, signalNames, signalNumber } from '../../processes/signals.ts';
import { type CommandTools, command, fail, succeed } from '../commands/command.ts';
import { laterTask } from '../stream/pause.ts';

const usage =
  'kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n';

/** `kill [-s SIG | -n N | -SIG] pid | %job …`, `kill -l`. */
export function kill(tools: CommandTools): Command {
  return command('kill', async (args) => {
    if (args.length === 0) return fail(usage, 2);
    const [first = ''] = args;
    if (first === '-l' || first === '-L') return listSignals(args.slice(1));
    let signal: ProcessSignal | null = 'SIGTERM';
    let rest = args;
    let named: string | null = null;
    if (first === '-s' || first === '-n') {
      named = args[1] ?? null;
      if (named === null) return fail(`bash: kill: ${first}: option requires an argument\n`, 1);
      rest = args.slice(2);
    } else if (first === '--') rest = args.slice(1);
    else if (/^-./.test(first)) {
      named = first.slice(1);
      rest = args.slice(1);
    }
    if (rest[0] === '--') rest = rest.slice(1);
    if (named !== null) {
      signal = named === '0' || named === 'EXIT' ? null : signalFrom(named);
      if (signal === null && named !== '0' && named !== 'EXIT') {
        return fail(`bash: kill: ${named}: invalid signal specification\n`, 1);
      }
    }
    if (rest.length === 0) return fail(usage, 2);
    let stderr = '';
    await tools.jobs.refresh();
    for (const word of rest) stderr += await signalOne(tools, word, signal);
    return fail(stderr, stderr === '' ? 0 : 1);
  });
}

/** The complaint; empty where the signal was sent. */
async function signalOne(tools: CommandTools, word: string, signal: ProcessSignal | null): Promise<string> {
  let pid: number;
  if (word.startsWith('%')) {
    const job = tools.jobs.bySpec(word);
    if (!job) return `bash: kill: ${word}: no such job\n`;
    pid = job.pid;
  } else if (/^-?\d+$/.test(word)) {
    // Each process is the leader of its own group here; 0 is the caller's.
    pid = Math.abs(Number(word));
    if (pid === 0 && tools.processes) pid = tools.processes.pid;
  } else return `bash: kill: ${word}: arguments must be process or job IDs\n`;
  if (!tools.processes) return `bash: kill: (${pid}) - No such process\n`;
  const isThere = await tools.processes.calls.signal(pid, signal);
  // One to this shell itself comes by message: before the next command, not after it.
  if (pid === tools.processes.pid) await laterTask();
  return isThere ? '' : `bash: kill: (${pid}) - No such process\n`;
}

/** What `kill -l` prints: the table of all, or the names and numbers of those that are given. */
export function listSignals(words: readonly string[]) {
  if (words.length === 0) {
    const cells = signalNames.map((name, index) => `${String(index + 1).padStart(2)}) ${name}`);
    let text = '';
    for (let at = 0; at < cells.length; at += 5) text += `${cells.slice(at, at + 5).join('\t')}\n`;
    return succeed(text);
  }
  let stdout = '';
  let stderr = '';
  for (const word of words) {
    // An exit code of 128 and more stands for the signal in it.
    const number = /^\d+$/.test(word) ? Number(word) % 128 : null;
    const signal = number === null ? signalFrom(word) : signalFrom(String(number));
    if (!signal) stderr += `bash: kill: ${word}: invalid signal specification\n`;
    else stdout += `${number === null ? signalNumber(signal) : signal.slice(3)}\n`;
  }
  return fail(stderr, stderr === '' ? 0 : 1, stdout);
}
