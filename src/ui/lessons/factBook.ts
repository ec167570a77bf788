import type { LiveSession } from '../../agent/index.ts';
import {
  ACCOUNT_KINDS,
  type AccountKind,
  type AccountSums,
  accountOf,
  type CallState,
  type Facts,
  type FactValue,
  type ProfileRef,
  profileById,
  profileRef,
  type RecordKey,
  readFactName,
  type SentView,
  sumAccount,
  type TokenCounter,
  textsOfAccount,
  underProfile,
  wholeOf,
} from '../../core/index.ts';
import { whatIfResult } from '../inspector/whatIf.ts';
import * as words from '../words/lessons.ts';
import { callFact, type LookedAt } from './callFacts.ts';

/** The profile that a learner is designing, in the name of a fact. */
export const mineProfile = 'mine';

type Source = Pick<
  LiveSession,
  'id' | 'home' | 'workspace' | 'state' | 'readOutput' | 'streamOutput' | 'promptHead' | 'runStatus'
>;

/** Whom a fact is asked of: the call that is judged, and the profile that its learner designs. */
export interface Asking {
  readonly call?: CallState;
  readonly mine?: ProfileRef;
}

/** Every call of a session in the order in which they were made. */
export function callsOf(state: LiveSession['state']): readonly CallState[] {
  return state.turns.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls));
}

/**
 * Facts of a lesson's session by their name, each worked out from the log and the stored bytes when it is asked for.
 * Nothing here knows a lesson: what cannot be found has no value.
 */
export class FactBook {
  readonly #views = new Map<string, Promise<LookedAt>>();
  readonly #sums = new Map<string, { readonly seq: number; readonly made: Promise<AccountSums> }>();

  constructor(
    private readonly session: Source,
    private readonly counter: TokenCounter,
    private readonly marks: Readonly<Record<string, string>> = {},
  ) {}

  async facts(names: readonly string[], asking: Asking = {}): Promise<Facts> {
    const facts = new Map<string, FactValue>();
    for (const name of new Set(names)) {
      const value = await this.#fact(name, asking);
      if (value !== undefined) facts.set(name, value);
    }
    return facts;
  }

  async #fact(name: string, asking: Asking): Promise<FactValue | undefined> {
    const { label, profile, field } = readFactName(name);
    const ref = this.#refOf(profile, asking);
    if (ref === undefined) return undefined;
    if (label === 'session') return this.#sessionFact(field, ref);
    const call = label === null ? asking.call : this.#callNamed(label);
    if (call?.record == null || call.sent === null) return undefined;
    return callFact(field, await this.#lookAt(call, ref), this.session, this.counter, this.marks);
  }

