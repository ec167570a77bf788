import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACCOUNT_KINDS,
  type AccountText,
  accountOf,
  bytesOfText,
  foldEvents,
  type HeadOf,
  type KindSums,
  type Measure,
  type ProfileRef,
  type Prompt,
  profileContext,
  profileOf,
  profiles,
  projectPrompt,
  promptHead,
  type RecordKey,
  type SentView,
  type SessionEvent,
  type SessionState,
  sentViewOf,
  sumAccount,
  textsOfAccount,
  underProfile,
  unitsOfText,
  wholeOf,
} from '../../../../src/core/index.ts';
import { countParts } from '../../../../src/tokenizer/countParts.ts';
import { loadEngine } from '../../../../src/tokenizer/loadEngine.ts';
import { outputText, places } from '../support/outputs.ts';
import { anyLog, smallLimits } from './anyLog.ts';

const engine = await loadEngine('o200k_base');
const heads = new Map<string, ReturnType<typeof promptHead>>();
const headOfRef = (ref: ProfileRef) => {
  const known = heads.get(ref.id);
  if (known !== undefined) return known;
  const profile = profileOf(ref);
  const made = promptHead(profile, profileContext(profile, ref, places));
  heads.set(ref.id, made);
  return made;
};

/** Tokens of a text by its parts; texts of heads come again and again. */
const known = new Map<string, readonly number[]>();
const tokensOfText: Measure = ({ parts }) => {
  const texts = parts.map(({ text }) => text);
  const name = JSON.stringify(texts);
  const before = known.get(name);
  if (before !== undefined) return before;
  const counts = countParts(engine, texts);
  known.set(name, counts);
  return counts;
};

/** The texts of a request, found without the account: what the projection gives, in its own order. */
function textsOfPrompt({ system, tools, messages }: Prompt): readonly string[] {
  return [
    system,
    ...tools.flatMap(({ name, description, inputSchema }) => [
      name,
      description,
      JSON.stringify(inputSchema),
    ]),
    ...messages.flatMap((message) => {
      if (message.role === 'user') return [message.text];
      if (message.role === 'tool') return message.results.map(({ text }) => text);
      return message.parts.flatMap((part) =>
        part.type === 'tool-call' ? [part.wireName, JSON.stringify(part.input)] : [part.text],
      );
    }),
  ];
}

/** Counted alone, as one whole; the texts of heads come again and again. */
const counted = new Map<string, number>();
function countWhole(text: string): number {
  const before = counted.get(text);
  if (before !== undefined) return before;
  const count = engine.countText(text);
  counted.set(text, count);
  return count;
}

const measures: readonly (readonly [string, Measure, (text: string) => number])[] = [
  ['tokens', tokensOfText, countWhole],
  ['UTF-16 units', unitsOfText, (text) => text.length],
  ['bytes', bytesOfText, (text) => Buffer.byteLength(text)],
];

/** The states from which a log's requests were made: what was in it when each step was appended. */
function statesAtRequests(events: readonly SessionEvent[]): readonly SessionState[] {
  return events.flatMap((event, at) => (event.type === 'step' ? [foldEvents(events.slice(0, at))] : []));
}

function expectExact(
  state: SessionState,
  requests: readonly SessionState[],
  headOf: HeadOf,
  refOf: (request: SessionState) => ProfileRef,
): void {
  const account = accountOf(state, headOf, places.workspace);
  const sentTexts = requests.map((request) =>
    textsOfPrompt(projectPrompt(request, headOfRef(refOf(request)))),
  );
  const nextTexts = textsOfPrompt(projectPrompt(state, headOf(null)));
  for (const [, measure, countOf] of measures) {
    const countAll = (texts: readonly string[]) => texts.reduce((sum, text) => sum + countOf(text), 0);
    const sums = sumAccount(account, measure);
    expect(sums.missing).toBe(0);
    const wholes = sums.steps.flatMap(({ request }) => (request === null ? [] : [wholeOf(request)]));
    expect(wholes).toEqual(sentTexts.map(countAll));
    expect(wholeOf(sums.sent)).toBe(wholes.reduce((sum, whole) => sum + whole, 0));
    // The next request, and what the steps own, are the same thing seen twice.
    expect(wholeOf(sums.next)).toBe(countAll(nextTexts));
    const owned = sums.steps.reduce((sum, { own }) => sum + wholeOf(own), 0);
    expect(owned + wholeOf(sums.nextHead)).toBe(wholeOf(sums.next));
    for (const [at, { request, repeated }] of sums.steps.entries()) {
      expect(repeated).toBeLessThanOrEqual(request === null ? 0 : wholeOf(request));
      if (at === 0) expect(repeated).toBe(0);
    }
  }
}

