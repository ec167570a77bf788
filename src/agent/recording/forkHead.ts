import {
  canonicalJson,
  loadProfilesOf,
  type ProfileRef,
  type PromptHead,
  profileContext,
  profileOf,
  promptHead,
  type RecordedText,
  type Recording,
  sha256Hex,
} from '../../core/index.ts';
import { guestPlaces } from '../session/sessionDeps.ts';

/** What the model of a fork is told before anything else: this page's texts, whatever a recording holds. */
export interface ForkHead extends PromptHead {
  /** The recording's model was told the same. */
  readonly isRecorded: boolean;
  /** The system prompt that the recording holds, where it is another; null where it only says that it was. */
  readonly recordedSystem: string | null;
}

export async function forkHead(recording: Recording, profile: ProfileRef): Promise<ForkHead> {
  await loadProfilesOf([profile.id]);
  const places = { ...guestPlaces, sessionId: recording.placesId, usedStems: new Set<string>() };
  const head = promptHead(profileOf(profile), profileContext(profileOf(profile), profile, places));
  const { system, tools } = recording;
  const toolsHash = sha256Hex(canonicalJson('known' in tools ? head.tools : tools.list));
  const isSameSystem = hashOf(system) === sha256Hex(head.system);
  const isSameTools = toolsHash === ('known' in tools ? tools.sha256 : sha256Hex(canonicalJson(head.tools)));
  return {
    ...head,
    isRecorded: isSameSystem && isSameTools,
    recordedSystem: !isSameSystem && 'text' in system ? system.text : null,
  };
}

const hashOf = (text: RecordedText) => ('text' in text ? sha256Hex(text.text) : text.sha256);
