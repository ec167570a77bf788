import type { Tool } from './toolPort.ts';

/** A tool whose input type only it knows: whoever opens it must work for every type. */
export interface AnyTool {
  readonly name: string;
  open<R>(use: <T>(tool: Tool<T>) => R): R;
}

/** Names of our own tools, in the order in which a user sees them. */
export const ownToolNames: readonly string[] = [
  'bash',
  'read',
  'grep',
  'glob',
  'ls',
  'write',
  'edit',
  'tail',
  'ask_user',
  'todo',
  'task',
];

let tools: readonly AnyTool[] | null = null;

/** Loads the tools, which nobody needs before the first call. Asked again after a failure, it tries again. */
export async function loadTools(): Promise<void> {
  if (tools === null) ({ allTools: tools } = await import('./allTools.ts'));
}

/** By our name; null where there is no such tool. @throws where the tools were not loaded before. */
export function toolNamed(name: string): AnyTool | null {
  if (tools === null) throw new Error('The tools were not loaded before a call was opened.');
  return tools.find((tool) => tool.name === name) ?? null;
}
