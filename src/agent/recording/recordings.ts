import {
  foldEvents,
  loadProfilesOf,
  parseEvents,
  profileContext,
  profileOf,
  type RecordedWorkspace,
  type Recording,
  type RecordKey,
  type SessionOrigin,
  whyNotRecordable,
} from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import { guestPlaces } from '../session/sessionDeps.ts';
import { demoWorkspace, headOfProfile } from './knownParts.ts';
import { type OpenedReplay, openReplay, type ReplayDeps } from './openReplay.ts';
import { recordLiveSession } from './recordLive.ts';
import { workspaceValueName } from './workspaceValue.ts';

/** How far a recording is. */
export interface RecordingProgress {
  readonly doing: 'reading' | 'trying';
  readonly done: number;
  readonly all: number;
}

/** Makes recordings of stored sessions, and sessions of recordings. */
export class Recordings {
  constructor(
    private readonly deps: ReplayDeps & { readonly store: Store },
    private readonly demoId: string,
  ) {}

  /**
   * The recording of a session. Its calls are made again in a guest that nobody sees, and a result that does not come out
   * the same travels whole: what the link leaves out, a reader's page can really make.
   * @throws a sentence where the session has what a recording cannot hold.
   */
  async record(id: string, onProgress: (progress: RecordingProgress) => void): Promise<Recording> {
    const { store } = this.deps;
    const session = store.session(id);
    const { events } = parseEvents(await session.log.readAll());
    const unable = whyNotRecordable(events);
    if (unable !== null) throw new Error(unable);
    const { profile, placesId, clockStartMs } = foldEvents(events);
    await loadProfilesOf([profile.id]);
    const context = profileContext(profileOf(profile), profile, {
      ...guestPlaces,
      sessionId: placesId,
      usedStems: new Set(),
    });
    const parts = {
      events,
      outputs: session.outputs,
      workspace: await this.workspaceOf(id),
      clockStartMs,
      head: headOfProfile(profile, context),
    };
    const all = events.filter((event) => event.type === 'record').length;
    const whole = await recordLiveSession({
      ...parts,
      onProgress: (done) => onProgress({ doing: 'reading', done, all }),
    });
    const drifted = await this.#driftOf(whole, (done) => onProgress({ doing: 'trying', done, all }));
    return drifted.size === 0 ? whole : recordLiveSession({ ...parts, drifted });
  }

  /** A session in which it can be run again; the page forgets it. */
  replay(recording: Recording): Promise<OpenedReplay> {
    return openReplay(recording, this.deps);
  }

  /** The same in the page's own store, so that the session can be gone on with. */
  async into(recording: Recording, store: Store, id: string, origin?: SessionOrigin): Promise<OpenedReplay> {
    const to = { store, id, ...(origin === undefined ? {} : { origin }) };
    const opened = await openReplay(recording, this.deps, to);
    if (opened.ok) await store.session(id).setValue(workspaceValueName, recording.guest.workspace);
    return opened;
  }

  /** What a session began with. */
  async workspaceOf(id: string): Promise<RecordedWorkspace> {
    if (id === this.demoId) return demoWorkspace();
    const stored = await this.deps.store.session(id).getValue(workspaceValueName);
    // Written by `into`, from a recording that has passed the door.
    return (stored as RecordedWorkspace | undefined) ?? { files: [] };
  }

  /** The results that a second run does not give again. */
  async #driftOf(recording: Recording, onProgress: (done: number) => void): Promise<ReadonlySet<RecordKey>> {
    const derived = recording.events.some(
      (event) => event.type === 'record' && event.result.kind === 'derived',
    );
    if (!derived) return new Set();
    const opened = await openReplay(recording, this.deps);
    if (!opened.ok) return keysOf(recording);
    const { replay } = opened;
    const stop = replay.subscribe(() => onProgress(replay.done));
    try {
      await replay.run({ pastDrift: true });
      // What was not reached was not tried.
      const same = new Set([...replay.records.keys()].filter((key) => replay.result(key).kind === 'same'));
      return new Set([...keysOf(recording)].filter((key) => !same.has(key)));
    } finally {
      stop();
      await replay.dispose();
    }
  }
}

function keysOf(recording: Recording): ReadonlySet<RecordKey> {
  return new Set(
    recording.events.flatMap((event) =>
      event.type === 'record' && event.result.kind === 'derived' ? [event.key] : [],
    ),
  );
}
