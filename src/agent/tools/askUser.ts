import type { JsonValue, QuestionChoice } from '../../core/index.ts';
import { parseInput, reject } from './inputDoor.ts';
import { done, isObject, stopped, stopReasonOf, type Tool } from './toolPort.ts';

export interface AskUserInput {
  readonly question: string;
  readonly choices: readonly QuestionChoice[];
  readonly multiple: boolean;
}

function choiceOf(value: JsonValue): QuestionChoice {
  // Models often send plain strings where a label alone would do.
  if (typeof value === 'string' && value !== '') return { label: value.toWellFormed(), description: '' };
  if (isObject(value) && typeof value.label === 'string' && value.label !== '') {
    const { label, description } = value;
    return {
      label: label.toWellFormed(),
      description: typeof description === 'string' ? description.toWellFormed() : '',
    };
  }
  return reject('each of "choices" must be an object with a "label"');
}

/** Asks the user. The answer is the result, whole: what a person wrote is never cut. */
export const askUser: Tool<AskUserInput> = {
  name: 'ask_user',
  serial: false,
  changesFiles: false,
  parse: (input) =>
    parseInput(input, (fields) => {
      const choices = fields.list('choices', 'options').map(choiceOf);
      if (new Set(choices.map(({ label }) => label)).size < choices.length) {
        reject('two of "choices" have the same label');
      }
      return {
        question: fields.nonEmptyText('question', 'text'),
        choices,
        multiple: fields.flag('multiple', 'multiSelect'),
      };
    }),
  async run({ question, choices, multiple }, { ask, out, stop }) {
    const answer = await ask({ kind: 'choice', text: question, choices, multiple });
    if (answer === null || answer.kind !== 'choice') return stopped(stopReasonOf(stop));
    const lines = [...answer.chosen, ...(answer.text === '' ? [] : [answer.text])];
    await out.write(lines.join('\n'));
    return done(null);
  },
};
