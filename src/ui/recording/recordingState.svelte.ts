import {
  fetchRecording,
  inTurns,
  type OpenedRecording,
  type OpenedReplay,
  type OpeningOptions,
  type OpeningProgress,
  openRecordingApart,
  type Replay,
  type ReplayedResult,
  type ReplayStatus,
  sourceAddress,
  type Workbench,
} from '../../agent/index.ts';
import {
  loadProfilesOf,
  type Recording,
  type RecordKey,
  type Transcript,
  transcriptOfRecording,
} from '../../core/index.ts';
import { readTranscript } from '../transcript/readTranscript.ts';
import { noneOpen } from '../words/recording.ts';
import { type Row, rowsOf } from './transcript.ts';

/** A fragment that names an address instead of holding a recording. */
const sourcePrefix = '/r?src=';

export type Opened =
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly message: string }
  /** It lies elsewhere: nothing is asked there until the reader agrees. */
  | {
      readonly kind: 'elsewhere';
      readonly address: string;
      readonly host: string;
      readonly fetching: boolean;
    }
  /** It is being read apart from the page; null: it has just begun. */
  | { readonly kind: 'opening'; readonly progress: OpeningProgress | null }
  | { readonly kind: 'open'; readonly recording: Recording; readonly rows: readonly Row[] };

/** An opened recording and its run. Nothing runs, and no host is asked, until the reader says so. */
export class RecordingState {
  #opened = $state.raw<Opened>({ kind: 'none' });
  #replay = $state.raw<Replay | null>(null);
  #status = $state.raw<ReplayStatus>({ kind: 'ready' });
  /** Rises with each result, so that what reads one is asked again. */
  #turns = $state.raw(0);
  #problem = $state.raw<string | null>(null);
  #fragment = '';
  #fetch: AbortController | null = null;
  /** What is being opened; another one, or its reader, stops it. */
  #opening: AbortController | null = null;

  constructor(private readonly workbench: Workbench) {}

  get opened() {
    return this.#opened;
  }
  get status() {
    return this.#status;
  }
  get problem() {
    return this.#problem;
  }

