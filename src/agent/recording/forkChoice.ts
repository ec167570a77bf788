import {
  forkBasis,
  loadProfilesOf,
  type ModelRef,
  type ProfileRef,
  profileById,
  profileRef,
  type Recording,
  type RecordKey,
} from '../../core/index.ts';
import type { LiveSession } from '../port.ts';

/** What a reader has chosen for a fork. */
export interface ForkChoice {
  /** Absent: the recording's, with the limits that are the profile's own. */
  readonly profile?: ProfileRef;
  /** Absent: the recording's where it needs no key and no host, else the one of this page that needs neither. */
  readonly model?: ModelRef;
}

const withoutKey: ModelRef = { provider: 'parrot', model: 'parrot' };

/** Gives a fork what its reader has chosen; what the recording asks for and nobody granted, it does not get. */
export async function applyForkChoice(
  session: Pick<LiveSession, 'state' | 'setProfile' | 'setModel'>,
  recording: Recording,
  until: RecordKey | null,
  choice: ForkChoice,
): Promise<void> {
  const basis = forkBasis(recording, until);
  const isAsked = (kind: 'model' | 'overrides') => basis.asks.some((ask) => ask.kind === kind);
  const model = choice.model ?? (isAsked('model') ? withoutKey : basis.model);
  const profile = choice.profile ?? (isAsked('overrides') ? await plain(basis.profile) : basis.profile);
  const { state } = session;
  if (!isSame(model, state.model)) await session.setModel(model);
  if (!isSame(profile, state.profile)) await session.setProfile(profile);
}

async function plain(ref: ProfileRef): Promise<ProfileRef> {
  await loadProfilesOf([ref.id]);
  const profile = profileById(ref.id);
  return profile === null ? ref : profileRef(profile);
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);
