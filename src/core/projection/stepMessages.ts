import type { AssistantPart, PromptMessage, ToolResultPart, TurnEndReason } from '../contract/index.ts';
import type { CallState, StepState, TurnState } from '../log/index.ts';
import { cutUnits } from '../output/index.ts';
import { type WireIds, wireInput, wireText, wireToolName } from './wire.ts';

/** The messages of one step: what the model said, then the results of its calls in the order asked. */
export function stepMessages(
  step: StepState,
  turn: TurnState,
  isLastOfTurn: boolean,
  ids: WireIds,
): readonly PromptMessage[] {
  const parts = assistantParts(step, ids);
  const said: PromptMessage =
    step.cutShort === null ? { role: 'assistant', parts } : { role: 'assistant', parts, incomplete: true };
  // How the turn ended is said of its last step only: an earlier step's messages were sent before it was known.
  const ending = isLastOfTurn ? (turn.end?.reason ?? null) : null;
  if (step.calls.length > 0) {
    return [said, { role: 'tool', results: step.calls.map((call) => resultOf(call, step, ending, ids)) }];
  }
  if (parts.length === 0) return [];
  const messages: PromptMessage[] = [said];
  // A request that ends with the assistant's words asks for a prefill, which newer models refuse.
  if (!(isLastOfTurn && turn.end !== null)) {
    const text =
      step.cutShort === null ? '[Go on.]' : '[Your answer was cut off. Go on from where it ended.]';
    messages.push({ role: 'user', text });
  }
  return messages;
}

/** What is said in the assistant's place where a turn left no answer, so that roles alternate. */
export function missingAnswer(turn: TurnState): string {
  switch (turn.end?.reason) {
    case 'stopped':
      return '[No answer: the user stopped the turn.]';
    case 'step-limit':
      return '[No answer: the turn reached its limit of steps.]';
    case 'interrupted':
      return '[No answer: the session was interrupted.]';
    case 'done':
      return '[An answer without text.]';
    default:
      return '[No answer: the request failed.]';
  }
}

/** Parts that providers accept: no blank text, unique ids, object inputs; never reasoning alone. */
function assistantParts(step: StepState, ids: WireIds): readonly AssistantPart[] {
  let callIndex = 0;
  const parts = step.parts.flatMap((part): readonly AssistantPart[] => {
    if (part.type === 'text') {
      return part.text.trim() === '' ? [] : [{ ...part, text: wireText(part.text) }];
    }
    if (part.type === 'reasoning') return [{ ...part, text: wireText(part.text) }];
    const call = step.calls[callIndex++];
    if (call === undefined) return [];
    return [
      {
        type: 'tool-call',
        callId: ids.idOf(call.key, part.callId),
        wireName: wireToolName(part.wireName),
        input: wireInput(part),
        ...(part.providerData === undefined ? {} : { providerData: part.providerData }),
      },
    ];
  });
  if (parts.length > 0 && parts.every((part) => part.type === 'reasoning')) {
    return [...parts, { type: 'text', text: '[No answer beyond this reasoning.]' }];
  }
  return parts;
}

function resultOf(
  call: CallState,
  step: StepState,
  ending: TurnEndReason | null,
  ids: WireIds,
): ToolResultPart {
  const outcome = call.record?.outcome;
  // A command that goes on as a job has not failed.
  const isError = outcome?.status !== 'ok' && call.record?.facts?.kind !== 'job';
  const stoppedBy = outcome?.status === 'error' ? outcome.stoppedBy : null;
  // Only these two end the turn; after a cap or the guest's death the model goes on with what it got.
  const ended = outcome !== undefined && stoppedBy !== 'user' && stoppedBy !== 'session-end';
  const own = call.sent === null ? missingResult(call, step, ending) : wireText(call.sent.text);
  const told = (call.told ?? []).map(({ words }) => wireText(words));
  const text = [own === '' ? '(no output)' : own, ...told].join('\n\n');
  return {
    callId: ids.idOf(call.key, call.callId),
    wireName: wireToolName(call.wireName),
    text,
    isError,
    ...(ended ? {} : { unfinished: true as const }),
  };
}

/** A call without a record still has an answer: what is known of it. */
function missingResult(call: CallState, step: StepState, ending: TurnEndReason | null): string {
  const ran = call.started
    ? 'It had started; its output is lost and what it changed may be incomplete.'
    : 'It was not run.';
  if (call.brokenInput !== null) {
    return `The input of this call was not valid JSON, so it was not run. Call the tool again with valid JSON. What came: ${wireText(cutUnits(call.brokenInput, 500))}`;
  }
  if (step.cutShort !== null && !call.started) {
    return 'This call was not run: the answer that asked for it was cut off.';
  }
  switch (ending) {
    case 'stopped':
      return `The user stopped the turn before this call ended. ${ran}`;
    case 'interrupted':
      return `The session was interrupted (page closed or reloaded) before this call ended. ${ran}`;
    case 'failed':
      return `The turn failed before this call ended. ${ran}`;
    default:
      return `There is no result for this call. ${ran}`;
  }
}
