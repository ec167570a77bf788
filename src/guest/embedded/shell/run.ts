import { Bash, getCommandNames, type ResolvedCommandContext } from 'just-bash/browser';
import type { RunNote } from '../../port.ts';
import { seededBytes } from '../files/index.ts';
import { Background, detachCommand } from './background.ts';
import { CarryOver } from './carry/carryOver.ts';
import { carryCommand } from './carry/snapshot.ts';
import { PathScripts, pathScriptNames } from './commands/pathScripts.ts';
import { addedNames, ownCommands } from './commands/registry.ts';
import { latin1FromBytes } from './disk/bytes.ts';
import { Devices } from './disk/devices.ts';
import { localTree } from './disk/localTree.ts';
import { ShellDisk } from './disk/shellDisk.ts';
import { finish, notStreamed } from './finish.ts';
import type { RunShellJob, ShellHost, ShellJob, ShellResult } from './job.ts';
import { limitNotes, limitsFor } from './limits.ts';
import { Sources } from './stream/byteSource.ts';
import { Deadlines } from './stream/deadlines.ts';
import { Evaluations, evaluationNames } from './stream/evaluated.ts';
import { LiveDevice } from './stream/liveDevice.ts';
import { createStreamPlugin } from './stream/plugin.ts';
import { terminal } from './stream/route.ts';
import { Stage } from './stream/stage.ts';
import { unstreamedParts } from './stream/unstreamed.ts';
import { stopBeforeSyntaxError } from './syntaxErrors.ts';
import { Traps, trapNames } from './traps.ts';

/** Runs one command in an interpreter of its own. See `RunShellJob`. */
export const runShellJob: RunShellJob = (job, host) => runJob(job, host, true);

/** With `streams` off the script is left as it is; what it writes must not differ, only when and in which order. */
export async function runJob(job: ShellJob, host: ShellHost, streams: boolean): Promise<ShellResult> {
  const live = new LiveDevice(host.output, host.withholds);
  const notes: RunNote[] = [];
  const nowMs = job.clockStartMs ?? Date.now();
  const carry = new CarryOver(job.state);
  const pathScripts = new PathScripts([...getCommandNames(), ...addedNames]);
  const disk = new ShellDisk({
    files: host.files,
    local: localTree([
      ...addedNames,
      ...trapNames,
      ...evaluationNames,
      ...pathScriptNames,
      carryCommand,
      detachCommand,
    ]),
    scriptAt: (path, reader) => pathScripts.textFor(path, reader),
    devices: new Devices({ stdin: job.stdin, seed: job.seed, nowMs }),
    live,
    onSourced: (text) => carry.fileSourced(text),
    onStderr: (text) => notes.push(...limitNotes(text, job.maxBuiltBytes)),
  });
  const stop = new AbortController();
  let cutShort = false;
  const abort = (): void => {
    cutShort = live.withholds;
    stop.abort();
  };
  host.signal.addEventListener('abort', abort, { once: true });
  if (host.signal.aborted) abort();
  const background = new Background(() => stop.abort());
  const deadlines = new Deadlines();
  const traps = new Traps();
  const evaluations = new Evaluations((name, context) => sourcedText(disk, name, context));
  const sources = new Sources();
  const tools = {
    live,
    deadlines,
    nowMs,
    disk,
    sources,
    signal: stop.signal,
    maxBuiltBytes: job.maxBuiltBytes,
    randomByte: seededBytes(job.seed ^ 0x5bd1e995),
    note: (note: RunNote) => notes.push(note),
    loadBundle: host.loadBundle ?? null,
    fetch: host.fetch ?? null,
  };
  const ownOf = ({ tools: own, evaluated }: Stage) => [
    ...ownCommands(own),
    pathScripts.commandFor(own),
    ...evaluations.commandsFor(evaluated),
  ];
  const shared = { sources, commandsFor: ownOf, descriptors: new Set<number>(), running: 0, statements: 0 };
  const main = new Stage({ shared, live, disk, tools, commands: new Map() });
  const bash = new Bash({
    fs: disk,
    cwd: job.state.cwd,
    env: { ...job.state.env },
    executionLimits: limitsFor(job.maxBuiltBytes),
    // The worker is the sandbox; the box would only slow each command down.
    defenseInDepth: false,
    customCommands: [
      ...ownOf(main),
      ...traps.commands,
      carry.receiver,
      background.commandFor(() => carry.exitCode),
    ],
  });
  let unstreamed: string[] = [];
  bash.registerTransformPlugin(
    createStreamPlugin({
      live,
      deadlines,
      traps,
      evaluations,
      streams,
      onMainScript(script, ending) {
        unstreamed = unstreamedParts(script);
        if (unstreamed.length > 0) host.noteIfCut?.(notStreamed(unstreamed));
        stopBeforeSyntaxError(script, job.command);
        background.defer(script);
        carry.wrap(script, ending);
        background.append(script);
      },
      onFunction: (node, written) => carry.functionDefined(node, written),
      atMainExit: (exit, ending) => carry.exitWithReport(exit, ending),
    }),
  );
  live.announceScript(terminal);
  try {
    const result = await bash.exec(job.command, {
      env: { ...carry.scalars },
      signal: stop.signal,
      rawScript: true,
      stdin: job.stdin ? latin1FromBytes(job.stdin) : '',
      stdinKind: 'bytes',
    });
    if (cutShort && unstreamed.length > 0) notes.push(notStreamed(unstreamed));
    return await finish({ job, host, live, carry, background, notes, result });
  } finally {
    background.dispose();
    host.signal.removeEventListener('abort', abort);
  }
}

/** The file that `source` means: a path, or a name looked for on PATH and then here. Null where there is none. */
async function sourcedText(
  disk: ShellDisk,
  name: string,
  context: ResolvedCommandContext,
): Promise<string | null> {
  const folders = name.includes('/') ? [] : (context.env.get('PATH') ?? '').split(':').filter(Boolean);
  for (const folder of [...folders.map((each) => `${each}/${name}`), name]) {
    const path = disk.resolvePath(context.cwd, folder);
    try {
      if (!(await disk.stat(path)).isDirectory) return await disk.readFile(path);
    } catch {
      // The next place.
    }
  }
  return null;
}
