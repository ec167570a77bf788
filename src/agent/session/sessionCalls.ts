import type { RecordKey } from '../../core/index.ts';
import { CallRunner } from '../calls/callRunner.ts';
import type { CallRunnerDeps } from '../calls/callRunnerDeps.ts';
import { RecordWriter } from '../calls/recordWriter.ts';
import type { RunningCall } from '../calls/stepCall.ts';
import { SessionJobs } from '../jobs/sessionJobs.ts';
import type { Teller } from '../jobs/teller.ts';
import type { OutputBudget } from '../output/outputPipeline.ts';
import { isSavedOutput } from '../permissions/pendingQuestions.ts';
import { QuestionDesk } from '../permissions/questionDesk.ts';
import { PluginTools } from '../plugins/pluginTools.ts';
import type { SubAgents } from '../subagent/subAgents.ts';
import { FileFactsCache } from '../tools/fileFactsCache.ts';
import { PathLocks } from '../tools/pathLocks.ts';
import { SessionTools } from '../tools/sessionTools.ts';
import type { GuestHost } from '../workspace/guestHost.ts';
import type { Notifier } from './notifier.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { LogDoor, SessionLog } from './sessionLog.ts';
import type { TurnLoopDeps } from './turnLoop.ts';

export interface SessionCallsDeps {
  readonly deps: SessionDeps;
  readonly writable: boolean;
  readonly log: SessionLog;
  readonly host: GuestHost;
  readonly notifier: Notifier;
  readonly teller: Teller;
  /** Folders of the guest that runs, or ran last. */
  readonly folders: () => { readonly home: string; readonly workspace: string };
  readonly keepBody: TurnLoopDeps['keepBody'];
  /** Somebody is there to hear of a job's end: this page wakes its model. */
  readonly isHeard: () => boolean;
  readonly onJobEnded: () => void;
}

/** What the calls of one session run with and leave behind: tools, jobs, questions, sub-agents and records. */
export class SessionCalls {
  readonly records: RecordWriter;
  readonly jobs: SessionJobs;
  readonly plugins: PluginTools;
  readonly tools: SessionTools;
  readonly questions = new QuestionDesk();
  readonly runner: CallRunner;
  readonly #recordsOf: (log: LogDoor) => RecordWriter;
  /** Comes with the first sub-agent: most sessions have none, and a page opens without. */
  #agents: Promise<SubAgents> | null = null;
  #loadedAgents: SubAgents | null = null;

  constructor(parts: SessionCallsDeps) {
    const { deps, writable, log, host, notifier, teller, folders } = parts;
    const { store, clock, after, counter, createMatcher, permissions } = deps;
    const played = deps.played === undefined ? {} : { played: deps.played };
    const budget: OutputBudget = {
      commandBytes: deps.caps.commandBytes,
      sessionBytesLeft: Math.max(0, deps.caps.sessionBytes - log.state.outputBytes),
    };
    const recordDeps = {
      store,
      places: () => ({ ...folders(), guestAbout: host.seat?.guest.about }),
      askToPersist: deps.askToPersist,
    };
    this.records = new RecordWriter({ ...recordDeps, log, host, teller });
    this.jobs = new SessionJobs({
      log,
      store,
      host,
      budget,
      clock,
      after,
      context: (ref) => this.records.context(ref),
      isHeard: parts.isHeard,
      onLive: (key) => notifier.liveGrew(key),
      onEnded: parts.onJobEnded,
      ...played,
    });
    this.plugins = new PluginTools({
      seat: () => host.seat,
      ensureGuest: () => host.ensure(),
      workspace: () => folders().workspace,
      after,
    });
    this.tools = new SessionTools({
      log,
      sources: [this.plugins, ...(deps.mcpTools === undefined ? [] : [deps.mcpTools])],
      permissions,
      writable,
      onChange: () => notifier.tell({ kind: 'tools' }),
    });
    const callDeps = {
      store,
      host,
      counter,
      clock,
      after,
      budget,
      fileFacts: new FileFactsCache(),
      locks: new PathLocks(),
      createMatcher,
      tools: this.tools,
      permissions,
      jobs: this.jobs,
      isSavedOutput: (path: string) => isSavedOutput(log.state, path),
      onLive: (key: RecordKey) => notifier.liveGrew(key),
      onRunning: () => notifier.tell({ kind: 'status' }),
      ...played,
    };
    const ask =
      (asking: LogDoor): CallRunnerDeps['ask'] =>
      (key, question, stop) =>
        this.questions.ask(asking, key, question, stop);
    this.#recordsOf = (of) => new RecordWriter({ ...recordDeps, log: of, host });
    const agents = async () => {
      const { SubAgents } = await import('../subagent/subAgents.ts');
      this.#loadedAgents = new SubAgents({
        log,
        calls: callDeps,
        records: recordDeps,
        ask,
        model: deps.model,
        maxSteps: deps.maxSteps,
        keepBody: parts.keepBody,
        onStatus: () => notifier.statusGrew(),
      });
      return this.#loadedAgents;
    };
    this.runner = new CallRunner({
      ...callDeps,
      log,
      records: this.records,
      ask: ask(log),
      hearsJobs: true,
      runSubAgent: async (call) => {
        // What did not come is asked for again by the next call.
        this.#agents ??= agents().catch((error: unknown) => {
          this.#agents = null;
          throw error;
        });
        return (await this.#agents).run(call);
      },
    });
  }

  /** A call that runs now, a sub-agent's too. */
  running(key: RecordKey): RunningCall | null {
    return this.runner.runningCall(key) ?? this.#loadedAgents?.runningCall(key) ?? null;
  }

  /** The writer of a sub-agent's records, for calls that an earlier page left open. */
  recordsOfAgent(log: LogDoor): RecordWriter {
    return this.#recordsOf(log);
  }
}
