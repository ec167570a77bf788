import type { SessionEvent } from '../../core/index.ts';

/** Ids of every profile that a log names: of the session and its sub-agents, of steps, jobs and what was sent. */
export function profileIdsOf(events: readonly SessionEvent[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const event of events) {
    const body = event.type === 'sub-agent' ? event.event : event;
    if ('profile' in body) ids.add(body.profile.id);
    if ('sent' in body) ids.add(body.sent.profile.id);
  }
  return ids;
}
