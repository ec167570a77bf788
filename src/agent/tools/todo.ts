import type { JsonValue, TodoItem } from '../../core/index.ts';
import { parseInput, reject } from './inputDoor.ts';
import { done, isObject, type Tool } from './toolPort.ts';

const maxItems = 200;
const statuses: Readonly<Record<string, TodoItem['status']>> = {
  pending: 'pending',
  'in-progress': 'in-progress',
  in_progress: 'in-progress',
  done: 'done',
  completed: 'done',
};
const marks: Readonly<Record<TodoItem['status'], string>> = {
  pending: '[ ]',
  'in-progress': '[>]',
  done: '[x]',
};

function itemOf(value: JsonValue): TodoItem {
  if (!isObject(value)) return reject('each of "items" must be an object with "text" and "status"');
  const text = value.text ?? value.content;
  if (typeof text !== 'string' || text === '') return reject('each of "items" must have a "text"');
  const status = typeof value.status === 'string' ? statuses[value.status] : undefined;
  if (status === undefined) return reject('"status" must be one of pending, in-progress, done');
  return { text: text.toWellFormed(), status };
}

/** The model's list of what is to be done, for its user to see. The list itself is a fact on the record. */
export const todo: Tool<readonly TodoItem[]> = {
  name: 'todo',
  serial: false,
  changesFiles: false,
  parse: (input) =>
    parseInput(input, (fields) => {
      const items = fields.list('items', 'todos').map(itemOf);
      if (items.length > maxItems) reject(`"items" must have at most ${maxItems} entries`);
      return items;
    }),
  async run(items, { out }) {
    const lines = items.map(({ text, status }) => `${marks[status]} ${text}`);
    await out.write(lines.length === 0 ? 'The list is empty.' : lines.join('\n'));
    return done({ kind: 'todo', items });
  },
};
