import type { GuestShell } from '../../guest/index.ts';
import type { CallHost } from '../workspace/guestHost.ts';
import type { GuestSeat } from '../workspace/guestSeat.ts';

/** The session's guest with a shell of its own: two agents' folders and variables do not mix, their files do. */
export function ownShellHost(host: CallHost): CallHost {
  let last: { readonly seat: GuestSeat; readonly shell: GuestShell } | null = null;
  return {
    async ensure() {
      const seat = await host.ensure();
      // A guest that came up again has forgotten every shell.
      if (last?.seat !== seat) last = { seat, shell: seat.guest.shell() };
      return { guest: seat.guest, shell: last.shell };
    },
    abandon: (_seat, why) => (last === null ? Promise.resolve() : host.abandon(last.seat, why)),
    checkpoint: () => host.checkpoint(),
    rememberSaved: (path, file) => host.rememberSaved(path, file),
  };
}
