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
import type { AnyTool } from './toolSet.ts';
import { write } from './write.ts';

function anyTool<T>(tool: Tool<T>): AnyTool {
  return { name: tool.name, open: (use) => use(tool) };
}

export { bash };

/** Our own tools, in the order in which a user sees them. */
export const allTools: readonly AnyTool[] = [
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
