import {
  type EventBody,
  emptySession,
  type RecordKey,
  type SessionState,
  type SubAgentEventBody,
} from '../../core/index.ts';
import type { LogDoor } from '../session/sessionLog.ts';
import { callByKey } from './callTree.ts';

/** Turns of sub-agents are numbered from here: no session has so many of its own. */
const firstTurn = 900_000_000;

/** The highest number that a sub-agent's turn has in the log. */
export function lastSubAgentTurn(state: SessionState): number {
  return state.turns
    .flatMap((turn) => turn.steps.flatMap((step) => step.calls))
    .flatMap((call) => call.subAgent?.turns.at(-1)?.turn ?? [])
    .reduce((most, turn) => Math.max(most, turn), firstTurn);
}

const inConversation: ReadonlySet<string> = new Set<SubAgentEventBody['type']>([
  'profile-changed',
  'model-changed',
  'encoding-changed',
  'user-message',
  'step',
  'call-started',
  'record',
  'checkpoint',
  'turn-end',
  'question-asked',
  'question-answered',
  'tools-changed',
]);

function isOfConversation(body: EventBody): body is SubAgentEventBody {
  return inConversation.has(body.type);
}

/**
 * The conversation of a sub-agent as a part of its session's log: what is written here is in there under the call
 * that runs it. Names of files are the session's, so that none is taken twice.
 */
export class SubAgentLog implements LogDoor {
  constructor(
    private readonly parent: LogDoor,
    readonly call: RecordKey,
  ) {}

  get state(): SessionState {
    const { id, usedStems, outputBytes } = this.parent.state;
    const own = callByKey(this.parent.state, this.call)?.subAgent ?? emptySession;
    return { ...own, id, usedStems, outputBytes };
  }

  append(...bodies: readonly EventBody[]): Promise<void> {
    return this.parent.append(...bodies.map((body) => this.#within(body)));
  }

  appendSoon(body: EventBody): void {
    this.parent.appendSoon(this.#within(body));
  }

  #within(body: EventBody): EventBody {
    if (!isOfConversation(body)) throw new Error(`A sub-agent has no event ${body.type}.`);
    return { type: 'sub-agent', key: this.call, event: body };
  }
}
