import type { AssistantPart, Prompt } from '../../core/index.ts';
import type { ModelClient, ModelError } from '../port.ts';
import { type LocalAnswer, playAnswer, type Wait, waitOnTimer } from './answer.ts';
import { matchFirst, parsePattern } from './match.ts';
import { type ModelScript, replaceInJson, type ScriptStep } from './script.ts';

const DEFAULT_END_TEXT =
  'That is the end of my script. Choose another model, or write a longer script, to go on.';

/**
 * Where in the script a prompt stands: the number of answers that were finished. Nothing is remembered here,
 * so that a reload, a fork or a retry of the same request is answered with the same step, and a step that
 * was stopped is played again.
 */
export function positionOf(prompt: Prompt): number {
  let count = 0;
  prompt.messages.forEach((message, index) => {
    if (message.role !== 'assistant' || message.incomplete) return;
    const next = prompt.messages[index + 1];
    const unfinished = next?.role === 'tool' && next.results.some((result) => result.unfinished);
    if (!unfinished) count += 1;
  });
  return count;
}

/** The text of the last tool result that the model was sent; a model may read its own prompt. */
export function lastResultText(prompt: Prompt): string | null {
  for (let index = prompt.messages.length - 1; index >= 0; index -= 1) {
    const message = prompt.messages[index];
    if (message?.role === 'tool') return message.results.at(-1)?.text ?? null;
  }
  return null;
}

function mismatch(position: number, source: string): ModelError {
  return {
    code: 'SCRIPT_MISMATCH',
    message: `Step ${position + 1} of the script looks for {{match:${source}}} in the last tool result and does not find it.`,
    httpStatus: null,
    retryable: false,
    retryAfterMs: null,
  };
}

function answerStep(step: ScriptStep, position: number, prompt: Prompt): LocalAnswer {
  const parts: AssistantPart[] = [];
  if (step.reasoning) parts.push({ type: 'reasoning', text: step.reasoning });
  if (step.text) parts.push({ type: 'text', text: step.text });
  let error: ModelError | null = null;
  const fill = (source: string): string => {
    const pattern = parsePattern(source);
    const text = lastResultText(prompt);
    const found = typeof pattern === 'string' || text === null ? null : matchFirst(pattern, text);
    if (found === null) error ??= mismatch(position, source);
    return found ?? '';
  };
  const calls = (step.calls ?? []).map((call, index): AssistantPart => {
    const callId = call.callId ?? `call_${position + 1}_${index + 1}`;
    return call.brokenInput === undefined
      ? { type: 'tool-call', callId, wireName: call.tool, input: replaceInJson(call.input ?? {}, fill) }
      : {
          type: 'tool-call',
          callId,
          wireName: call.tool,
          input: null,
          brokenInput: call.brokenInput,
        };
  });
  // A call made of half an answer would act on the wrong thing: none is made.
  return error === null ? { parts: [...parts, ...calls], error } : { parts, error };
}

/**
 * A model that plays a script: no key, no network, the same answers each time. Drives the demo, lessons
 * and tests. `wait` serves the script's own `delayMs`; without one no timer is used.
 */
export function createScriptedModel(
  script: ModelScript,
  options: { readonly name?: string; readonly wait?: Wait } = {},
): ModelClient {
  const name = options.name ?? 'script';
  return {
    ref: { provider: 'scripted', model: name },
    // It has no tokenizer that ours could differ from.
    ownTokenizer: true,
    stream(prompt, signal) {
      const position = positionOf(prompt);
      const step = script.steps[position] ?? { text: script.endText ?? DEFAULT_END_TEXT };
      const answer = () => answerStep(step, position, prompt);
      return playAnswer(prompt, name, step.delayMs ?? 0, answer, signal, options.wait ?? waitOnTimer);
    },
  };
}
