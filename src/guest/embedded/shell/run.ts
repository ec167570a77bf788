import { Bash, getCommandNames, type ResolvedCommandContext } from 'just-bash/browser';
import type { RunNote } from '../../port.ts';
import { noteOrder, orderNote } from '../clock/index.ts';
import { seededBytes } from '../files/index.ts';
import { NamedPipes, pipeCallsOf } from '../processes/namedPipes.ts';
import { CarryOver } from './carry/carryOver.ts';
import { functionValue } from './carry/exportedFunctions.ts';
import { FunctionSources, printedStatement } from './carry/functionSources.ts';
import { carryCommand } from './carry/snapshot.ts';
import { stdinOf } from './commands/command.ts';
import { PathScripts, pathScriptNames } from './commands/pathScripts.ts';
import { addedNames, ownCommands } from './commands/registry.ts';
import { bytesFromLatin1, bytesFromText, latin1FromBytes, textFromBytes } from './disk/bytes.ts';
import { Devices } from './disk/devices.ts';
import { localTree } from './disk/localTree.ts';
import { ShellDisk } from './disk/shellDisk.ts';
import { finish, notStreamed } from './finish.ts';
import type { RunShellJob, ShellHost, ShellJob, ShellResult } from './job.ts';
import { BackgroundStatements } from './jobs/backgroundStatements.ts';
import { settleApart, settleJobs } from './jobs/ending.ts';
import { drainCommandFor, inheritCommandFor } from './jobs/inheritedDescriptors.ts';
import { jobStartCommands } from './jobs/jobStart.ts';
import { JobTable } from './jobs/jobTable.ts';
import { drainCommand, inheritCommand } from './jobs/names.ts';
import { limitNotes, limitsFor } from './limits.ts';
import { type PipelineNode, pipelineOf, simpleCommand, statementOf } from './stream/ast.ts';
import { ByteSource, Sources } from './stream/byteSource.ts';
import { Deadlines } from './stream/deadlines.ts';
import { Evaluations, evaluationNames } from './stream/evaluated.ts';
import { movesStreamsInto } from './stream/execStreams.ts';
import { LiveDevice } from './stream/liveDevice.ts';
import { NamedSubstitutions } from './stream/namedSubstitutions.ts';
import { PipeEnds } from './stream/pipeEnds.ts';
import { createStreamPlugin } from './stream/plugin.ts';
import { terminal } from './stream/route.ts';
import { selectMenu, selectNames } from './stream/select.ts';
import type { ApartStage } from './stream/sharedStages.ts';
import { Stage } from './stream/stage.ts';
import { unstreamedParts } from './stream/unstreamed.ts';
import { stopBeforeSyntaxError } from './syntaxErrors.ts';
import { Traps, trapNames } from './traps.ts';

/** Runs one command in an interpreter of its own. See `RunShellJob`. */
export const runShellJob: RunShellJob = (job, host) => runJob(job, host, true);

