import type { SessionEvent } from '../core/index.ts';
import type { Backend } from './backend.ts';
import { sessionKey } from './keys.ts';
import type { EventLog } from './port.ts';

/** Append-only events under their sequence number. Appends are queued: what comes first is durable first. */
export function createEventLog(backend: Backend, sessionId: string): EventLog {
  let last: Promise<void> = Promise.resolve();
  return {
    append(events: readonly SessionEvent[]) {
      const write = () =>
        backend.put(events.map((event) => [sessionKey('event', sessionId, event.seq), event]));
      last = last.then(write, write);
      return last;
    },
    async readAll() {
      return (await backend.range(sessionKey('event', sessionId))).map(([, event]) => event);
    },
  };
}
