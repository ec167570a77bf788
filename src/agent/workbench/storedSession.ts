import {
  foldEvents,
  LOG_VERSION,
  loadProfilesOf,
  type ModelRef,
  type ProfileRef,
  parseEvents,
  type SessionEvent,
  type SessionOrigin,
} from '../../core/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type { StoredSession } from '../port.ts';
import { guestPlaces } from '../session/sessionDeps.ts';
import { profileIdsOf } from './profileIds.ts';

/** Seed of a session's guest, and when its virtual time begins (epoch milliseconds); without that, time is real. */
export interface NewTime {
  readonly seed: number;
  readonly clockStartMs?: number;
}

interface NewSession {
  readonly id: string;
  readonly title: string;
  readonly model: ModelRef;
  readonly profile: ProfileRef;
  readonly time: NewTime;
  readonly origin: SessionOrigin | undefined;
}

/** The first event of a session. */
export function createdEvent({ id, title, model, profile, time, origin }: NewSession, atMs: number) {
  const created: SessionEvent = {
    v: LOG_VERSION,
    seq: 0,
    atMs,
    type: 'session-created',
    sessionId: id,
    title: title.toWellFormed(),
    guest: 'embedded',
    profile,
    model,
    encoding: 'o200k_base',
    ...time,
    ...(origin === undefined ? {} : { origin }),
  };
  return created;
}

/** A session as it lies in the store, with the profiles that its views are worded by. Rejects where there is none. */
export async function readStoredSession(store: SessionStore, id: string): Promise<StoredSession> {
  const { events } = parseEvents(await store.log.readAll());
  if (events.length === 0) throw new Error('There is no such session. It may have been deleted.');
  await loadProfilesOf(profileIdsOf(events));
  return {
    id,
    ...guestPlaces,
    events,
    state: foldEvents(events),
    streamOutput: (key) => store.outputs.stream(key),
  };
}
