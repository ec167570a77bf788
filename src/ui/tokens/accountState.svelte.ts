import type { LiveSession } from '../../agent/index.ts';
import {
  type AccountSums,
  accountOf,
  type ProfileRef,
  type PromptHead,
  type SessionAccount,
  type SessionState,
  sumAccount,
  type TokenCounter,
  textsOfAccount,
  underProfile,
} from '../../core/index.ts';
import { type CountCache, countCacheOf } from './countCache.ts';
import { nameOfRef, WhatIfViews } from './whatIfViews.ts';

/** An account that is there, and its sums in tokens; texts are missing in them where the tokenizer failed. */
export interface CountedAccount {
  readonly state: SessionState;
  readonly account: SessionAccount;
  readonly sums: AccountSums;
}

export type AccountWork =
  | { readonly kind: 'done' }
  | { readonly kind: 'wording'; readonly done: number; readonly all: number }
  | { readonly kind: 'counting'; readonly done: number; readonly all: number }
  | { readonly kind: 'failed'; readonly message: string };

type AccountSession = Pick<LiveSession, 'id' | 'home' | 'workspace' | 'streamOutput' | 'promptHead'>;

/**
 * The account of one session as it grows: as sent, and under another profile where one is asked for. Counting goes on
 * in the tokenizer's worker; a newer state or another profile ends what was under way, and what was counted stays known.
 */
export class AccountState {
  #sent = $state.raw<CountedAccount | null>(null);
  #other = $state.raw<CountedAccount | null>(null);
  #work = $state.raw<AccountWork>({ kind: 'counting', done: 0, all: 0 });
  readonly #cache: CountCache;
  readonly #views: WhatIfViews;
  #ref: ProfileRef | null = null;
  #run = 0;
  #frame = 0;

  constructor(
    private readonly session: AccountSession,
    counter: TokenCounter,
  ) {
    this.#cache = countCacheOf(counter);
    this.#views = new WhatIfViews(session);
  }

  get sent() {
    return this.#sent;
  }
  /** Null where no other profile is asked for, and while its views are made. */
  get other() {
    return this.#other;
  }
  get work() {
    return this.#work;
  }

  /** Begins anew with this state; `ref` null: only as sent. */
  show(state: SessionState, ref: ProfileRef | null): void {
    const mine = ++this.#run;
    if (ref !== this.#ref) {
      this.#other = null;
      // Until something is reported of this work, what was done before is not what is asked for.
      if (ref !== null) this.#work = { kind: 'wording', done: 0, all: callsOf(state) };
    }
    this.#ref = ref;
    this.#cache.makeRoom(state.encoding);
    void this.#fill(state, ref, () => mine === this.#run).catch((error: unknown) => {
      if (mine !== this.#run) return;
      this.#work = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    });
  }

  async #fill(state: SessionState, ref: ProfileRef | null, isMine: () => boolean): Promise<void> {
    const heads = this.#heads();
    const sent = accountOf(state, (step) => heads((step ?? state).profile), this.session.workspace);
    await this.#count(sent, state, isMine, (counted) => {
      this.#sent = counted;
    });
    if (ref !== null && isMine()) {
      const views = await this.#views.under(ref, state, (done, all) => {
        if (isMine()) this.#work = { kind: 'wording', done, all };
        return isMine();
      });
      if (!isMine()) return;
      const looked = underProfile(state, ref, views);
      const other = accountOf(looked, () => heads(ref), this.session.workspace);
      await this.#count(other, looked, isMine, (counted) => {
        this.#other = counted;
      });
    }
    if (isMine()) this.#work = { kind: 'done' };
  }

  async #count(
    account: SessionAccount,
    state: SessionState,
    isMine: () => boolean,
    show: (counted: CountedAccount) => void,
  ): Promise<void> {
    const { encoding } = state;
    const texts = [...textsOfAccount(account)].filter((text) => this.#cache.get(text, encoding) === null);
    let done = 0;
    if (texts.length > 0) this.#work = { kind: 'counting', done, all: texts.length };
    try {
      await this.#cache.count(texts, encoding, () => {
        done += 1;
        this.#later(() => {
          if (isMine()) this.#work = { kind: 'counting', done, all: texts.length };
        });
        return isMine();
      });
    } finally {
      // A frame that still waits would say that counting goes on.
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      // Without a tokenizer the texts can still be measured.
      if (isMine()) {
        const sums = sumAccount(account, (text) => this.#cache.get(text, encoding));
        show({ state, account, sums });
      }
    }
  }

  /** Numbers arrive faster than anybody can look. */
  #later(change: () => void): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      change();
    });
  }

  /** Heads by what makes them: an account compares them, and each is made once. */
  #heads(): (ref: ProfileRef) => PromptHead {
    const made = new Map<string, PromptHead>();
    return (ref) => {
      const name = nameOfRef(ref);
      const head = made.get(name) ?? this.session.promptHead(ref);
      made.set(name, head);
      return head;
    };
  }

  dispose(): void {
    this.#run++;
    cancelAnimationFrame(this.#frame);
  }
}

function callsOf({ turns }: SessionState): number {
  return turns.reduce(
    (sum, { steps }) => sum + steps.reduce((calls, step) => calls + step.calls.length, 0),
    0,
  );
}
