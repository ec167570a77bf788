import type { ModelRef, ProfileRef, QuestionAnswer, RecordKey, TokenEncoding } from '../../core/index.ts';
import type { FileStat } from '../../guest/index.ts';
import { RecordedOutputs } from '../output/recordedOutputs.ts';
import type { AsideResult } from '../port.ts';
import { soon } from './atHome.ts';
import type { HomeLine } from './homeLine.ts';

/** What is done to a session that lives in another tab: each act goes to its home, and ends as it ends there. */
export abstract class DrivenAtHome extends RecordedOutputs {
  protected abstract readonly line: HomeLine;
  abstract get writable(): boolean;

  async send(text: string, mode: 'auto' | 'step' = 'auto'): Promise<void> {
    // As it will be in the log, which tells at the home's end whether it had begun.
    await this.line.ask('send', [text.toWellFormed(), mode]);
  }

  step(): Promise<void> {
    return this.line.ask('step', []);
  }

  resume(): Promise<void> {
    return this.line.ask('resume', []);
  }

  stop(): Promise<void> {
    return this.line.ask('stop', []);
  }

  answer(key: RecordKey, answer: QuestionAnswer): Promise<void> {
    return this.line.ask('answer', [key, answer]);
  }

  setProfile(profile: ProfileRef): Promise<void> {
    return this.line.ask('setProfile', [structuredClone(profile)]);
  }

  setProfileById(id: string): Promise<void> {
    return this.line.ask('setProfileById', [id]);
  }

  setModel({ provider, model }: ModelRef): Promise<void> {
    return this.line.ask('setModel', [{ provider, model }]);
  }

  setEncoding(encoding: TokenEncoding): Promise<void> {
    return this.line.ask('setEncoding', [encoding]);
  }

  rename(title: string): Promise<void> {
    return this.line.ask('rename', [title]);
  }

  runAside(
    command: string,
    { stop, ...limits }: { maxBytes: number; timeoutMs: number; stop: AbortSignal },
  ): Promise<AsideResult> {
    return this.line.ask('runAside', [command, limits], stop);
  }

  ensureGuest(): Promise<void> {
    // Where no home is heard there is none to be started, and what is stored can be read without.
    return this.writable ? this.line.ask('ensureGuest', []) : Promise.resolve();
  }

  prepareGuest(): Promise<void> {
    return this.line.ask('prepareGuest', []);
  }

  useEmbeddedGuest(): void {
    soon(this.line.ask('useEmbeddedGuest', []));
  }

  moveGuest(kind: 'embedded' | 'webcontainer'): Promise<void> {
    return this.line.ask('moveGuest', [kind]);
  }

  stat(path: string): Promise<FileStat> {
    return this.line.ask('stat', [path]);
  }
}
