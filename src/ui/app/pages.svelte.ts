import type { LiveSession } from '../../agent/index.ts';
import type { ToolRecord } from '../../core/index.ts';
import { hashOfSource, type Page, parsePage } from './page.ts';

/** A step's output on its way to the Lab. */
interface LabHandover {
  readonly session: LiveSession;
  readonly record: ToolRecord;
}

/** Which page of the app is in front, its address, and what one page hands to another. */
export class Pages {
  #shown = $state.raw<Page>({ kind: 'session' });
  #handover: LabHandover | null = null;

  get shown(): Page {
    return this.#shown;
  }

  /** The page that the address names is in front from now on. */
  followAddress(): Page {
    const source = location.hash === '' ? hashOfSource(location.search) : null;
    if (source !== null) history.replaceState(null, '', `${location.pathname}${source}`);
    this.#shown = parsePage(location.hash);
    return this.#shown;
  }

  /** Goes to another page; a session's own addresses are written by selecting. */
  goTo(hash: string): void {
    location.hash = hash;
  }

  /** Rewrites the Lab's address without a step in the browser's history. */
  setLabAddress(hash: string): void {
    if (this.#shown.kind !== 'lab') return;
    history.replaceState(null, '', hash);
    this.#shown = parsePage(hash);
  }

  /** Rewrites the address of a comparison without a step in the browser's history. */
  setCompareAddress(hash: string): void {
    if (this.#shown.kind !== 'compare') return;
    history.replaceState(null, '', hash);
    this.#shown = parsePage(hash);
  }

  /** Takes a step's whole output to the Lab. */
  openInLab(session: LiveSession, record: ToolRecord): void {
    this.#handover = { session, record };
    this.goTo('#/lab');
  }

  /** What was brought to the Lab, once. */
  takeLabHandover(): LabHandover | null {
    const taken = this.#handover;
    this.#handover = null;
    return taken;
  }

  /** Back from another page to the session with that address, as a step of the browser's history. */
  showSession(hash: string): void {
    if (this.#shown.kind === 'session') return;
    this.#shown = { kind: 'session' };
    history.pushState(null, '', hash);
  }
}
