import type { Question, QuestionAnswer, RecordKey } from '../../core/index.ts';
import type { LogDoor } from '../session/sessionLog.ts';
import { questionOf } from './pendingQuestions.ts';

/** The session is closed while a call waits for its user: the call stays open in the log, to be gone on with later. */
export class SessionLeft extends Error {
  constructor() {
    super('The session was closed while a question waited.');
  }
}

/**
 * Where calls wait for their user. Question and answer are in the log, so a call that is run again after a reload
 * finds what was asked, and an answer that was given is never asked for twice.
 */
export class QuestionDesk {
  readonly #waiting = new Map<RecordKey, (answer: QuestionAnswer) => void>();

  /** The answer; null where the user stopped the turn instead. Throws `SessionLeft` where the session is closed. */
  async ask(
    log: LogDoor,
    key: RecordKey,
    question: Question,
    stop: AbortSignal,
  ): Promise<QuestionAnswer | null> {
    const asked = questionOf(log.state, key, question.kind);
    if (asked?.answer) return asked.answer;
    if (asked === null) await log.append({ type: 'question-asked', key, question });
    const onStop = () => this.#waiting.delete(key);
    try {
      return await new Promise<QuestionAnswer | null>((resolve, reject) => {
        const end = () => {
          if (stop.reason === 'session-end') reject(new SessionLeft());
          else resolve(null);
        };
        stop.addEventListener('abort', end, { once: true });
        this.#waiting.set(key, (answer) => {
          stop.removeEventListener('abort', end);
          resolve(answer);
        });
        if (stop.aborted) end();
      });
    } finally {
      onStop();
    }
  }

  /** Logs an answer and lets its call go on; false where no call of this page waits for it. */
  async answer(log: LogDoor, key: RecordKey, answer: QuestionAnswer): Promise<boolean> {
    const asked = questionOf(log.state, key, answer.kind);
    if (asked === null || asked.answer !== null) return false;
    await log.append({ type: 'question-answered', key, answer });
    const waiting = this.#waiting.get(key);
    waiting?.(answer);
    return waiting !== undefined;
  }
}
