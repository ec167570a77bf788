import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, inject } from 'vitest';

/**
 * What a real program answered to what a test file asks, kept in a JSON file beside it: it costs a process or a dozen,
 * ten times what the guest needs, and its answers do not change. What is not kept is asked, and with another seed than
 * that of `npm test` everything is, so `npm run fuzz` also finds an answer that is no longer right.
 * `KEEP_ANSWERS=1 npx vitest run --project unit FILE` asks everything again and keeps it.
 */
export class KeptAnswers<Answer> {
  /** Whether there are some, and they count. */
  readonly areUsed: boolean;
  readonly #answers: Record<string, Answer>;

  constructor(file: URL) {
    const keeps = process.env.KEEP_ANSWERS === '1';
    this.areUsed = !keeps && inject('propertySeed') === 1 && existsSync(file);
    this.#answers = this.areUsed ? JSON.parse(readFileSync(file, 'utf8')) : {};
    if (keeps) afterAll(() => writeFileSync(file, `${JSON.stringify(this.#answers, null, 2)}\n`));
  }

  async answer(question: string, ask: () => Answer | Promise<Answer>): Promise<Answer> {
    const known = Object.hasOwn(this.#answers, question) ? this.#answers[question] : undefined;
    if (known !== undefined) return known;
    const asked = await ask();
    this.#answers[question] = asked;
    return asked;
  }
}
