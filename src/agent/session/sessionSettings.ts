import {
  loadProfilesOf,
  type ModelRef,
  type ProfileRef,
  profileById,
  profileRef,
  type TokenEncoding,
} from '../../core/index.ts';
import { SessionInGuest } from './sessionInGuest.ts';
import type { SessionLog } from './sessionLog.ts';
import { newTitle, titleOfMessage } from './titleOfMessage.ts';

/** What a person sets for a session: its title, and the profile, model and encoding of the requests from here on. */
export abstract class SessionSettings extends SessionInGuest {
  protected abstract readonly log: SessionLog;
  /** Settles when what was chosen is set: a message that comes behind a choice waits for it. */
  protected chosen: Promise<void> = Promise.resolve();

  /** Throws where the session cannot be driven from here. */
  protected abstract needWritable(): void;

  async setProfile(profile: ProfileRef): Promise<void> {
    this.needWritable();
    await loadProfilesOf([profile.id]);
    await this.log.append({ type: 'profile-changed', profile });
  }

  /** What a user chose before a message holds for it, also where the choice's code has still to come. */
  setProfileById(id: string): Promise<void> {
    const chosen = this.chosen.then(async () => {
      await loadProfilesOf([id]);
      const profile = profileById(id);
      if (profile !== null) await this.setProfile(profileRef(profile));
    });
    this.chosen = chosen.catch(() => {});
    return chosen;
  }

  async setModel(model: ModelRef): Promise<void> {
    this.needWritable();
    await this.log.append({ type: 'model-changed', model });
  }

  async setEncoding(encoding: TokenEncoding): Promise<void> {
    this.needWritable();
    await this.log.append({ type: 'encoding-changed', encoding });
  }

  async rename(title: string): Promise<void> {
    this.needWritable();
    await this.log.append({ type: 'title-changed', title: title.toWellFormed() });
  }

  /** Until somebody names it, a session is called by its first message. */
  protected async nameBy(message: string): Promise<void> {
    const { title, turns } = this.state;
    if (title !== newTitle || turns.length > 0) return;
    const named = titleOfMessage(message);
    if (named !== null) await this.rename(named);
  }
}
