import { Bash } from 'just-bash/browser';
import { ownCommands } from './commands/registry.ts';
import { bytesFromLatin1, bytesFromText, latin1FromBytes } from './disk/bytes.ts';
import { Devices } from './disk/devices.ts';
import { createLocalTree } from './disk/localTree.ts';
import { ShellDisk } from './disk/shellDisk.ts';
import type { RunShellJob } from './job.ts';
import { limitsFor } from './limits.ts';
import { LiveDevice } from './stream/liveDevice.ts';
import { createStreamPlugin } from './stream/plugin.ts';
import { terminal } from './stream/route.ts';

/** Runs one command in an interpreter of its own. See `RunShellJob`. */
export const runShellJob: RunShellJob = async (job, host) => {
  const live = new LiveDevice(host.output);
  const nowMs = job.clockStartMs ?? Date.now();
  const commands = ownCommands();
  const disk = new ShellDisk({
    files: host.files,
    local: createLocalTree(commands.map((command) => command.name)),
    devices: new Devices({ stdin: job.stdin, seed: job.seed, nowMs }),
    live,
  });
  const bash = new Bash({
    fs: disk,
    cwd: job.state.cwd,
    env: { ...job.state.env },
    executionLimits: limitsFor(job.maxBuiltBytes),
    // The worker is the sandbox; the box would only slow each command down.
    defenseInDepth: false,
    customCommands: commands,
  });
  bash.registerTransformPlugin(createStreamPlugin({ live, onFunction() {}, onMainScript() {} }));
  live.announceScript(terminal);
  const result = await bash.exec(job.command, {
    signal: host.signal,
    rawScript: true,
    stdin: job.stdin ? latin1FromBytes(job.stdin) : '',
    stdinKind: 'bytes',
  });
  if (result.stdout) {
    const bytes =
      result.stdoutKind === 'bytes' ? bytesFromLatin1(result.stdout) : bytesFromText(result.stdout);
    await live.write('live1', bytes);
  }
  if (result.stderr) await live.write('live2', bytesFromText(result.stderr));
  return { exitCode: result.exitCode, state: job.state, notes: [] };
};
