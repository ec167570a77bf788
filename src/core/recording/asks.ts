import type { ModelRef, ProfileRef, RecordKey } from '../contract/index.ts';
import type { Recording } from './document.ts';

/** Something that a recording was made with and that a fork of it does not get unless its reader grants it. */
export type RecordingAsk =
  /** Requests to a provider, on the reader's account. */
  | { readonly kind: 'model'; readonly model: ModelRef }
  /** Limits and options of the profile that are not its own. */
  | { readonly kind: 'overrides'; readonly profile: ProfileRef }
  /** Tools of servers that the reader's page would have to know; by the names that the records call them. */
  | { readonly kind: 'tools'; readonly names: readonly string[] };

/** What a fork starts with. */
export interface ForkBasis {
  /** The profile and model of the recording at the place of the fork. */
  readonly profile: ProfileRef;
  readonly model: ModelRef;
  readonly asks: readonly RecordingAsk[];
}

/** Models that run in the page, without a key and without a host. */
const localProviders = new Set(['scripted', 'parrot']);
const serverTool = /^mcp_/;

/** What a fork behind the result of `until` (null: behind the end) goes on with, and what of it asks to be granted. */
export function forkBasis(recording: Recording, until: RecordKey | null): ForkBasis {
  let { profile, model } = recording;
  const tools = new Set<string>();
  for (const event of recording.events) {
    if (event.type === 'profile-changed') profile = event.profile;
    if (event.type === 'model-changed') model = event.model;
    if (event.type !== 'record') continue;
    if (serverTool.test(event.tool)) tools.add(event.tool);
    if (event.key === until) break;
  }
  const asks: RecordingAsk[] = [];
  if (!localProviders.has(model.provider)) asks.push({ kind: 'model', model });
  if (Object.keys(profile.overrides).length > 0) asks.push({ kind: 'overrides', profile });
  if (tools.size > 0) asks.push({ kind: 'tools', names: [...tools].sort() });
  return { profile, model, asks };
}
