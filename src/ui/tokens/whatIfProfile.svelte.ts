import { loadProfilesOf, type ProfileRef, profileOf, profileRef } from '../../core/index.ts';

/** The profile that a select asks for, which is loaded when it is asked for. Made while a component starts. */
export class WhatIfProfile {
  /** '' as sent, `current` what the session runs under now, else a profile's id. */
  asked = $state('');
  #ref = $state.raw<ProfileRef | null>(null);
  #refOf = $state('');
  #failure = $state<string | null>(null);

  /** `current`: what the session runs under, where that is none of the list. */
  constructor(current: () => ProfileRef | null) {
    $effect(() => {
      const id = this.asked;
      this.#failure = null;
      if (id === '' || id === 'current') {
        this.#ref = id === '' ? null : current();
        this.#refOf = id;
        return;
      }
      let gone = false;
      loadProfilesOf([id]).then(
        () => {
          if (gone) return;
          this.#ref = profileRef(profileOf({ id }));
          this.#refOf = id;
        },
        (error: unknown) => {
          if (!gone) this.#failure = error instanceof Error ? error.message : String(error);
        },
      );
      return () => {
        gone = true;
      };
    });
  }

  /** Null as sent. */
  get ref() {
    return this.#ref;
  }
  /** What `ref` was chosen by: another than `asked` while that profile is being loaded. */
  get refOf() {
    return this.#refOf;
  }
  /** Why the profile that is asked for did not come. */
  get failure() {
    return this.#failure;
  }
}
