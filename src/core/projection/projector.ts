import type {
  ExternalToolSpec,
  Profile,
  ProfileContext,
  Prompt,
  PromptMessage,
  ToolSpec,
} from '../contract/index.ts';
import type { SessionState, StepState, TurnState } from '../log/index.ts';
import { toolsOf } from '../profiles/index.ts';
import { missingAnswer, stepMessages } from './stepMessages.ts';
import { WireIds, wireText } from './wire.ts';

/** The part of a prompt that comes from the profile and not from the log. */
export interface PromptHead {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
}

/**
 * System text and tools of a profile, as a request lists them. `external`: tools that no profile knows, behind the
 * others. `withheld`: our names of tools that this conversation does not have.
 */
export function promptHead(
  profile: Profile,
  ctx: ProfileContext,
  external: readonly ExternalToolSpec[] = [],
  withheld: readonly string[] = [],
): PromptHead {
  const own = toolsOf(profile, ctx)
    .filter(({ tool }) => !withheld.includes(tool))
    .map(({ wireName, description, inputSchema }) => ({ name: wireName, description, inputSchema }));
  return {
    system: profile.systemPrompt(ctx),
    tools: [
      ...own,
      ...external.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    ],
  };
}

/** The next request of a session. Live, after a reload and in a test it is this function over the same log. */
export function projectPrompt(state: SessionState, head: PromptHead): Prompt {
  return createProjector().project(state, head);
}

/** Projects the states of one session as it grows: a new step costs its own messages, not the history's. */
export interface Projector {
  project(state: SessionState, head: PromptHead): Prompt;
}

/**
 * Keeps the messages of steps that can no longer change. A state that does not continue the last one
 * (another session, a log read again) is projected from the start, with the same result.
 */
export function createProjector(): Projector {
  return new IncrementalProjector();
}

interface Position {
  readonly turn: number;
  readonly step: number;
  readonly userSaid: boolean;
}

const start: Position = { turn: 0, step: 0, userSaid: false };

class IncrementalProjector implements Projector {
  #sessionId = '';
  #messages: PromptMessage[] = [];
  #ids = new WireIds();
  #at: Position = start;
  #lastKept: { readonly turn: number; readonly step: number; readonly state: StepState } | null = null;

  project(state: SessionState, head: PromptHead): Prompt {
    if (!this.#continues(state)) this.#reset(state.id);
    this.#keepWhatIsFinal(state);
    const messages = this.#messages.slice();
    const turn = state.turns[this.#at.turn];
    const open = turn?.steps[this.#at.step];
    if (turn !== undefined && open !== undefined) {
      messages.push(...stepMessages(open, turn, true, this.#ids));
    }
    return { system: head.system, messages, tools: head.tools };
  }

  #continues(state: SessionState): boolean {
    if (state.id !== this.#sessionId || state.turns.length < this.#at.turn) return false;
    const kept = this.#lastKept;
    return kept === null || state.turns[kept.turn]?.steps[kept.step] === kept.state;
  }

  #reset(sessionId: string): void {
    this.#sessionId = sessionId;
    this.#messages = [];
    this.#ids = new WireIds();
    this.#at = start;
    this.#lastKept = null;
  }

  #keepWhatIsFinal(state: SessionState): void {
    for (;;) {
      const { turn: turnAt, step: stepAt, userSaid } = this.#at;
      const turn = state.turns[turnAt];
      if (turn === undefined) return;
      if (!userSaid) this.#beginTurn(state, turnAt, turn);
      const step = turn.steps[stepAt];
      if (step === undefined) {
        if (turn.end === null) return;
        this.#at = { turn: turnAt + 1, step: 0, userSaid: false };
        continue;
      }
      const isLast = stepAt + 1 === turn.steps.length;
      if (isLast && turn.end === null) return;
      this.#messages.push(...stepMessages(step, turn, isLast, this.#ids));
      this.#lastKept = { turn: turnAt, step: stepAt, state: step };
      this.#at = { turn: turnAt, step: stepAt + 1, userSaid: true };
    }
  }

  #beginTurn(state: SessionState, turnAt: number, turn: TurnState): void {
    const before = state.turns[turnAt - 1];
    if (before !== undefined && this.#messages.at(-1)?.role !== 'assistant') {
      const parts = [{ type: 'text' as const, text: missingAnswer(before) }];
      const answered = before.end?.reason === 'done';
      this.#messages.push({ role: 'assistant', parts, ...(answered ? {} : { incomplete: true as const }) });
    }
    this.#messages.push(openingMessage(turn));
    this.#at = { turn: turnAt, step: 0, userSaid: true };
  }
}

/** What a turn begins with: what the harness has to tell, then what the user wrote. */
function openingMessage({ userText, told = [] }: TurnState): PromptMessage {
  const written = wireText(userText);
  if (told.length === 0) {
    return { role: 'user', text: written.trim() === '' ? '(empty message)' : written };
  }
  const parts = [...told.map(({ words }) => wireText(words)), written].filter((part) => part.trim() !== '');
  return { role: 'user', text: parts.join('\n\n'), written };
}
