import type { Workbench } from '../../agent/index.ts';
import { type ModelRef, type ProfileRef, profileById, profileRef, type Recording } from '../../core/index.ts';

/** What is sent again, and under what it was sent. */
export interface RepeatableSource {
  readonly source: string | Recording;
  readonly title: string;
  readonly messages: readonly string[];
  readonly model: ModelRef;
  readonly profile: ProfileRef;
}

/** Recordings that were brought here to be repeated, by the id under which their runs are found. */
const brought = new Map<string, Recording>();

/** Keeps a recording for the page of its runs; gives that page's address. */
export function bringRecording(recording: Recording): string {
  brought.set(recording.placesId, recording);
  return `#/runs/${recording.placesId}`;
}

/** A recording that was brought here, else the stored session of that id. Rejects with a sentence where there is neither. */
export async function readSource(
  workbench: Pick<Workbench, 'readSession'>,
  id: string,
): Promise<RepeatableSource> {
  const recording = brought.get(id);
  if (recording !== undefined) return ofRecording(recording);
  const { state } = await workbench.readSession(id);
  const messages = state.turns.flatMap(({ userText, wake }) =>
    wake === undefined && userText !== '' ? [userText] : [],
  );
  return { source: id, title: state.title, messages, model: state.model, profile: state.profile };
}

/** Limits that a recording has changed are not taken over: its reader has not granted them. */
function ofRecording(recording: Recording): RepeatableSource {
  const { title, model, events, profile } = recording;
  const known = profileById(profile.id);
  return {
    source: recording,
    title,
    messages: events.flatMap((event) => (event.type === 'user-message' ? [event.text] : [])),
    model,
    profile: known === null ? profile : profileRef(known),
  };
}
