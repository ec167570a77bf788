import { Bash } from 'just-bash/browser';
import type { RunNote } from '../../port.ts';
import { CarryOver } from './carry/carryOver.ts';
import { carryCommand } from './carry/snapshot.ts';
import { ownCommandNames, ownCommands } from './commands/registry.ts';
import { bytesFromLatin1, bytesFromText, latin1FromBytes } from './disk/bytes.ts';
import { Devices, seededBytes } from './disk/devices.ts';
import { createLocalTree } from './disk/localTree.ts';
import { ShellDisk } from './disk/shellDisk.ts';
import type { RunShellJob } from './job.ts';
import { limitsFor } from './limits.ts';
import { LiveDevice } from './stream/liveDevice.ts';
import { createStreamPlugin } from './stream/plugin.ts';
import { terminal } from './stream/route.ts';
import { stopBeforeSyntaxError, wordSyntaxError } from './syntaxErrors.ts';

/** Runs one command in an interpreter of its own. See `RunShellJob`. */
export const runShellJob: RunShellJob = async (job, host) => {
  const live = new LiveDevice(host.output);
  const notes: RunNote[] = [];
  const disk = new ShellDisk({
    files: host.files,
    local: createLocalTree([...ownCommandNames, carryCommand]),
    devices: new Devices({ stdin: job.stdin, seed: job.seed, nowMs: job.clockStartMs ?? Date.now() }),
    live,
  });
  const carry = new CarryOver(job.state);
  const tools = {
    live,
    disk,
    signal: host.signal,
    maxBuiltBytes: job.maxBuiltBytes,
    randomByte: seededBytes(job.seed ^ 0x5bd1e995),
    note: (note: RunNote) => notes.push(note),
  };
  const bash = new Bash({
    fs: disk,
    cwd: job.state.cwd,
    env: { ...job.state.env },
    executionLimits: limitsFor(job.maxBuiltBytes),
    // The worker is the sandbox; the box would only slow each command down.
    defenseInDepth: false,
    customCommands: [...ownCommands(tools), carry.receiver],
  });
  bash.registerTransformPlugin(
    createStreamPlugin({
      live,
      onMainScript: (script) => {
        stopBeforeSyntaxError(script, job.command);
        carry.wrap(script);
      },
      onFunction: (node, written) => carry.functionDefined(node, written),
      atExit: (exit) => carry.exitWithReport(exit),
    }),
  );
  live.announceScript(terminal);
  const result = await bash.exec(job.command, {
    signal: host.signal,
    rawScript: true,
    stdin: job.stdin ? latin1FromBytes(job.stdin) : '',
    stdinKind: 'bytes',
  });
  if (result.stdout) {
    const isBytes = result.stdoutKind === 'bytes';
    await live.write('live1', isBytes ? bytesFromLatin1(result.stdout) : bytesFromText(result.stdout));
  }
  const stderr = wordSyntaxError(result.stderr, job.command, 'bash: -c');
  if (stderr) await live.write('live2', bytesFromText(stderr));
  return { exitCode: result.exitCode, state: carry.after(), notes };
};
