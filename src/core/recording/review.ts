import { strFromU8, strToU8 } from 'fflate';
import type { JsonValue, StreamName } from '../contract/index.ts';
import { sha256Hex } from '../hash/index.ts';
import { base64Bytes, bytesBase64 } from './base64.ts';
import type {
  RecordedCall,
  RecordedChunk,
  RecordedEvent,
  RecordedResult,
  Recording,
  StreamHash,
  StreamHashes,
} from './document.ts';
import { type Finding, findSecrets, redactText } from './findings.ts';

/** Where a text stands in the document: names and indexes from its root. */
export type TextPath = readonly (string | number)[];

export interface PlacedFinding extends Finding {
  readonly path: TextPath;
  /** The text that looks like a secret. */
  readonly text: string;
}

/** Everything in the document that looks like a secret, in the document's order. */
export function reviewRecording(recording: Recording): readonly PlacedFinding[] {
  const found: PlacedFinding[] = [];
  for (const [path, text] of textsOf(recording as unknown as JsonValue, [])) {
    for (const finding of findSecrets(text)) {
      found.push({ ...finding, path, text: text.slice(finding.start, finding.end) });
    }
  }
  return found;
}

/** Bytes that are no text hold texts all the same: each byte is read as one character. */
const latin1 = (base64: string): string => strFromU8(base64Bytes(base64) ?? new Uint8Array(), true);
const latin1Base64 = (text: string): string => bytesBase64(strToU8(text, true));

function* textsOf(value: JsonValue | undefined, path: TextPath): Iterable<readonly [TextPath, string]> {
  if (typeof value === 'string') yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    // A hash names bytes and says nothing of them.
    if (name === 'sha256') continue;
    if (name === 'base64' && typeof member === 'string') yield [at, latin1(member)];
    else yield* textsOf(member, at);
  }
}

/**
 * The document without these findings. Redacted words are as long as what they replace, so that ranges of outputs stay
 * true. What can no longer be run again says so, and hashes are of what is left: a redacted result never claims to be
 * the one that was recorded.
 */
export function redactRecording(recording: Recording, findings: readonly PlacedFinding[]): Recording {
  let document = recording as unknown as JsonValue;
  const groups = new Map<string, PlacedFinding[]>();
  for (const finding of findings) {
    const place = JSON.stringify(finding.path);
    groups.set(place, [...(groups.get(place) ?? []), finding]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const isBytes = first.path.at(-1) === 'base64';
    document = changeAt(document, first.path, (text) =>
      isBytes ? latin1Base64(redactText(latin1(text), group)) : redactText(text, group),
    );
  }
  const redacted = document as unknown as Recording;
  const touched = new Set(findings.map(({ path }) => (path[0] === 'events' ? path[1] : -1)));
  const changed = new Changed(redacted, findings);
  return {
    ...redacted,
    events: redacted.events.map((event, index): RecordedEvent => {
      switch (event.type) {
        case 'record':
        case 'command-ended':
          if (event.result.kind === 'derived' && changed.inputOf.has(event.key)) {
            return { ...event, ...withoutHashes, result: inputTakenOut };
          }
          return withoutViewOf(changed.inputOf, touched.has(index) ? rehashed(event) : event);
        case 'job-ended':
          if (event.result.kind === 'derived' && changed.jobs.has(event.job)) {
            return { ...event, output: {}, result: inputTakenOut };
          }
          return touched.has(index) ? rehashed(event) : event;
        case 'told':
          return changed.isTold(event) ? { ...event, view: null } : event;
        case 'sub-agent': {
          const { event: inner } = event;
          return touched.has(index) && inner.type === 'record' ? { ...event, event: rehashed(inner) } : event;
        }
        default:
          return event;
      }
    }),
  };
}

const inputTakenOut = { kind: 'missing', why: 'a part of its input was taken out before sharing' } as const;

function changeAt(value: JsonValue, path: TextPath, change: (text: string) => string): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? change(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((member: JsonValue, index) =>
      index === name ? changeAt(member, rest, change) : member,
    );
  }
  const members = value as { readonly [name: string]: JsonValue };
  const member = members[name];
  return member === undefined ? value : { ...members, [name]: changeAt(member, rest, change) };
}

/** What a redaction has changed: a re-run of it would be of something else, and a hash of it would tell what was there. */
class Changed {
  /** Calls and commands of the user whose input was changed. */
  readonly inputOf = new Set<string>();
  /** Jobs that such a call began, or whose own words or output were changed. */
  readonly jobs = new Set<string>();
  /** Commands of the user that were changed at all. */
  readonly #commands = new Set<string>();

  constructor(recording: Recording, findings: readonly PlacedFinding[]) {
    for (const { path } of findings) {
      const [root, at, member, part] = path;
      const event = root === 'events' && typeof at === 'number' ? recording.events[at] : undefined;
      if (event?.type === 'step' && member === 'parts' && typeof part === 'number') {
        const before = event.parts.slice(0, part).filter(({ type }) => type === 'tool-call').length;
        if (event.parts[part]?.type === 'tool-call') {
          this.inputOf.add(`${event.turn}.${event.step}.${before}`);
        }
      }
      if (event?.type === 'command-started') this.inputOf.add(event.key);
      if (event?.type === 'command-started' || event?.type === 'command-ended') this.#commands.add(event.key);
      if (event?.type === 'job-started' || event?.type === 'job-ended') this.jobs.add(event.job);
    }
    for (const event of recording.events) {
      if (event.type === 'job-started' && this.inputOf.has(event.from)) this.jobs.add(event.job);
    }
  }

  isTold({ subject }: Extract<RecordedEvent, { type: 'told' }>): boolean {
    return subject.kind === 'job-end' ? this.jobs.has(subject.job) : this.#commands.has(subject.key);
  }
}

/** From a hash of words around it a short secret can be found by trying. */
const withoutHashes = { output: {}, view: null } as const;

/** Some harnesses tell the model again what it called. */
function withoutViewOf<Call extends RecordedCall>(changed: ReadonlySet<string>, call: Call): Call {
  return changed.has(call.key) ? { ...call, view: null } : call;
}

function rehashed<Ended extends { readonly output: StreamHashes; readonly result: RecordedResult }>(
  event: Ended,
): Ended {
  const { result } = event;
  if (result.kind !== 'inlined') return event;
  return {
    ...event,
    ...('view' in event ? { view: null } : {}),
    output: {
      ...streamOf('stdout', result.chunks),
      ...streamOf('stderr', result.chunks),
    },
    result: { ...result, redacted: true },
  };
}

function streamOf(
  stream: StreamName,
  chunks: readonly RecordedChunk[],
): { readonly [stream: string]: StreamHash } {
  const runs = chunks.filter((chunk) => chunk.stream === stream).map(bytesOfChunk);
  const size = runs.reduce((total, run) => total + run.length, 0);
  if (size === 0) return {};
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const run of runs) {
    bytes.set(run, at);
    at += run.length;
  }
  return { [stream]: { bytes: size, sha256: sha256Hex(bytes) } };
}

/** The bytes of an inlined run; none where its base64 is damaged, which the door has refused. */
export function bytesOfChunk(chunk: RecordedChunk): Uint8Array {
  return 'text' in chunk ? strToU8(chunk.text) : (base64Bytes(chunk.base64) ?? new Uint8Array());
}
