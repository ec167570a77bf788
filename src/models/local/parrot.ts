import type { AssistantPart, JsonValue, Prompt, ToolResultPart, ToolSpec } from '../../core/index.ts';
import type { ModelClient } from '../port.ts';
import { type LocalAnswer, playAnswer, waitOnTimer } from './answer.ts';

/**
 * The notices of the harnesses we speak name the file at the end of a line. A model reads its own prompt.
 * Blanks after the path are cut off apart: to look for them here would be quadratic in their number.
 */
const SAVED_PATH = /^(?:Output too large \([^)\n]*\)\. )?Full output (?:\([^)\n]*\) )?saved to: (\/[^\n]*)$/m;

function findTool(prompt: Prompt, name: string): ToolSpec | null {
  return prompt.tools.find((tool) => tool.name.toLowerCase() === name) ?? null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first property of the tool's schema that takes a string: command, file_path, filePath … */
function firstStringProperty(tool: ToolSpec, fallback: string): string {
  const schema: unknown = tool.inputSchema;
  const properties = isObject(schema) ? schema.properties : null;
  if (!isObject(properties)) return fallback;
  const found = Object.entries(properties).find(([, of]) => isObject(of) && of.type === 'string');
  return found?.[0] ?? fallback;
}

function say(text: string): LocalAnswer {
  return { parts: [{ type: 'text', text }], error: null };
}

function call(tool: ToolSpec, property: string, value: JsonValue, callId: string): LocalAnswer {
  const part: AssistantPart = {
    type: 'tool-call',
    callId,
    wireName: tool.name,
    input: { [firstStringProperty(tool, property)]: value },
  };
  return { parts: [part], error: null };
}

/** What happened since the user last spoke. */
function turnOf(prompt: Prompt): {
  /** Null where no message began the turn. */
  readonly typed: string | null;
  readonly results: readonly ToolResultPart[];
  readonly requests: number;
} {
  const start = prompt.messages.findLastIndex((message) => message.role === 'user');
  const user = prompt.messages[start];
  const results: ToolResultPart[] = [];
  let requests = 0;
  for (const message of prompt.messages.slice(start + 1)) {
    if (message.role === 'tool') results.push(...message.results);
    if (message.role === 'assistant') requests += 1;
  }
  const typed = user?.role === 'user' ? (user.written ?? user.text) : '';
  return { typed: user?.role === 'user' && user.written === '' ? null : typed, results, requests };
}

function answerParrot(prompt: Prompt): LocalAnswer {
  const { typed, results, requests } = turnOf(prompt);
  const turn = prompt.messages.filter((message) => message.role === 'user').length;
  const bash = findTool(prompt, 'bash');
  const read = findTool(prompt, 'read');
  if (typed === null) return say('I was told that something in the background has ended.');
  if (requests === 0) {
    return bash === null
      ? say('I have no bash tool here, and running what you type is all that I can do.')
      : call(bash, 'command', typed, `parrot_${turn}_1`);
  }
  const ran = results[0];
  if (ran === undefined) return say('Nothing came back from the command.');
  const path = SAVED_PATH.exec(ran.text)?.[1]?.trimEnd();
  if (results.length === 1 && path !== undefined && read !== null) {
    return call(read, 'file_path', path, `parrot_${turn}_2`);
  }
  const seen = results.reduce((sum, result) => sum + result.text.length, 0).toLocaleString('en-US');
  if (ran.isError && results.length === 1) return say(`The command failed. I saw ${seen} characters of it.`);
  return results.length === 1
    ? say(`I ran it and saw ${seen} characters, the whole of what I was given.`)
    : say(`I ran it, read the saved file once, and saw ${seen} characters in all.`);
}

/**
 * A model that runs whatever the user types with bash, reads the saved file once where the result names
 * one, and says how much it saw. It works with the tools' names and schemas as it finds them in the prompt.
 */
export function createParrotModel(): ModelClient {
  return {
    ref: { provider: 'parrot', model: 'parrot' },
    // It has no tokenizer that ours could differ from.
    ownTokenizer: true,
    stream: (prompt, signal) =>
      playAnswer(prompt, 'parrot', 0, () => answerParrot(prompt), signal, waitOnTimer),
  };
}
