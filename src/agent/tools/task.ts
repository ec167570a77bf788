import { parseInput } from './inputDoor.ts';
import { done, refused, type Tool } from './toolPort.ts';

export interface TaskInput {
  readonly prompt: string;
}

/** Its calls end as calls do: a command has up to seven seconds to confirm its end, and is recorded then. */
const stopGraceMs = 12_000;

/** Gives a task to a sub-agent. Its last words are the result, which takes the way of every result. */
export const task: Tool<TaskInput> = {
  name: 'task',
  serial: false,
  changesFiles: true,
  stopGraceMs,
  parse: (input) => parseInput(input, (fields) => ({ prompt: fields.nonEmptyText('prompt') })),
  async run({ prompt }, { runSubAgent, out }) {
    const { text, error } = await runSubAgent(prompt);
    await out.write(text);
    return error === null ? done(null) : refused(error);
  },
};
