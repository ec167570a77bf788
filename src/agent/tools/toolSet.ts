import { askUser } from './askUser.ts';
import { bash } from './bash.ts';
import { edit } from './edit.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { ls } from './ls.ts';
import { read } from './read.ts';
import { tail } from './tail.ts';
import { task } from './task.ts';
import { todo } from './todo.ts';
import type { Tool } from './toolPort.ts';
import { write } from './write.ts';

/** A tool whose input type only it knows: whoever opens it must work for every type. */
export interface AnyTool {
  readonly name: string;
  open<R>(use: <T>(tool: Tool<T>) => R): R;
}

function anyTool<T>(tool: Tool<T>): AnyTool {
  return { name: tool.name, open: (use) => use(tool) };
}

const tools: readonly AnyTool[] = [
  anyTool(bash),
  anyTool(read),
  anyTool(grep),
  anyTool(glob),
  anyTool(ls),
  anyTool(write),
  anyTool(edit),
  anyTool(tail),
  anyTool(askUser),
  anyTool(todo),
  anyTool(task),
];

/** Names of our own tools, in the order in which a user sees them. */
export const ownToolNames: readonly string[] = tools.map(({ name }) => name);

/** By our name; null where there is no such tool. */
export function toolNamed(name: string): AnyTool | null {
  return tools.find((tool) => tool.name === name) ?? null;
}
