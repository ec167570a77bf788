import type { RecordKey } from '../contract/index.ts';
import { utf8Length } from '../output/index.ts';
import type { SessionAccount } from './accountOf.ts';
import { ACCOUNT_KINDS, type KindSums, noSums, wholeOf } from './kinds.ts';
import { type AccountText, areSameTexts } from './texts.ts';

/** A number for each part of a text; null where it is not known yet. */
export type Measure = (text: AccountText) => readonly number[] | null;

export const unitsOfText: Measure = ({ parts }) => parts.map(({ text }) => text.length);
export const bytesOfText: Measure = ({ parts }) => parts.map(({ text }) => utf8Length(text));

export interface StepSums {
  /** Everything that the step's request sent, history and all; null where no request is known. */
  readonly request: KindSums | null;
  /** Of it, what the request before began with too: what a prompt cache can spare. */
  readonly repeated: number;
  /** What the step put into the conversation. */
  readonly own: KindSums;
}

export interface AccountSums {
  readonly steps: readonly StepSums[];
  /** Over all requests: what the session has sent, without a cache. */
  readonly sent: KindSums;
  readonly repeated: number;
  /** What the next request would send before the user says anything: its head, and all that the steps own. */
  readonly next: KindSums;
  readonly nextHead: KindSums;
  /** Texts that the measure does not know yet; they are in no sum. */
  readonly missing: number;
}

/** Adds an account up. Time grows with the texts and the requests, not with the history of each request. */
export function sumAccount(account: SessionAccount, measure: Measure): AccountSums {
  const known = new Map<AccountText, KindSums | null>();
  let missing = 0;
  const sumsOf = (text: AccountText): KindSums | null => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const sums = textSums(text, measure);
    if (sums === null) missing += 1;
    known.set(text, sums);
    return sums;
  };
  const sumOf = (texts: readonly AccountText[]): KindSums =>
    texts.reduce<KindSums>((sums, text) => plus(sums, sumsOf(text)), noSums());
  /** At n: the first n messages of the request at hand. */
  const upTo: KindSums[] = [noSums()];
  let sent: KindSums = noSums();
  let next: KindSums = noSums();
  let repeated = 0;
  let headBefore: readonly AccountText[] | null = null;
  const steps = account.steps.map(({ request, own: ownTexts }): StepSums => {
    const own = sumOf(ownTexts);
    next = plus(next, own);
    if (request === null) return { request: null, repeated: 0, own };
    upTo.length = request.kept + 1;
    const head = sumOf(request.head);
    const kept = upTo[request.kept] ?? noSums();
    let whole = kept;
    for (const { texts } of request.added) {
      whole = plus(whole, sumOf(texts));
      upTo.push(whole);
    }
    whole = plus(whole, head);
    sent = plus(sent, whole);
    const isSameHead = headBefore !== null && areSameTexts(headBefore, request.head);
    headBefore = request.head;
    const again = isSameHead ? wholeOf(head) + wholeOf(kept) : 0;
    repeated += again;
    return { request: whole, repeated: again, own };
  });
  const nextHead = sumOf(account.nextHead);
  return { steps, sent, repeated, next: plus(next, nextHead), nextHead, missing };
}

/** What a saved output has cost: its view, and every later call that named its file with what that call gave. */
export interface SavedSums {
  readonly key: RecordKey;
  /** Sum over the kinds of its view: preview, notice, words. */
  readonly view: number;
  readonly rereads: number;
  readonly rereadCalls: number;
}

/** One entry for each output that was saved, in their order, once each: a request that sends it again is not counted. */
export function sumSaved(
  account: SessionAccount,
  saved: readonly RecordKey[],
  measure: Measure,
): readonly SavedSums[] {
  const byCall = new Map<RecordKey, number>();
  for (const { own } of account.steps) {
    for (const text of own) {
      if (text.call === null) continue;
      const isAsking = text.parts.every(({ kind }) => kind === 'call');
      const tokens = isAsking ? 0 : (measure(text) ?? []).reduce((sum, part) => sum + part, 0);
      byCall.set(text.call, (byCall.get(text.call) ?? 0) + tokens);
    }
  }
  return saved.map((key) => {
    const again = [...account.rereads].flatMap(([call, of]) => (of === key ? [call] : []));
    return {
      key,
      view: byCall.get(key) ?? 0,
      rereads: again.reduce((sum, call) => sum + (byCall.get(call) ?? 0), 0),
      rereadCalls: again.length,
    };
  });
}

function textSums(text: AccountText, measure: Measure): KindSums | null {
  const numbers = measure(text);
  if (numbers === null) return null;
  const sums = noSums();
  text.parts.forEach(({ kind }, at) => {
    sums[kind] += numbers[at] ?? 0;
  });
  return sums;
}

function plus(left: KindSums, right: KindSums | null): KindSums {
  if (right === null) return left;
  const sums = noSums();
  for (const kind of ACCOUNT_KINDS) sums[kind] = left[kind] + right[kind];
  return sums;
}
