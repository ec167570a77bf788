import {
  besideCalls,
  foldEvents,
  loadProfilesOf,
  parseEvents,
  profileContext,
  profileOf,
  type RecordedWorkspace,
  type Recording,
  type RecordKey,
  type SessionOrigin,
} from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import { guestPlaces } from '../session/sessionDeps.ts';
import { demoWorkspace, headOfProfile } from './knownParts.ts';
import { type OpenedReplay, openReplay, type ReplayDeps } from './openReplay.ts';
import { type LiveRecordingParts, recordLiveSession } from './recordLive.ts';
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
   */
  async record(id: string, onProgress: (progress: RecordingProgress) => void): Promise<Recording> {
    const { store } = this.deps;
    const session = store.session(id);
    const { events } = parseEvents(await session.log.readAll());
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
    const whole = await recordLiveSession({
      ...parts,
      onProgress: (done, all) => onProgress({ doing: 'reading', done, all }),
    });
    return this.#withoutDrift(whole, parts, onProgress);
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

  /**
   * Tried until a run of the whole gives nothing else: a result that now travels is not made again, and what it left in
   * the files is then missing to those behind it.
   */
  async #withoutDrift(
    first: Recording,
    parts: LiveRecordingParts,
    onProgress: (progress: RecordingProgress) => void,
  ): Promise<Recording> {
    const drifted = new Set<RecordKey>();
    let recording = first;
    for (let round = 0; derivedKeys(recording).length > 0; round += 1) {
      const all = derivedKeys(recording).length;
      const found =
        round < maxTrials
          ? await this.#driftOf(recording, (done) => onProgress({ doing: 'trying', done, all }))
          : derivedKeys(recording);
      if (found.length === 0) break;
      for (const key of found) drifted.add(key);
      recording = await recordLiveSession({ ...parts, drifted });
    }
    return recording;
  }

  /** The results that a second run does not give again. */
  async #driftOf(recording: Recording, onProgress: (done: number) => void): Promise<readonly RecordKey[]> {
    const derived = derivedKeys(recording);
    const opened = await openReplay(recording, this.deps);
    if (!opened.ok) return derived;
    const { replay } = opened;
    const stop = replay.subscribe(() => onProgress(Math.min(replay.done, derived.length)));
    try {
      await replay.run({ pastDrift: true });
      // What was not reached was not tried.
      return derived.filter((key) => replay.result(key).kind !== 'same');
    } finally {
      stop();
      await replay.dispose();
    }
  }
}

/** After so many trials what still differs is not tried again: everything travels. */
const maxTrials = 4;

/** Keys of the results that a reader's page makes itself: calls, commands of the user, jobs by their outputs. */
function derivedKeys({ events }: Recording): readonly RecordKey[] {
  const { jobs } = besideCalls(events);
  return events.flatMap((event): readonly RecordKey[] => {
    switch (event.type) {
      case 'record':
      case 'command-ended':
        return event.result.kind === 'derived' ? [event.key] : [];
      case 'job-ended': {
        const job = jobs.get(event.job);
        return event.result.kind === 'derived' && job !== undefined ? [job.started.output] : [];
      }
      default:
        return [];
    }
  });
}
