import {
  createProjector,
  type ModelRef,
  profileOf,
  promptHead,
  type RecordKey,
  type TurnState,
} from '../../core/index.ts';
import type { ModelClient } from '../../models/index.ts';
import type { CallTools } from '../calls/callDoor.ts';
import { CallRunner } from '../calls/callRunner.ts';
import type { CallRunnerDeps, SubAgentCall } from '../calls/callRunnerDeps.ts';
import { RecordWriter, type RecordWriterDeps } from '../calls/recordWriter.ts';
import type { RunningCall } from '../calls/stepCall.ts';
import { SessionLeft } from '../permissions/questionDesk.ts';
import type { LogDoor } from '../session/sessionLog.ts';
import { TurnLoop, type TurnLoopDeps } from '../session/turnLoop.ts';
import type { SubAgentEnd } from '../tools/toolPort.ts';
import { ownShellHost } from './ownShellHost.ts';
import { lastSubAgentTurn, SubAgentLog } from './subAgentLog.ts';

/** Tools that a sub-agent does not have: it has no sub-agents of its own, no user to ask, and no list to show. */
export const withheldFromSubAgents: readonly string[] = ['task', 'ask_user', 'todo'];

export interface SubAgentDeps {
  readonly log: LogDoor;
  /** What the session's own calls run with; a sub-agent's run with the same, but for its log, shell and records. */
  readonly calls: Omit<CallRunnerDeps, 'log' | 'records' | 'host' | 'ask' | 'runSubAgent' | 'hearsJobs'> &
    Pick<CallRunnerDeps, 'host'>;
  readonly records: Omit<RecordWriterDeps, 'log' | 'host'>;
  readonly ask: (log: LogDoor) => CallRunnerDeps['ask'];
  readonly model: (ref: ModelRef) => Promise<ModelClient>;
  readonly maxSteps: number;
  readonly keepBody: TurnLoopDeps['keepBody'];
  readonly onStatus: () => void;
}

interface RunningAgent {
  readonly calls: CallRunner;
  readonly loop: TurnLoop;
}

/** The sub-agents of a session: each a turn loop of its own over a part of the session's log. */
export class SubAgents {
  readonly #running = new Map<RecordKey, RunningAgent>();
  #lastTurn = 0;

  constructor(private readonly deps: SubAgentDeps) {}

  /** Starts the sub-agent of a call, or goes on with the one that an earlier page had begun. */
  async run({ key, prompt, ref, stop }: SubAgentCall): Promise<SubAgentEnd> {
    const log = new SubAgentLog(this.deps.log, key);
    const agent = this.#agent(log);
    this.#running.set(key, agent);
    const onStop = () => void agent.loop.stop(stop.reason === 'session-end' ? 'session-end' : 'user');
    stop.addEventListener('abort', onStop);
    try {
      const begun = log.state.turns.length > 0;
      if (!begun) {
        const { model, encoding, externalTools = [] } = this.deps.log.state;
        await log.append(
          { type: 'profile-changed', profile: ref },
          { type: 'model-changed', model },
          { type: 'encoding-changed', encoding },
          { type: 'tools-changed', tools: externalTools },
        );
      }
      if (stop.aborted) onStop();
      else if (begun) {
        agent.loop.hold();
        await agent.loop.resume('auto');
      } else await agent.loop.start(prompt, 'auto', this.#nextTurn());
    } finally {
      stop.removeEventListener('abort', onStop);
      this.#running.delete(key);
    }
    const turn = log.state.turns.at(-1);
    if (stop.reason === 'session-end' && turn !== undefined && turn.end === null) throw new SessionLeft();
    return endOf(turn);
  }

  /** A call of a sub-agent that runs now, null where none by that key does. */
  runningCall(key: RecordKey): RunningCall | null {
    for (const { calls } of this.#running.values()) {
      const running = calls.runningCall(key);
      if (running !== null) return running;
    }
    return null;
  }

  /** Two that begin at once are both not in the log yet. */
  #nextTurn(): number {
    this.#lastTurn = Math.max(this.#lastTurn, lastSubAgentTurn(this.deps.log.state)) + 1;
    return this.#lastTurn;
  }

  #agent(log: SubAgentLog): RunningAgent {
    const { deps } = this;
    const host = ownShellHost(deps.calls.host);
    const records = new RecordWriter({ ...deps.records, log, host });
    const calls = new CallRunner({
      ...deps.calls,
      log,
      host,
      records,
      tools: withholding(deps.calls.tools, withheldFromSubAgents),
      hearsJobs: false,
      ask: deps.ask(log),
      runSubAgent: () => Promise.reject(new Error('A sub-agent has no sub-agents.')),
    });
    const projector = createProjector();
    const loop = new TurnLoop({
      log,
      calls,
      model: () => deps.model(log.state.model),
      prompt: () => {
        const { state } = log;
        const profile = profileOf(state.profile);
        const context = records.context(state.profile);
        const head = promptHead(profile, context, state.externalTools, withheldFromSubAgents);
        return projector.project(state, head);
      },
      checkpoint: () => host.checkpoint().catch(() => null),
      // Bodies are kept by turn and step, and a sub-agent's turn has a number of its own.
      keepBody: deps.keepBody,
      clock: deps.calls.clock,
      after: deps.calls.after,
      maxSteps: deps.maxSteps,
      onStatus: () => deps.onStatus(),
    });
    return { calls, loop };
  }
}

/** The same tools without some of our own. */
function withholding(tools: CallTools, withheld: readonly string[]): CallTools {
  return {
    withheld,
    find: (name) => tools.find(name),
    get names() {
      return tools.names;
    },
  };
}

/** The last words of the sub-agent, and what kept it from ending by itself. */
function endOf(turn: TurnState | undefined): SubAgentEnd {
  const last = turn?.steps.at(-1);
  const text = (last?.parts ?? [])
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim();
  const end = turn?.end ?? null;
  if (end?.reason === 'done' && text !== '') return { text, error: null };
  const stopped = end?.reason === 'stopped' || end === null;
  const why =
    end?.error?.message ??
    (stopped ? 'The user stopped the sub-agent.' : 'The sub-agent ended without an answer.');
  const code = stopped ? 'ABORTED' : 'SUB_AGENT_FAILED';
  return { text, error: { code, phase: stopped ? 'abort' : 'run', message: why } };
}
