import { afterAll, describe, expect, test } from 'vitest';
import { openBrowserLesson } from '../../../../src/agent/index.ts';
import { judge, type Prediction } from '../../../../src/core/index.ts';
import { lessonOrder, readLesson } from '../../../../src/lessons/index.ts';
import { createTokenCounter } from '../../../../src/tokenizer/index.ts';
import { LessonPlayer } from '../../../../src/ui/lessons/lessonPlayer.ts';

const counter = createTokenCounter();
afterAll(() => counter.dispose());

/** An answer that the run itself says is right. */
function truthOf(predict: Prediction, facts: Parameters<typeof judge>[2]): string {
  return String(judge(predict, '', facts).truth);
}

// Its first step to its last: every question has one answer in the run, every number is there, every task is open at first
// and done by the answer that the lesson shows.
describe('every lesson runs, answers its own questions and can be done', () => {
  test.each(lessonOrder)('%s', async (id) => {
    const parsed = readLesson(id);
    if (!parsed.ok) throw new Error(parsed.message);
    const { lesson } = parsed;
    const player = new LessonPlayer(lesson, counter, openBrowserLesson);
    try {
      for (const [at, step] of lesson.steps.entries()) {
        await player.runTo(at + 1);
        const facts = await player.facts(at);
        const place = `${id}, step ${at + 1}`;
        for (const [name, value] of facts)
          if (step.before.includes(`{{${name}}}`) || step.after.includes(`{{${name}}}`))
            expect(value, `${place}: ${name}`).not.toBeNull();
        const named = [...`${step.before}\n${step.after}`.matchAll(/\{\{([^}]*)\}\}/g)].map(
          (match) => match[1] ?? '',
        );
        expect(
          named.filter((name) => !facts.has(name)),
          `${place}: numbers without a fact`,
        ).toEqual([]);
        if (step.predict !== null) {
          const truth = truthOf(step.predict, facts);
          expect(judge(step.predict, truth, facts).right, `${place}: ${truth}`).toBe(true);
        }
        if (step.task === null) continue;
        const before = await player.check(at);
        expect(
          before.some(({ met }) => !met),
          `${place}: its task is open at first`,
        ).toBe(true);
        await player.answer(at);
        expect(await player.check(at), place).toEqual(
          step.task.checks.map(({ says }) => ({ says, met: true })),
        );
      }
    } finally {
      await player.dispose();
    }
  });
});