test('as sent: the kinds of every step sum to its whole request, and the steps to the session, for any log', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const state = foldEvents(events);
      expectExact(
        state,
        statesAtRequests(events),
        (step) => headOfRef((step ?? state).profile),
        (request) => request.profile,
      );
    }),
    { numRuns: 100 },
  );
});

/** Every result worded by another profile, from the outputs that the log's records are of. */
function viewsUnder(ref: ProfileRef, state: SessionState): ReadonlyMap<RecordKey, SentView> {
  const views = new Map<RecordKey, SentView>();
  for (const { steps } of state.turns) {
    for (const { key, record } of steps.flatMap(({ calls }) => calls)) {
      if (record === null) continue;
      const output = 'a line\n'.repeat(record.output.totalBytes % 50);
      const unsaved = { ...record, savedAs: null };
      const text = outputText(output);
      const profile = profileOf(ref);
      const plan = profile.save(unsaved, text, profileContext(profile, ref, places));
      const saved =
        plan === null ? unsaved : { ...unsaved, savedAs: { path: plan.path, bytes: output.length } };
      views.set(key, sentViewOf(ref, saved, text, places));
    }
  }
  return views;
}

test('under any other profile: the same sums are exact, and the log’s own state is not touched', () => {
  fc.assert(
    fc.property(anyLog, fc.constantFrom(...profiles), (events, { id }) => {
      const state = foldEvents(events);
      const before = structuredClone(state);
      const ref = smallLimits(id);
      const views = viewsUnder(ref, state);
      const requests = statesAtRequests(events).map((request) => underProfile(request, ref, views));
      const looked = underProfile(state, ref, views);
      expectExact(
        looked,
        requests,
        () => headOfRef(ref),
        () => ref,
      );
      expect(state).toEqual(before);
    }),
    { numRuns: 100 },
  );
});

test('under the profile that each step ran under, nothing changes', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const state = foldEvents(events);
      const views = new Map<RecordKey, SentView>();
      for (const { key, sent } of state.turns.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls)))
        if (sent !== null) views.set(key, sent);
      const head: HeadOf = () => headOfRef(state.profile);
      const account = (each: SessionState) =>
        sumAccount(accountOf(each, head, places.workspace), unitsOfText);
      expect(account(underProfile(state, state.profile, views))).toEqual(account(state));
    }),
    { numRuns: 100 },
  );
});

test('the logs of these tests have every kind in them, and each request begins with all of the request before', () => {
  const logs = fc.sample(anyLog, { numRuns: 200, seed: 7 });
  const seen = new Set<string>();
  for (const events of logs) {
    const state = foldEvents(events);
    const { steps } = accountOf(state, () => headOfRef(state.profile), places.workspace);
    const sums = sumAccount({ steps, nextHead: [], rereads: new Map() }, unitsOfText);
    for (const kind of ACCOUNT_KINDS) if (sums.sent[kind] > 0) seen.add(kind);
    let length = 0;
    for (const { request } of steps) {
      if (request === null) continue;
      expect(request.kept).toBe(length);
      length = request.kept + request.added.length;
    }
  }
  expect([...seen].sort()).toEqual([...ACCOUNT_KINDS].sort());
});

test('what is not counted yet is said to be missing and is in no sum', () => {
  const state = foldEvents([]);
  const account = accountOf(state, () => ({ system: 'one two', tools: [] }), places.workspace);
  const none: Measure = () => null;
  const sums = sumAccount(account, none);
  expect({ ...sums, missing: 0 }).toEqual(sumAccount({ ...account, nextHead: [] }, none));
  expect(sums.missing).toBe(1);
});

test('every kind is in every sum, also where it is nothing', () => {
  const sums: KindSums = sumAccount({ steps: [], nextHead: [], rereads: new Map() }, unitsOfText).sent;
  expect(Object.keys(sums)).toEqual([...ACCOUNT_KINDS]);
  expect(wholeOf(sums)).toBe(0);
});

test('a text is asked for once, however many requests send it, and no other than the account names', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const state = foldEvents(events);
      const asked: AccountText[] = [];
      const account = accountOf(state, () => headOfRef(state.profile), places.workspace);
      sumAccount(account, (text) => {
        asked.push(text);
        return unitsOfText(text);
      });
      expect(new Set(asked).size).toBe(asked.length);
      expect(new Set(asked)).toEqual(textsOfAccount(account));
    }),
    { numRuns: 50 },
  );
});
