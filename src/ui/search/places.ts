import { callOfCommand } from '../../agent/index.ts';
import type { CallState, JsonValue, RecordKey, SessionState } from '../../core/index.ts';
import { conversationItems, type Item } from '../conversation/items.ts';
import * as words from '../words/search.ts';

interface PlaceBase {
  /** Unique in the session, and the same for as long as the place is. */
  readonly id: string;
  /** The conversation's item that it stands in. */
  readonly item: string;
  /** Folds that hide it. */
  readonly folds: readonly string[];
  readonly title: string;
}

/** Words of the conversation. */
export interface TextPlace extends PlaceBase {
  readonly kind: 'text';
  readonly text: string;
}

/** Stored bytes of a result or of a job's log. */
export interface OutputPlace extends PlaceBase {
  readonly kind: 'output';
  readonly output: RecordKey;
  readonly totalBytes: number;
  /** Where its bytes can be seen. */
  readonly at:
    | { readonly kind: 'call'; readonly key: RecordKey }
    | { readonly kind: 'file'; readonly path: string };
}

export type SearchPlace = TextPlace | OutputPlace;

/** Everything of a session in which words can be found, in its order; what still runs is not there yet. */
export function searchPlaces(state: SessionState): readonly SearchPlace[] {
  const places = conversationItems(state).flatMap(placesOfItem);
  const jobs = state.jobs.flatMap((job): readonly OutputPlace[] =>
    job.end === null || job.end.output.totalBytes === 0
      ? []
      : [
          {
            kind: 'output',
            id: `job ${job.id}`,
            item: `call ${job.from}`,
            folds: [`call ${job.from}`],
            title: words.logOf(job.id),
            output: job.output,
            totalBytes: job.end.output.totalBytes,
            at: { kind: 'file', path: job.logPath },
          },
        ],
  );
  return [...places, ...jobs];
}

function text(item: string, title: string, said: string, folds: readonly string[] = [item]): TextPlace {
  return { kind: 'text', id: `text ${item}`, item, folds, title, text: said };
}

function placesOfItem(item: Item): readonly SearchPlace[] {
  switch (item.kind) {
    case 'user':
      return item.turn.userText === ''
        ? []
        : [text(item.id, words.messageOf(item.turn.turn), item.turn.userText)];
    case 'text':
      return [text(item.id, words.answerOf(item.step.turn, item.step.step), item.text)];
    case 'reasoning':
      return [text(item.id, words.reasoningOf(item.step.turn, item.step.step), item.text)];
    case 'told':
      return [text(item.id, words.told, item.told.map((told) => told.words).join('\n'))];
    case 'call':
      return placesOfCall(item.call, item.id, []);
    case 'command':
      return placesOfCall(callOfCommand(item.command), item.id, []);
    case 'unrun':
      return [text(item.id, words.notRun, item.command)];
    case 'cut-short':
    case 'turn-end':
      return [];
  }
}

/** `item` and `folds`: the card of the session's own call, where a sub-agent made this one. */
function placesOfCall(call: CallState, item: string, folds: readonly string[]): readonly SearchPlace[] {
  const own = `call ${call.key}`;
  const opened = [...folds, own];
  const { record, subAgent } = call;
  const name = `${record?.tool ?? call.wireName} ${call.key}`;
  const asked = call.input === null ? (call.brokenInput ?? '') : textsIn(call.input).join('\n');
  const places: SearchPlace[] = [];
  if (asked !== '') places.push({ ...text(item, words.askedOf(name), asked, opened), id: `text ${own}` });
  if (record && record.output.totalBytes > 0) {
    places.push({
      kind: 'output',
      id: `output ${own}`,
      item,
      folds: opened,
      title: name,
      output: record.key,
      totalBytes: record.output.totalBytes,
      at: { kind: 'call', key: call.key },
    });
  }
  for (const turn of subAgent?.turns ?? []) {
    const inside = [...opened, `agent ${subAgent?.turns[0]?.turn ?? ''}`];
    for (const step of turn.steps) {
      const said = step.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      if (said !== '') {
        const title = words.subAgentStep(step.step);
        places.push({ ...text(item, title, said, inside), id: `text ${own} ${step.turn}.${step.step}` });
      }
      places.push(...step.calls.flatMap((each) => placesOfCall(each, item, inside)));
    }
  }
  return places;
}

/** Every text in an input, one under the other. */
function textsIn(input: JsonValue | undefined): readonly string[] {
  if (typeof input === 'string') return [input];
  if (typeof input !== 'object' || input === null) return [];
  return Object.values(input).flatMap(textsIn);
}