  /** Opens what stands in the address, once for each address. */
  openFragment(fragment: string): void {
    if (fragment === this.#fragment) return;
    this.#fragment = fragment;
    if (fragment === '') this.#take({ kind: 'none' });
    else if (fragment.startsWith(sourcePrefix)) this.#takeSource(fragment.slice(sourcePrefix.length));
    else void this.#open((options) => openRecordingApart({ kind: 'recording-link', fragment }, options));
  }

  /** Fetches what the address names, once its reader has agreed. */
  async fetchSource(): Promise<void> {
    const asked = this.#opened;
    if (asked.kind !== 'elsewhere' || asked.fetching) return;
    const fetching: Opened = { ...asked, fetching: true };
    this.#opened = fetching;
    this.#fetch = new AbortController();
    const fetched = await fetchRecording(asked.address, this.#fetch.signal);
    // Another recording may have been opened meanwhile.
    if (this.#opened !== fetching) return;
    if (fetched.ok) await this.openFile(new Blob([fetched.bytes]));
    else this.#take({ kind: 'failed', message: fetched.message });
  }

  #takeSource(encoded: string): void {
    const source = sourceAddress(decoded(encoded));
    this.#take(
      source.ok
        ? { kind: 'elsewhere', address: source.url, host: source.host, fetching: false }
        : { kind: 'failed', message: source.message },
    );
  }

  async openFile(file: Blob): Promise<void> {
    await this.#open((options) => openRecordingApart({ kind: 'recording-file', file }, options));
  }

  /** Stops the opening of what is being opened. */
  stopOpening(): void {
    if (this.#opened.kind === 'opening') this.#take({ kind: 'none' });
  }

  /** What a call's result stands for now. */
  result(key: RecordKey): ReplayedResult {
    void this.#turns;
    return this.#replay?.result(key) ?? { kind: 'waiting' };
  }

  /** The text that the model was sent for a call, once it has been made again. */
  viewText(key: RecordKey): string | null {
    void this.#turns;
    for (const turn of this.#replay?.session.state.turns ?? []) {
      for (const step of turn.steps) {
        const call = step.calls.find((candidate) => candidate.key === key);
        if (call?.sent) return call.sent.text;
      }
    }
    return null;
  }

  /** The first bytes of a call's output, as text. */
  async outputText(key: RecordKey, maxBytes: number): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    let left = maxBytes;
    for await (const bytes of this.#replay?.session.streamOutput(key) ?? []) {
      text += decoder.decode(bytes.subarray(0, left), { stream: true });
      left -= bytes.length;
      if (left <= 0) break;
    }
    return text;
  }

  /** Goes on; from the beginning, in a guest of its own, where it has come to its end. */
  async run(): Promise<void> {
    if (this.#status.kind === 'ended' || this.#status.kind === 'failed') this.#take(this.#opened);
    const replay = await this.#ready();
    // After a drift the reader has said that it is to go on.
    await replay?.run({ pastDrift: this.#status.kind === 'drifted' });
  }

  async step(): Promise<void> {
    await (await this.#ready())?.step();
  }

  /** Runs on until this call has its result, or something else stops it. `key`: the last call of its step. */
  async runTo(key: RecordKey): Promise<void> {
    await (await this.#ready())?.run({ until: key });
  }

  pause(): void {
    this.#replay?.pause();
  }

  /** What is opened as a transcript: with the texts that were made again, where it has been run to its end. */
  async transcript(): Promise<Transcript> {
    if (this.#opened.kind !== 'open') throw new Error(noneOpen);
    const { recording } = this.#opened;
    const replay = this.#replay;
    if (replay !== null && this.#status.kind === 'ended') {
      const { session } = replay;
      return readTranscript({
        state: session.state,
        streamOutput: (key) => session.streamOutput(key),
      });
    }
    const changed = recording.events.flatMap((event) =>
      event.type === 'profile-changed' ? [event.profile.id] : [],
    );
    await loadProfilesOf([recording.profile.id, ...changed]);
    const transcript = await inTurns(transcriptOfRecording(recording));
    if (transcript === null) throw new Error(noneOpen);
    return transcript;
  }

  dispose(): void {
    this.#fetch?.abort();
    this.#fetch = null;
    this.#opening?.abort();
    this.#opening = null;
    void this.#replay?.dispose();
    this.#replay = null;
  }

  async #ready(): Promise<Replay | null> {
    if (this.#replay !== null) return this.#replay;
    if (this.#opened.kind !== 'open') return null;
    this.#status = { kind: 'running' };
    const asked = this.#opened;
    const { recording } = asked;
    let opened: OpenedReplay;
    try {
      opened = await this.workbench.openReplay(recording);
    } catch (error) {
      opened = { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
    // Another recording may have been opened meanwhile.
    if (this.#opened !== asked) {
      if (opened.ok) await opened.replay.dispose();
      return null;
    }
    if (!opened.ok) {
      this.#problem = opened.message;
      this.#status = { kind: 'failed', message: opened.message };
      return null;
    }
    const { replay } = opened;
    this.#replay = replay;
    replay.subscribe(() => {
      this.#status = replay.status;
      this.#turns += 1;
    });
    return replay;
  }

  async #open(open: (options: OpeningOptions) => Promise<OpenedRecording>): Promise<void> {
    this.#take({ kind: 'opening', progress: null });
    const mine = new AbortController();
    const { signal } = mine;
    this.#opening = mine;
    const opened = await open({
      signal,
      onProgress: (progress) => {
        if (!signal.aborted) this.#opened = { kind: 'opening', progress };
      },
    });
    const rows = opened.ok ? await inTurns(rowsOf(opened.recording), () => !signal.aborted) : [];
    if (signal.aborted || rows === null) return;
    this.#take(
      opened.ok
        ? { kind: 'open', recording: opened.recording, rows }
        : { kind: 'failed', message: opened.message },
    );
  }

  #take(opened: Opened): void {
    this.dispose();
    this.#opened = opened;
    this.#status = { kind: 'ready' };
    this.#problem = null;
    this.#turns = 0;
  }
}

/** An address as it stands in the fragment; as it is where its escapes are broken. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A pasted address or fragment to the fragment that `openLink` takes. */
export function fragmentOf(pasted: string): string {
  const text = pasted.trim();
  const at = text.indexOf('#');
  return at < 0 ? text : text.slice(at + 1);
}
