import {
  besideCalls,
  foldEvents,
  loadProfilesOf,
  type ProfileRef,
  parseEvents,
  profileContext,
  profileOf,
  type RecordedWorkspace,
  type Recording,
  type RecordKey,
  type Segment,
  type SessionEvent,
  type SessionOrigin,
} from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import type { LiveSession } from '../port.ts';
import { guestPlaces } from '../session/sessionDeps.ts';
import { workspaceValueName } from '../workspace/workspaceValue.ts';
import type { RecordedBytes } from './explainDrift.ts';
import { applyForkChoice, type ForkChoice } from './forkChoice.ts';
import { type ForkHead, forkHead } from './forkHead.ts';
import { demoWorkspace, headOfProfile } from './knownParts.ts';
import { type OpenedReplay, openReplay, type ReplayDeps } from './openReplay.ts';
import { type LiveRecordingParts, recordLiveSession } from './recordLive.ts';

/** How far a recording is. */
export interface RecordingProgress {
  readonly doing: 'reading' | 'trying';
  readonly done: number;
  readonly all: number;
}

/** Takes out of a document what is not to leave. It is asked more than once, of documents of the same session. */
export type Redact = (recording: Recording) => Recording;

/** With which files and at which time a session begins, and where it comes from. */
interface Beginning {
  readonly workspace: RecordedWorkspace;
  readonly time: { readonly seed: number; readonly clockStartMs?: number };
  readonly origin: SessionOrigin;
}

function beginningOf(
  workspace: RecordedWorkspace,
  { seed, clockStartMs }: { readonly seed: number; readonly clockStartMs: number | null },
  origin: SessionOrigin,
): Beginning {
  return { workspace, time: { seed, ...(clockStartMs === null ? {} : { clockStartMs }) }, origin };
}

/** Makes recordings of stored sessions, and sessions of recordings. */
export class Recordings {
  constructor(
    private readonly deps: ReplayDeps & { readonly store: Store },
    private readonly demoId: string,
  ) {}

  /**
   * The recording of a session. Its calls are made again in a guest that nobody sees, and a result that does not come out
   * the same travels whole: what the link leaves out, a reader's page can really make, also without what `redact` takes
   * out of it. The document itself comes with everything in it.
   */
  async record(
    id: string,
    onProgress: (progress: RecordingProgress) => void,
    redact: Redact = (whole) => whole,
  ): Promise<Recording> {
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
    return this.#withoutDrift(whole, parts, onProgress, redact);
  }

  /** A session in which it can be run again; the page forgets it. */
  replay(recording: Recording): Promise<OpenedReplay> {
    return openReplay(recording, this.deps, undefined, this.#bytesHere(recording));
  }

  /** The same in the page's own store, so that the session can be gone on with. */
  async into(recording: Recording, store: Store, id: string, origin?: SessionOrigin): Promise<OpenedReplay> {
    const to = { store, id, ...(origin === undefined ? {} : { origin }) };
    const opened = await openReplay(recording, this.deps, to);
    if (opened.ok) await store.session(id).setValue(workspaceValueName, recording.guest.workspace);
    return opened;
  }

  /** Whoever made a recording has its bytes still, in the session that it names its places by. */
  #bytesHere({ placesId }: Recording): RecordedBytes {
    const { log, outputs } = this.deps.store.session(placesId);
    let segments: Promise<ReadonlyMap<RecordKey, readonly Segment[]>> | null = null;
    return {
      read: async (key) => {
        segments ??= log.readAll().then((stored) => segmentsOf(parseEvents(stored).events));
        const found = (await segments).get(key);
        return found === undefined ? null : { segments: found, stream: () => outputs.stream(key) };
      },
    };
  }

  head(recording: Recording, profile: ProfileRef): Promise<ForkHead> {
    return forkHead(recording, profile);
  }

  /** What a fork goes on with, once it has run what was recorded. */
  choose(
    session: LiveSession,
    recording: Recording,
    until: RecordKey | null,
    choice: ForkChoice,
  ): Promise<void> {
    return applyForkChoice(session, recording, until, choice);
  }

  /** How what is repeated began, and what the session that repeats it says of that. */
  async beginningOf(source: string | Recording): Promise<Beginning> {
    if (typeof source !== 'string') {
      const { title, placesId: session, guest } = source;
      const { seed, clockStartMs, workspace } = guest;
      return beginningOf(workspace, { seed, clockStartMs }, { kind: 'run', session, title, at: null });
    }
    const { events } = parseEvents(await this.deps.store.session(source).log.readAll());
    const { title, seed, clockStartMs } = foldEvents(events);
    const workspace = await this.workspaceOf(source);
    return beginningOf(workspace, { seed, clockStartMs }, { kind: 'run', session: source, title, at: null });
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
    redact: Redact,
  ): Promise<Recording> {
    const drifted = new Set<RecordKey>();
    let recording = first;
    const sendWhole = async (keys: readonly RecordKey[]) => {
      for (const key of keys) drifted.add(key);
      recording = await recordLiveSession({ ...parts, drifted });
    };
    // Nobody can run again what is not all there.
    const kept = new Set(derivedKeys(redact(first)));
    const cut = derivedKeys(first).filter((key) => !kept.has(key));
    if (cut.length > 0) await sendWhole(cut);
    for (let round = 0; derivedKeys(recording).length > 0; round += 1) {
      const all = derivedKeys(recording).length;
      const found =
        round < maxTrials
          ? await this.#driftOf(redact(recording), (done) => onProgress({ doing: 'trying', done, all }))
          : derivedKeys(recording);
      if (found.length === 0) break;
      await sendWhole(found);
    }
    return recording;
  }

  /** The results that a second run does not give again. */
  async #driftOf(recording: Recording, onProgress: (done: number) => void): Promise<readonly RecordKey[]> {
    const derived = derivedKeys(recording);
    const opened = await openReplay(recording, this.deps, undefined, this.#bytesHere(recording));
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

function segmentsOf(events: readonly SessionEvent[]): ReadonlyMap<RecordKey, readonly Segment[]> {
  const outputs = new Map<string, RecordKey>();
  const segments = new Map<RecordKey, readonly Segment[]>();
  for (const event of events) {
    if (event.type === 'job-started') outputs.set(event.job, event.output);
    if (event.type === 'record' || event.type === 'command-ended') {
      segments.set(event.record.key, event.record.output.segments);
    }
    const output = event.type === 'job-ended' ? outputs.get(event.job) : undefined;
    if (event.type === 'job-ended' && output !== undefined) segments.set(output, event.output.segments);
  }
  return segments;
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
