import type { GuestActivity } from '../../agent/index.ts';

/** The server of a guest that began to listen last, until its preview is closed; a new object opens it anew. */
class NewServers {
  last = $state.raw<{ readonly port: number } | null>(null);

  constructor(activity: GuestActivity) {
    activity.onServer?.((port) => {
      this.last = { port };
    });
  }
}

/** A layout or a page that is left must not lose what a guest has told, so each guest is heard for as long as it is. */
const byGuest = new WeakMap<GuestActivity, NewServers>();

/** What was heard of a guest since it was first asked about. */
export function newServersOf(activity: GuestActivity): NewServers {
  const known = byGuest.get(activity) ?? new NewServers(activity);
  byGuest.set(activity, known);
  return known;
}
