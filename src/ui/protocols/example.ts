import {
  ParsedOutput,
  type Presented,
  type ProfileRef,
  presentOutput,
  type RawOutput,
} from '../../core/index.ts';
import { generate } from '../lab/input/generators.ts';
import { labPlaces } from '../lab/labPlaces.ts';
import { kept as keptParts } from '../words/protocols.ts';

/** What the pages of the protocols show: the failing build of a log of 3,000 lines. */
const raw: RawOutput = {
  tool: 'bash',
  chunks: [{ stream: 'stdout', bytes: generate({ id: 'lines', count: 3_000, width: 80 }) }],
  exitCode: 1,
  signal: null,
  endedBy: 'itself',
  timeoutMs: 120_000,
  durationMs: 4_200,
  callId: 'call_example',
  contextTokensLeft: null,
};

/** The example under any number of profiles; its bytes are read once for each cleaner. */
export class Example {
  readonly #parsed = new ParsedOutput(raw);

  under(ref: ProfileRef): Presented {
    return presentOutput(this.#parsed, ref, labPlaces);
  }
}

/** Which part of an output a view holds, in words, from the view itself. */
export function keptWords(
  kept: readonly { readonly start: number; readonly end: number }[],
  total: number,
): string {
  const first = kept[0];
  const last = kept.at(-1);
  if (!first || !last) return keptParts.nothing;
  const head = first.start === 0;
  // A final newline that a view does not repeat is not a tail that is missing.
  const tail = last.end >= total - 2;
  if (head && tail) return kept.length === 1 ? keptParts.everything : keptParts.ends;
  if (head) return keptParts.start;
  return tail ? keptParts.end : keptParts.middle;
}
