import type { OutputChunk, OutputFacts, ProfileRef, ReadPage } from '../../../core/index.ts';
import * as words from '../../words/lab.ts';
import { formatProfile } from '../address/profileCode.ts';
import type { Boundary } from '../compare/boundaries.ts';
import type { CallFacts } from '../input/labInput.ts';
import type { FromLab, LabResult, ReadWindow, SweepPoint, ToLab } from './messages.ts';

export interface PresentHandlers {
  view(at: number, result: LabResult, output: OutputFacts): void;
}
export interface SweepHandlers {
  point(at: number, point: SweepPoint, spentMs: number): void;
}

/** The Lab's worker seen from the page. Answers to orders that a newer one has replaced never arrive. */
export class LabClient {
  readonly #worker: Worker;
  #serial = 0;
  #lastId = 0;
  #present: { readonly id: number; readonly on: PresentHandlers } | null = null;
  #sweep: { readonly id: number; readonly on: SweepHandlers } | null = null;
  readonly #boundaries = new Map<string, Promise<readonly Boundary[]>>();
  readonly #calls = new Map<number, { done(message: FromLab): void; fail(error: Error): void }>();

  constructor(onfailed: (message: string) => void) {
    this.#worker = new Worker(new URL('./labWorker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<FromLab>) => this.#take(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || words.notLoaded;
      for (const call of this.#calls.values()) call.fail(new Error(message));
      this.#calls.clear();
      onfailed(words.workerStopped(message));
    };
  }

  /** The bytes are copied to the worker once. */
  setInput(chunks: readonly OutputChunk[], facts: CallFacts): void {
    this.#post({ type: 'input', serial: ++this.#serial, chunks, facts });
  }

  setFacts(facts: CallFacts): void {
    this.#post({ type: 'facts', serial: ++this.#serial, facts });
  }

  present(refs: readonly ProfileRef[], on: PresentHandlers): void {
    const id = ++this.#lastId;
    this.#present = { id, on };
    this.#post({ type: 'present', serial: this.#serial, id, refs });
  }

  sweep(refs: readonly ProfileRef[], sizes: readonly number[], on: SweepHandlers): void {
    const id = ++this.#lastId;
    this.#sweep = { id, on };
    this.#post({ type: 'sweep', serial: this.#serial, id, refs, sizes });
  }

  async window(maxLines: number, maxBytes: number): Promise<ReadWindow> {
    const message = await this.#call((id) => ({ type: 'window', id, maxLines, maxBytes }));
    if (message.type !== 'window') throw new Error(words.noWindow);
    return message.window;
  }

  async pageText(ref: ProfileRef, page: ReadPage, shownBytes: number): Promise<string> {
    const message = await this.#call((id) => ({ type: 'page', id, ref, page, shownBytes }));
    if (message.type !== 'page') throw new Error(words.noPage);
    return message.text;
  }

  /** The sizes at which this profile changes what a model gets; each profile's are found once. */
  boundaries(ref: ProfileRef): Promise<readonly Boundary[]> {
    const key = formatProfile(ref);
    const known = this.#boundaries.get(key);
    if (known) return known;
    const found = this.#call((id) => ({ type: 'boundaries', id, ref })).then((message) => {
      if (message.type !== 'boundaries') throw new Error(words.noBoundaries);
      return message.boundaries;
    });
    this.#boundaries.set(key, found);
    found.catch(() => this.#boundaries.delete(key));
    return found;
  }

  dispose(): void {
    this.#worker.terminate();
    this.#present = null;
    this.#sweep = null;
    const gone = new DOMException('The Lab was left', 'AbortError');
    for (const call of this.#calls.values()) call.fail(gone);
    this.#calls.clear();
  }

  #call(order: (id: number) => ToLab): Promise<FromLab> {
    return new Promise((done, fail) => {
      const id = ++this.#lastId;
      this.#calls.set(id, { done, fail });
      this.#post(order(id));
    });
  }

  #post(message: ToLab): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromLab): void {
    if (message.type === 'view') {
      if (message.id === this.#present?.id) this.#present.on.view(message.at, message.result, message.output);
    } else if (message.type === 'point') {
      if (message.id === this.#sweep?.id) this.#sweep.on.point(message.at, message.point, message.spentMs);
    } else {
      const call = this.#calls.get(message.id);
      this.#calls.delete(message.id);
      if (message.type === 'failed') call?.fail(new Error(message.message));
      else call?.done(message);
    }
  }
}
