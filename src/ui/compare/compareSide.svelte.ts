import {
  inTurns,
  type OpenedRecording,
  openRecordingApart,
  type Replay,
  type Workbench,
} from '../../agent/index.ts';
import {
  type ProfileRef,
  profileById,
  profileRef,
  type Recording,
  type SessionState,
  type Transcript,
  transcriptOfRecording,
  underProfile,
} from '../../core/index.ts';
import { WhatIfViews } from '../tokens/whatIfViews.ts';
import { type ReadableSession, readTranscript } from '../transcript/readTranscript.ts';
import * as compareWords from '../words/compare.ts';

/** What stands on one side: nothing, a session of this browser, or a recording that was opened here. */
export type SideSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'recording'; readonly recording: Recording };

export type SideStatus =
  | { readonly kind: 'empty' }
  | { readonly kind: 'reading'; readonly words: string }
  | { readonly kind: 'ready'; readonly transcript: Transcript }
  | { readonly kind: 'failed'; readonly message: string };

const reading: SideStatus = { kind: 'reading', words: compareWords.reading };

/** A session that can be looked at under any profile. */
type Lookable = ReadableSession & ConstructorParameters<typeof WhatIfViews>[0];

/** One side of a comparison: what it is, under which profile it is looked at, and its steps. */
export class CompareSide {
  #source = $state.raw<SideSource>({ kind: 'none' });
  #profile = $state.raw<string | null>(null);
  #status = $state.raw<SideStatus>({ kind: 'empty' });
  /** The recording has been run again here, so that its texts are known. */
  #replay = $state.raw<Replay | null>(null);
  #problem = $state.raw<string | null>(null);
  /** Only what was asked for last is shown. */
  #turn = 0;
  /** A recording that is being read; another one stops it. */
  #opening = $state.raw<AbortController | null>(null);

  constructor(private readonly workbench: Workbench) {}

  get source() {
    return this.#source;
  }
  get profile() {
    return this.#profile;
  }
  /** What stands here stands here still when what is being opened is none. */
  get status(): SideStatus {
    return this.#opening === null ? this.#status : reading;
  }
  get problem() {
    return this.#problem;
  }
  /** Its outputs are here, so that it can be looked at under any profile. */
  get hasOutputs() {
    return this.#source.kind === 'session' || this.#replay !== null;
  }
  get canRun() {
    return this.#source.kind === 'recording' && this.#replay === null;
  }

  showSession(id: string | null, profile: string | null): void {
    const same = this.#source.kind === 'session' ? this.#source.id === id : id === null;
    if (same && profile === this.#profile) return;
    // What was opened by hand stays where the address names nothing.
    if (id === null && this.#source.kind === 'recording') return;
    this.#take(id === null ? { kind: 'none' } : { kind: 'session', id });
    this.#profile = profile;
    this.#read();
  }

  setProfile(profile: string | null): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    this.#read();
  }

  openLink(pasted: string): void {
    const at = pasted.indexOf('#');
    const fragment = (at < 0 ? pasted : pasted.slice(at + 1)).trim().replace(/@[\d.]*$/, '');
    void this.#open((signal) => openRecordingApart({ kind: 'recording-link', fragment }, { signal }));
  }

  async openFile(file: File): Promise<void> {
    await this.#open((signal) => openRecordingApart({ kind: 'recording-file', file }, { signal }));
  }

  /** Runs the recording again in a guest of its own, to the end, so that its outputs are here. */
  async run(): Promise<void> {
    if (this.#source.kind !== 'recording' || this.#replay !== null) return;
    const mine = ++this.#turn;
    const { recording } = this.#source;
    this.#status = { kind: 'reading', words: compareWords.running };
    const opened = await this.workbench
      .openReplay(recording)
      .catch((error: unknown) => ({ ok: false as const, message: wordsOf(error) }));
    if (mine !== this.#turn) {
      if (opened.ok) await opened.replay.dispose();
      return;
    }
    if (!opened.ok) {
      this.#problem = opened.message;
      this.#read();
      return;
    }
    await opened.replay.run({ pastDrift: true });
    if (mine !== this.#turn) {
      await opened.replay.dispose();
      return;
    }
    this.#replay = opened.replay;
    this.#read();
  }

  dispose(): void {
    this.#turn += 1;
    this.#opening?.abort();
    this.#opening = null;
    void this.#replay?.dispose();
    this.#replay = null;
  }

  showRecording(recording: Recording): void {
    this.#take({ kind: 'recording', recording });
    this.#profile = null;
    this.#read();
  }

  async #open(open: (signal: AbortSignal) => Promise<OpenedRecording>): Promise<void> {
    this.#opening?.abort();
    const mine = new AbortController();
    this.#opening = mine;
    this.#problem = null;
    const opened = await open(mine.signal);
    if (mine.signal.aborted) return;
    this.#opening = null;
    if (opened.ok) this.showRecording(opened.recording);
    else this.#problem = opened.message;
  }

  #take(source: SideSource): void {
    this.dispose();
    this.#problem = null;
    this.#source = source;
  }

  #read(): void {
    const mine = ++this.#turn;
    const transcript = this.#transcript((words) => {
      if (mine === this.#turn) this.#status = { kind: 'reading', words };
    });
    if (this.#source.kind === 'none') {
      this.#status = { kind: 'empty' };
      return;
    }
    this.#status = reading;
    transcript.then(
      (made) => {
        if (mine === this.#turn && made !== null) this.#status = { kind: 'ready', transcript: made };
      },
      (error: unknown) => {
        if (mine === this.#turn) this.#status = { kind: 'failed', message: wordsOf(error) };
      },
    );
  }

  async #transcript(onProgress: (words: string) => void): Promise<Transcript | null> {
    const source = this.#source;
    if (source.kind === 'none') return null;
    if (source.kind === 'recording' && this.#replay === null)
      return inTurns(transcriptOfRecording(source.recording));
    const session = await this.#session(source);
    const state = await this.#stateUnder(session, onProgress);
    const { streamOutput } = session;
    return readTranscript({ state, streamOutput });
  }

  async #session(source: SideSource): Promise<Lookable> {
    if (source.kind === 'session') return this.workbench.readSession(source.id);
    const replay = this.#replay;
    if (replay === null) throw new Error(compareWords.notRun);
    const { state } = replay.session;
    return {
      id: state.placesId,
      ...places,
      state,
      streamOutput: (key) => replay.session.streamOutput(key),
    };
  }

  async #stateUnder(session: Lookable, onProgress: (words: string) => void): Promise<SessionState> {
    const ref = refOf(this.#profile);
    if (ref === null) return session.state;
    const mine = this.#turn;
    const views = await new WhatIfViews(session).under(ref, session.state, (done, all) => {
      onProgress(compareWords.wording(done, all));
      return mine === this.#turn;
    });
    return underProfile(session.state, ref, views);
  }
}

/** Folders of every guest, in which paths of a replayed session lie. */
const places = { home: '/home/user', workspace: '/home/user/project' };

function refOf(id: string | null): ProfileRef | null {
  const profile = id === null ? null : profileById(id);
  return profile ? profileRef(profile) : null;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
