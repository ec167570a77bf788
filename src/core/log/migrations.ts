/** One stored event of an old form, known to be an object and nothing more. */
export type RawEvent = Readonly<Record<string, unknown>>;

/** Brings an event of version `n` to version `n + 1`. Never throws; what it cannot know it leaves to the check. */
type Migration = (event: RawEvent) => RawEvent;

/**
 * Version 0 never left our machines: it kept the encoding in the page's settings and not with each step.
 * It stays as the worked example of a migration, with its fixture in the tests.
 */
function fromVersion0(event: RawEvent): RawEvent {
  if (event.type === 'step' || event.type === 'session-created') {
    return { encoding: 'o200k_base', ...event };
  }
  return event;
}

/** Version 2 added kinds of events (jobs, wakes, the user's commands) and changed none. */
function fromVersion1(event: RawEvent): RawEvent {
  return event;
}

/** By the version that they start from; a new event version appends one and a fixture. */
const migrations: readonly Migration[] = [fromVersion0, fromVersion1];

/** The event in the newest form, or null where its version is unknown. */
export function migrate(event: RawEvent, newest: number): RawEvent | null {
  const version = event.v;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0 || version > newest)
    return null;
  let current = event;
  for (let from = version; from < newest; from++) {
    const step = migrations[from];
    if (step === undefined) return null;
    current = step(current);
  }
  return { ...current, v: newest };
}
