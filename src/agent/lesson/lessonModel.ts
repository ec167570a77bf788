import type { ModelRef } from '../../core/index.ts';
import { createScriptedModel, type ModelClient, positionOf, type ScriptStep } from '../../models/index.ts';

export const lessonModel: ModelRef = { provider: 'scripted', model: 'lesson' };

/** The scripted model of a lesson: it is given its next answers turn by turn, and a learner can give them too. */
export class LessonModel implements ModelClient {
  readonly ref = lessonModel;
  readonly ownTokenizer = true;
  #next: ScriptStep[] = [];

  /** Answers that nobody has asked for yet. */
  get waiting(): number {
    return this.#next.length;
  }

  /** What it says from the next request on; answers that still waited are dropped. */
  play(steps: readonly ScriptStep[]): void {
    this.#next = [...steps];
  }

  stream(...[prompt, signal]: Parameters<ModelClient['stream']>): ReturnType<ModelClient['stream']> {
    const step = this.#next.shift() ?? { text: 'I have nothing more to say in this step.' };
    // A script is played by position, and this one has no steps but the one that is due.
    const before = Array.from({ length: positionOf(prompt) }, () => ({}));
    return createScriptedModel({ steps: [...before, step] }, { name: lessonModel.model }).stream(
      prompt,
      signal,
    );
  }
}
