import type { Guest, GuestShell } from '../../guest/index.ts';

/** A running guest with the session's one shell. */
export interface GuestSeat {
  readonly guest: Guest;
  readonly shell: GuestShell;
}
