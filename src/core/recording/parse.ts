import * as v from 'valibot';
import { isLoggableJson } from '../log/index.ts';
import { RECORDING_VERSION, type Recording } from './document.ts';
import { migrateRecording } from './migrations.ts';
import { orderProblem } from './order.ts';
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
  const document = value as Readonly<Record<string, unknown>>;
  const { format, version } = document;
  if (format !== 'spillway-recording') return invalid('it does not say that it is a Spillway recording');
  if (typeof version === 'number' && version > RECORDING_VERSION) {
    return {
      ok: false,
      code: 'newer',
      message: `This recording has format ${version}, and this page reads up to ${RECORDING_VERSION}: reload the page to get its newest version, then open the link again.`,
    };
  }
  const current = migrateRecording(document, RECORDING_VERSION);
  if (current === null) return invalid('its format version is unknown');
  const checked = v.safeParse(recordingSchema, current, { abortEarly: true });
  if (!checked.success) {
    const [issue] = checked.issues;
    return invalid(`${placeOf(v.getDotPath(issue))} is not as expected${whyOf(issue.message)}`);
  }
  const problem = orderProblem(checked.output.events);
  return problem === null ? { ok: true, recording: checked.output } : invalid(problem);
}

/** A member may be called anything: no word of a stranger's stands in a sentence of this page. */
const placeOf = (path: string | null): string =>
  path !== null && /^[\w.]{1,120}$/.test(path) ? path : 'a part of it';

/** What it should be, where that is short; never what it is. */
function whyOf(message: string): string {
  const [expected = ''] = message.split(' but received');
  return expected.length > 120 ? '' : ` (${expected})`;
}

const invalid = (what: string): ParsedRecording => ({
  ok: false,
  code: 'invalid',
  message: `This is no recording that can be opened: ${what}. Ask for it again where it came from.`,
});
