import { getContext, setContext } from 'svelte';
import { demoModel, type LiveSession, type Workbench } from '../../agent/index.ts';
import type { ModelRef, ProfileRef } from '../../core/index.ts';
import type { SessionSummary, StoreStatus } from '../../store/index.ts';
import { downloadStream } from '../kit/exactBytes.ts';
import * as words from '../words/app.ts';
import { InspectorState } from './inspectorState.svelte.ts';
import { Pages } from './pages.svelte.ts';
import type { Preferences } from './preferences.svelte.ts';
import { formatSelection, parseSelection, type Selection } from './selection.ts';
import { SelectionState } from './selectionState.svelte.ts';
import { SessionView } from './sessionView.svelte.ts';

export type DialogName = 'palette' | 'keys' | 'settings' | 'sessions' | 'share' | 'save';

export type OpenState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * What the page shows and what may be done: its sessions, of which one is open. What is selected in that and how it is
 * looked at are of their own.
 */
export class AppState {
  readonly workbench: Workbench;
  readonly preferences: Preferences;
  readonly pages = new Pages();
  readonly inspector = new InspectorState();
  readonly selection = new SelectionState({
    inspector: this.inspector,
    current: () => this.current,
    hasAddress: () => this.page.kind === 'session',
  });
  #sessions = $state.raw<readonly SessionSummary[]>([]);
  #storeStatus = $state.raw() as StoreStatus;
  #current = $state.raw<SessionView | null>(null);
  #open = $state.raw<OpenState>({ kind: 'opening' });
  #dialog = $state.raw<DialogName | null>(null);
  #announcement = $state.raw('');
  readonly #disposers: (() => void)[] = [];
  /** Opening is not atomic; only the last one asked for may win. */
  #opening = 0;

  constructor(workbench: Workbench, preferences: Preferences) {
    this.workbench = workbench;
    this.preferences = preferences;
    this.#takeWorkbench();
    this.#disposers.push(workbench.subscribe(() => this.#takeWorkbench()));
    const onHash = () => void this.#followAddress();
    window.addEventListener('hashchange', onHash);
    this.#disposers.push(() => window.removeEventListener('hashchange', onHash));
  }

  get sessions() {
    return this.#sessions;
  }
  get storeStatus() {
    return this.#storeStatus;
  }
  get page() {
    return this.pages.shown;
  }
  get current() {
    return this.#current;
  }
  get opening() {
    return this.#open;
  }
  get dialog() {
    return this.#dialog;
  }
  get announcement() {
    return this.#announcement;
  }
  /** The demo's script answers, so that Run needs no message. */
  get isDemo() {
    const model = this.#current?.state.model;
    return model?.provider === demoModel.provider && model.model === demoModel.model;
  }

  #takeWorkbench(): void {
    this.#sessions = this.workbench.sessions;
    this.#storeStatus = this.workbench.storeStatus;
  }

  /** Opens what the address names, else the demo. */
  async start(): Promise<void> {
    await this.#followAddress();
  }

  async #followAddress(): Promise<void> {
    const before = this.pages.shown.kind;
    const page = this.pages.followAddress().kind;
    // What a dialog is about is left behind, by the browser's Back say.
    if (page !== before) this.closeDialog();
    if (page !== 'session') return;
    const asked = parseSelection(location.hash);
    if (asked.sessionId === null) {
      if (this.#current) return this.selection.writeAddress();
      return this.openDemo();
    }
    if (this.#current?.session.id === asked.sessionId) {
      this.selection.followAddress(asked);
      return;
    }
    this.closeDialog();
    await this.openSession(asked.sessionId, asked);
  }

  /** Back from the Lab or the protocols, as a step of the browser's history. */
  showSessionPage(): void {
    this.pages.showSession(formatSelection(this.selection));
  }

  async openDemo(): Promise<void> {
    this.showSessionPage();
    await this.#show(() => this.workbench.openDemo(), null);
  }

  /** Opens the demo behind another page, for its guest. */
  async openDemoBehind(): Promise<void> {
    await this.#show(() => this.workbench.openDemo(), null);
  }

  async openSession(id: string, selection: Selection | null = null): Promise<void> {
    this.showSessionPage();
    if (this.#current?.session.id === id) return;
    await this.#show(() => this.workbench.open(id), selection);
  }

  /** The tab that a session lived in is gone: what was shown as its mirror is the session itself from now on. */
  #moved(from: LiveSession, to: LiveSession): void {
    const view = this.#current;
    if (view?.session !== from) return void to.dispose();
    this.#current = this.#viewOf(to);
    view.dispose();
    this.selection.followNewest();
    this.announce(words.goesOnHere);
    void to.prepareGuest().catch(() => undefined);
  }

  #viewOf(session: LiveSession): SessionView {
    return new SessionView(session, {
      log: () => this.selection.followNewest(),
      moved: (to) => this.#moved(session, to),
      turnEnd: (words) => this.announce(words),
    });
  }

  async newSession(
    options: { readonly title?: string; readonly model?: ModelRef; readonly profile?: ProfileRef } = {},
  ): Promise<void> {
    this.showSessionPage();
    await this.#show(() => this.workbench.createSession(options), null);
    this.inspector.showPane('chat');
  }

  async #show(open: () => Promise<LiveSession>, selection: Selection | null): Promise<void> {
    const mine = ++this.#opening;
    this.#open = { kind: 'opening' };
    try {
      const session = await open();
      if (mine !== this.#opening) return;
      const before = this.#current;
      this.#current = this.#viewOf(session);
      this.inspector.leaveSession();
      this.selection.enterSession(session.id, selection);
      this.#open = { kind: 'open' };
      before?.dispose();
      if (before && before.session !== session) await this.#leave(before.session);
      void session.prepareGuest().catch(() => undefined);
    } catch (error) {
      if (mine !== this.#opening) return;
      this.#open = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Closes a session that is not shown any more; one in which something goes on or waits stays open until that has ended. */
  async #leave(session: LiveSession): Promise<void> {
    const isDone = () => session.runStatus.kind === 'idle' && !session.beside.isBusy;
    if (isDone() || !session.runsHere) return session.dispose();
    const stopListening = session.subscribe(() => {
      if (!isDone()) return;
      stopListening();
      if (this.#current?.session !== session) void session.dispose();
    });
  }

  async deleteSession(id: string): Promise<void> {
    if (this.#current?.session.id === id && this.#current.session.runsHere) {
      const view = this.#current;
      this.#current = null;
      view.dispose();
      await view.session.dispose();
    }
    await this.workbench.deleteSession(id);
    this.announce(words.sessionDeleted);
    if (this.#current === null) {
      const next = this.workbench.sessions.find((session) => session.id !== id);
      await (next ? this.openSession(next.id) : this.openDemo());
    }
  }

  openDialog(name: DialogName): void {
    this.#dialog = name;
  }

  closeDialog(): void {
    this.#dialog = null;
  }

  /** Everything of the open session as a file, also while nothing can be stored. Holds no key. */
  async exportSession(): Promise<void> {
    const id = this.#current?.session.id;
    if (id) await downloadStream(this.workbench.exportSession(id), `spillway-${id}.json`);
  }

  /** Said by screen readers, politely, once. */
  announce(text: string): void {
    this.#announcement = text;
  }

  dispose(): void {
    for (const dispose of this.#disposers) dispose();
    this.#current?.dispose();
  }
}

const APP = Symbol('app');

export function provideApp(app: AppState): void {
  setContext(APP, app);
}

export function useApp(): AppState {
  return getContext<AppState>(APP);
}