/** With `streams` off the script is left as it is; what it writes must not differ, only when and in which order. */
export async function runJob(job: ShellJob, host: ShellHost, streams: boolean): Promise<ShellResult> {
  const { descriptors: inherited = [] } = job;
  const live = new LiveDevice(host.output, host.withholds);
  const notes: RunNote[] = [];
  const time = host.time ?? null;
  const clock = time?.clock ?? null;
  if (clock && job.runsBeside) noteOrder(notes);
  const nowMs = job.clockStartMs ?? Date.now();
  const carry = new CarryOver(job.state);
  const machineNames = host.machine?.programs ?? [];
  const pathScripts = new PathScripts([...getCommandNames(), ...addedNames, ...machineNames]);
  const disk = new ShellDisk({
    files: host.files,
    local: localTree([
      ...addedNames,
      ...machineNames,
      ...trapNames,
      ...evaluationNames,
      ...selectNames,
      ...pathScriptNames,
      carryCommand,
    ]),
    scriptAt: (path, reader) => pathScripts.textFor(path, reader),
    devices: new Devices({ stdin: job.stdin, seed: job.seed, nowMs }),
    live,
    onSourced: (text) => {
      carry.fileSourced(text);
      functions.sourced(text);
    },
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
  const deadlines = new Deadlines({ clock });
  const processes = host.processes ?? null;
  const shellPid = job.shellPid ?? processes?.pid ?? 1;
  const traps = new Traps(processes?.handles);
  const forgetSignals = processes?.onSignal((signal) => traps.signaled(signal));
  const jobs = new JobTable(processes);
  const statements = new BackgroundStatements(printedStatement);
  /** Of every shell of the run: a job may begin in any of them. */
  const functions = new FunctionSources();
  const evaluations = new Evaluations((name, context) => sourcedText(disk, name, context));
  const sources = new Sources();
  const ends = new PipeEnds(sources, processes?.calls ?? pipeCallsOf(new NamedPipes(), shellPid));
  const tools = {
    live,
    deadlines,
    nowMs,
    clock,
    disk,
    sources,
    ends,
    signal: stop.signal,
    maxBuiltBytes: job.maxBuiltBytes,
    randomByte: seededBytes(job.seed ^ 0x5bd1e995),
    note: (note: RunNote) => {
      if (note.code === orderNote.code) noteOrder(notes);
      else notes.push(note);
    },
    loadBundle: host.loadBundle ?? null,
    startNodeWorker: host.startNodeWorker ?? null,
    fetch: host.fetch ?? null,
    dial: host.dial ?? null,
    machine: host.machine ?? null,
    processes,
    jobs,
    traps,
    shellPid,
    isInteractive: job.isInteractive ?? false,
    holdOpen: () => {},
  };
  const stdinPipe = host.stdinPipe ?? null;
  const stdinSource =
    stdinPipe && new ByteSource({ next: () => stdinPipe.read(), onClose: () => stdinPipe.close() });
  const stdinTicket = stdinSource && sources.add(stdinSource);
  const prompt = (text: string) => host.output.write('stderr', bytesFromText(text));
  const ownOf = ({ tools: own, evaluated }: Stage) => [
    ...ownCommands(own),
    pathScripts.commandFor(own),
    selectMenu,
    ...evaluations.commandsFor(evaluated),
    ...jobStartCommands(own, {
      statements,
      stateFrom: (report, context) => carry.stateIn(report, context, functions),
    }),
  ];
  const shared = {
    sources,
    time,
    commandsFor: ownOf,
    descriptors: new Set<number>(),
    named: new NamedSubstitutions(sources),
    ends,
    apart: new Set<ApartStage>(),
    typed: stdinSource && host.typed ? { source: stdinSource, input: host.typed, prompt } : null,
    functionText: (name: string) => {
      const [source] = functions.textsOf([name]);
      return source === undefined ? null : functionValue(name, source);
    },
    hasBegun: false,
    running: 0,
    statements: 0,
  };
  const main = new Stage({ shared, live, disk, tools, commands: new Map() });
  const bash = new Bash({
    fs: disk,
    cwd: job.state.cwd,
    env: { SHLVL: '1', ...job.state.env },
    executionLimits: limitsFor(job.maxBuiltBytes),
    ...(processes ? { processInfo: { pid: shellPid, ppid: processes.ppid } } : {}),
    // The worker is the sandbox; the box would only slow each command down.
    defenseInDepth: false,
    customCommands: [
      ...ownOf(main),
      inheritCommandFor(main.tools, inherited),
      drainCommandFor(main.tools),
      ...traps.commands,
      carry.receiver,
    ],
  });
  let unstreamed: string[] = [];
  const drain: PipelineNode[] = [];
  bash.registerTransformPlugin(
    createStreamPlugin({
      live,
      deadlines,
      traps,
      jobs: statements,
      evaluations,
      streams,
      onScript: (script) => functions.noteScript(script),
      onAnyFunction: (node, written) => functions.defined(node, written),
      onMainScript(script, ending) {
        unstreamed = unstreamedParts(script);
        if (unstreamed.length > 0) host.noteIfCut?.(notStreamed(unstreamed));
        stopBeforeSyntaxError(script, job.command);
        if (movesStreamsInto(script.statements)) drain.push(pipelineOf(simpleCommand(drainCommand)));
        carry.wrap(script, [...drain, ...ending]);
        if (inherited.length > 0) script.statements.unshift(statementOf(simpleCommand(inheritCommand)));
      },
      onFunction: (node, written) => {
        carry.functionDefined(node, written);
        functions.defined(node, written);
      },
      atMainExit: (exit, ending) => carry.exitWithReport(exit, [...drain, ...ending]),
    }),
  );
  live.announceScript(terminal);
  try {
    const result = await bash.exec(job.command, {
      env: { ...carry.scalars },
      signal: stop.signal,
      rawScript: true,
      stdin: stdinTicket ?? (job.stdin ? latin1FromBytes(job.stdin) : ''),
      stdinKind: 'bytes',
    });
    if (cutShort && unstreamed.length > 0) notes.push(notStreamed(unstreamed));
    const left = traps.takeLeft(0, true);
    if (left !== null) {
      live.announceScript(terminal);
      const texts = functions.textsOf(functions.names);
      const script = [...texts, `(exit ${result.exitCode})`, left].join('\n');
      await bash.exec(script, { env: { ...result.env }, signal: stop.signal, rawScript: true });
    }
    await settleApart(shared.apart, stop.signal);
    await settleJobs(main.tools);
    return await finish({ job, host, live, carry, notes, jobs: jobs.records(), result });
  } finally {
    forgetSignals?.();
    host.signal.removeEventListener('abort', abort);
  }
}

/** The file that `source` means: its own input, a path, or a name looked for on PATH and then here. Null where there is none. */
async function sourcedText(
  disk: ShellDisk,
  name: string,
  context: ResolvedCommandContext,
): Promise<string | null> {
  if (name === '/dev/stdin') return textFromBytes(bytesFromLatin1(stdinOf(context)));
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
