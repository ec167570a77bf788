import {
  cutUnits,
  LOG_VERSION,
  type Recording,
  type SessionEvent,
  type SessionOrigin,
} from '../../core/index.ts';
import { createMemoryStore, type Store } from '../../store/index.ts';
import type { LiveSession } from '../port.ts';
import { createWorkbench, type WorkbenchDeps } from '../workbench/workbench.ts';
import { BesidePlayer } from './besidePlayer.ts';
import type { RecordedBytes } from './explainDrift.ts';
import { filesOfWorkspace } from './knownParts.ts';
import { createRecordedModel } from './recordedModel.ts';
import { Replay } from './replay.ts';

/** Of a title (UTF-16 units): it stands in the list of sessions, and a stranger's may be a megabyte. */
const longestTitle = 200;

export type OpenedReplay =
  | { readonly ok: true; readonly replay: Replay; readonly session: LiveSession }
  /** One sentence: why this page cannot run it again. It can still be read. */
  | { readonly ok: false; readonly message: string };

/** What a replay has of its reader's page: no store, no model, no network, no MCP server. */
export type ReplayDeps = Pick<
  WorkbenchDeps,
  'counter' | 'bootGuest' | 'createMatcher' | 'clock' | 'after' | 'newId' | 'newSeed'
>;

/**
 * Makes a recording ready to be run again: a session of its own in `store` (by default one that the page forgets), with
 * the recorded seeds, files and times. Nothing runs, and no host is asked, until the replay is told to.
 */
export async function openReplay(
  recording: Recording,
  deps: ReplayDeps,
  into: { readonly store: Store; readonly id: string; readonly origin?: SessionOrigin } = {
    store: createMemoryStore(),
    id: 'replay',
  },
  recorded?: RecordedBytes,
): Promise<OpenedReplay> {
  const { guest, model } = recording;
  if (guest.kind !== 'embedded') {
    return {
      ok: false,
      message: `It was recorded on a ${guest.kind} guest, and this page has none of that kind: it can be read here, not run again.`,
    };
  }
  const workspace = filesOfWorkspace(guest.workspace);
  if (!workspace.ok) return workspace;
  await into.store.session(into.id).log.append([createdFrom(recording, into.id, deps.clock(), into.origin)]);
  let session: LiveSession | null = null;
  const player = new BesidePlayer(recording, deps.after, recorded);
  const { counter, bootGuest, createMatcher, clock, after, newId, newSeed } = deps;
  // By name: servers and providers of the reader's are no part of a replay.
  const workbench = await createWorkbench({
    counter,
    bootGuest,
    createMatcher,
    clock,
    after,
    newId,
    newSeed,
    store: into.store,
    models: () =>
      createRecordedModel(
        model,
        async () => {
          const step = session === null ? null : stepAfter(recording, session);
          if (step !== null) await player.beforeAnswer(step);
          return step;
        },
        () => void session?.stop(),
      ),
    playing: {
      played: player,
      seedFiles: async () => workspace.files,
    },
  });
  session = await workbench.open(into.id);
  return { ok: true, replay: new Replay(recording, session, player), session };
}

/** The recorded answer that a session stands before. */
function stepAfter(recording: Recording, session: LiveSession) {
  const turn = session.state.turns.at(-1);
  const asked = recording.events.find(
    (event) =>
      event.type === 'step' && event.turn === turn?.turn && event.step > (turn.steps.at(-1)?.step ?? 0),
  );
  return asked?.type === 'step' ? asked : null;
}

/** The first event of the session in which a recording is run again. */
function createdFrom(
  recording: Recording,
  sessionId: string,
  atMs: number,
  origin?: SessionOrigin,
): SessionEvent {
  const { title, placesId, guest, profile, model, encoding } = recording;
  return {
    v: LOG_VERSION,
    seq: 0,
    atMs,
    type: 'session-created',
    sessionId,
    placesId,
    title: cutUnits(title, longestTitle),
    guest: guest.kind,
    profile,
    model,
    encoding,
    seed: guest.seed,
    ...(guest.clockStartMs === null ? {} : { clockStartMs: guest.clockStartMs }),
    ...(origin === undefined ? {} : { origin }),
  };
}