  /** Null: as it was sent. Undefined: no such profile. */
  #refOf(profile: string | null, { mine }: Asking): ProfileRef | null | undefined {
    if (profile === null) return null;
    if (profile === mineProfile) return mine;
    const known = profileById(profile);
    return known === null ? undefined : profileRef(known);
  }

  #callNamed(label: string): CallState | undefined {
    const calls = callsOf(this.session.state);
    return label === 'last' ? calls.at(-1) : calls.findLast(({ callId }) => callId === label);
  }

  #lookAt(call: CallState, ref: ProfileRef | null): Promise<LookedAt> {
    const { record, sent, key } = call;
    if (record === null || sent === null) return Promise.reject(new Error(words.noResultYet));
    if (ref === null) return Promise.resolve({ call, record, sent, savedPath: record.savedAs?.path ?? null });
    const name = `${key} ${JSON.stringify(ref)}`;
    const known =
      this.#views.get(name) ??
      whatIfResult(this.session, record, ref, new Set()).then((made) => ({ call, record, ...made }));
    this.#views.set(name, known);
    return known;
  }

  async #sessionFact(field: string, ref: ProfileRef | null): Promise<FactValue | undefined> {
    const { state, runStatus } = this.session;
    switch (field) {
      case 'calls':
        return callsOf(state).length;
      case 'turns':
        return state.turns.length;
      case 'requests':
        return state.turns.reduce((count, { steps }) => count + steps.length, 0);
      case 'wakes':
        return state.turns.filter(({ wake }) => wake !== undefined).length;
      case 'jobs':
        return state.jobs.length;
      case 'jobsRunning':
        return state.jobs.filter(({ end }) => end === null).length;
      case 'jobsHeard':
        return state.jobs.filter(({ heard }) => heard !== null).length;
      case 'timesTold':
        return endsTold(state);
      case 'isIdle':
        return runStatus.kind === 'idle';
      case 'limitsChanged':
        return Object.keys(state.profile.overrides).length > 0;
      case 'profile':
        return state.profile.id;
      case 'answer':
        return answersOf(state).at(-1) ?? null;
      default:
        return this.#tokens(field, ref);
    }
  }

  /** `sent.KIND`: over all requests; `held.KIND`: what the conversation holds now; `KIND` may be `all`. */
  async #tokens(field: string, ref: ProfileRef | null): Promise<FactValue | undefined> {
    const [, of, kind] = /^(sent|held)\.([a-z]+)$/.exec(field) ?? [];
    if (of === undefined || kind === undefined || (kind !== 'all' && !isKind(kind))) return undefined;
    const sums = await this.#sumsUnder(ref);
    const kinds = of === 'sent' ? sums.sent : sums.next;
    return kind === 'all' ? wholeOf(kinds) : kinds[kind];
  }

  #sumsUnder(ref: ProfileRef | null): Promise<AccountSums> {
    const name = JSON.stringify(ref);
    const { nextSeq } = this.session.state;
    const known = this.#sums.get(name);
    if (known?.seq === nextSeq) return known.made;
    const made = this.#makeSums(ref);
    this.#sums.set(name, { seq: nextSeq, made });
    return made;
  }

  async #makeSums(ref: ProfileRef | null): Promise<AccountSums> {
    const { state, workspace } = this.session;
    const looked = ref === null ? state : underProfile(state, ref, await this.#viewsUnder(ref));
    const heads = new Map<string, ReturnType<Source['promptHead']>>();
    const headOf = (of: ProfileRef) => {
      const head = heads.get(JSON.stringify(of)) ?? this.session.promptHead(of);
      heads.set(JSON.stringify(of), head);
      return head;
    };
    const account = accountOf(looked, (step) => headOf((step ?? looked).profile), workspace);
    const counts = new Map<string, readonly number[]>();
    const nameOf = (parts: readonly { readonly text: string }[]) =>
      JSON.stringify(parts.map(({ text }) => text));
    for (const { parts } of textsOfAccount(account)) {
      const key = nameOf(parts);
      if (counts.has(key)) continue;
      counts.set(
        key,
        await this.counter.countParts(
          parts.map(({ text }) => text),
          state.encoding,
        ),
      );
    }
    return sumAccount(account, ({ parts }) => counts.get(nameOf(parts)) ?? null);
  }

  async #viewsUnder(ref: ProfileRef): Promise<ReadonlyMap<RecordKey, SentView>> {
    const views = new Map<RecordKey, SentView>();
    for (const call of callsOf(this.session.state)) {
      if (call.record !== null && call.sent !== null)
        views.set(call.key, (await this.#lookAt(call, ref)).sent);
    }
    return views;
  }
}

/** How often the model was told that a job has ended. */
function endsTold(state: LiveSession['state']): number {
  const told = [
    ...state.turns.flatMap((turn) => turn.told ?? []),
    ...callsOf(state).flatMap((call) => call.told ?? []),
  ];
  return told.filter(({ subject }) => subject.kind === 'job-end').length;
}

function answersOf(state: LiveSession['state']): readonly string[] {
  return state.turns.flatMap(({ steps }) =>
    steps.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))),
  );
}

function isKind(kind: string): kind is AccountKind {
  return ACCOUNT_KINDS.some((known) => known === kind);
}
