import * as v from 'valibot';
import { isLoggableJson } from '../log/index.ts';
import { RECORDING_VERSION, type RecordedEvent, type Recording } from './document.ts';
import { recordingSchema } from './schema.ts';

export type ParsedRecording =
  | { readonly ok: true; readonly recording: Recording }
  /** One sentence: what is wrong, where, and what to do. */
  | { readonly ok: false; readonly code: 'invalid' | 'newer'; readonly message: string };

/**
 * A value from outside to a recording: known format and version, every field checked, events in an order that a
 * session can have. Never throws, whatever it is given.
 */
export function parseRecording(value: unknown): ParsedRecording {
  try {
    return parse(value);
  } catch {
    // A getter, a proxy, or a value nested too deeply for the stack.
    return invalid('it cannot be read');
  }
}

function parse(value: unknown): ParsedRecording {
  if (!isLoggableJson(value) || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid('it is not a JSON object, or is nested too deeply');
  }
  const { format, version } = value as { format?: unknown; version?: unknown };
  if (format !== 'spillway-recording') return invalid('it does not say that it is a Spillway recording');
  if (typeof version === 'number' && version > RECORDING_VERSION) {
    return {
      ok: false,
      code: 'newer',
      message: `This recording has format ${version}, and this page reads up to ${RECORDING_VERSION}: reload the page to get its newest version, then open the link again.`,
    };
  }
  if (version !== RECORDING_VERSION) return invalid('its format version is unknown');
  const checked = v.safeParse(recordingSchema, value);
  if (!checked.success) {
    const [issue] = checked.issues;
    return invalid(
      `${v.getDotPath(issue) ?? 'the document'} is not as expected (${issue.message.slice(0, 200)})`,
    );
  }
  const problem = orderProblem(checked.output.events);
  return problem === null ? { ok: true, recording: checked.output } : invalid(problem);
}

const invalid = (what: string): ParsedRecording => ({
  ok: false,
  code: 'invalid',
  message: `This is no recording that can be opened: ${what}. Ask for it again where it came from.`,
});

/** A turn begins once, its steps count up from one, and a result answers a call of the step before it, once. */
function orderProblem(events: readonly RecordedEvent[]): string | null {
  let turn = 0;
  let step = 0;
  let open = new Set<string>();
  for (const [at, event] of events.entries()) {
    const wrong = (what: string) => `event ${at} ${what}`;
    switch (event.type) {
      case 'user-message':
        if (event.turn <= turn) return wrong(`begins turn ${event.turn} after turn ${turn}`);
        ({ turn } = event);
        step = 0;
        open = new Set();
        break;
      case 'step': {
        if (event.turn !== turn || event.step <= step) return wrong('is a step out of order');
        ({ step } = event);
        const calls = event.parts.filter((part) => part.type === 'tool-call');
        open = new Set(calls.map((_call, index) => `${turn}.${step}.${index}`));
        break;
      }
      case 'record':
        if (!open.delete(event.key)) return wrong(`is a result of ${event.key}, which no call waits for`);
        break;
      case 'turn-end':
        if (event.turn !== turn) return wrong(`ends turn ${event.turn}, which does not run`);
        break;
      case 'profile-changed':
      case 'model-changed':
      case 'encoding-changed':
        break;
    }
  }
  return null;
}
