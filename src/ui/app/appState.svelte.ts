import { getContext, setContext } from 'svelte';
import { demoModel, type LiveSession, type Workbench } from '../../agent/index.ts';
import type { ModelRef, ProfileRef, RecordKey, StepState } from '../../core/index.ts';
import type { SessionSummary, StoreStatus } from '../../store/index.ts';
import { downloadStream } from '../kit/exactBytes.ts';
import * as words from '../words/app.ts';
import { Pages } from './pages.svelte.ts';
import type { Preferences } from './preferences.svelte.ts';
import {
  formatSelection,
  NO_SELECTION,
  parseSelection,
  type Selection,
  selectionOfCall,
} from './selection.ts';
import { SessionView } from './sessionView.svelte.ts';
import { neighbourCall, newestResult } from './steps.ts';

export type ViewName = 'model' | 'user' | 'disk' | 'tokens' | 'request';
export const VIEW_NAMES: readonly ViewName[] = ['model', 'user', 'disk', 'tokens', 'request'];
/** Whether the Tokens view is of the selected step or of the whole session. */
export type TokenScope = 'step' | 'session';
export type NarrowPane = 'chat' | 'model' | 'disk' | 'terminal';
export type DialogName = 'palette' | 'keys' | 'settings' | 'sessions' | 'share' | 'save';

/** A byte of the selected output that every view scrolls to; `from` is the view that named it. */
export interface FocusedByte {
  readonly key: RecordKey;
  readonly byte: number;
  readonly from: ViewName | 'search';
  /** Rises with each jump, so that the same place can be asked for twice. */
  readonly serial: number;
}

export type OpenState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * What the page shows and what may be done; the one place that changes it. Longer than other files because
 * selection, view, file and pane change each other: split, they would need to know each other's rules.
 */
export class AppState {
  readonly workbench: Workbench;
  readonly preferences: Preferences;
  readonly pages = new Pages();
  #sessions = $state.raw<readonly SessionSummary[]>([]);
  #storeStatus = $state.raw() as StoreStatus;
  #current = $state.raw<SessionView | null>(null);
  #open = $state.raw<OpenState>({ kind: 'opening' });
  #selection = $state.raw<Selection>(NO_SELECTION);
  #view = $state.raw<ViewName>('model');
  #tokenScope = $state.raw<TokenScope>('step');
  #file = $state.raw<string | null>(null);
  #fileByte = $state.raw<{ readonly byte: number } | null>(null);
  #focus = $state.raw<FocusedByte | null>(null);
  #dialog = $state.raw<DialogName | null>(null);
  #pane = $state.raw<NarrowPane>('chat');
  #inspectorOpen = $state.raw(false);
  /** Rises each time the inspector is to be seen, for a layout that may have folded it. */
  #reveals = $state.raw(0);
  #announcement = $state.raw('');
  /** Until somebody selects a step, the newest result is selected as it comes. */
  #following = $state.raw(true);
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
  get selection() {
    return this.#selection;
  }
  get view() {
    return this.#view;
  }
  get tokenScope() {
    return this.#tokenScope;
  }
  /** A file that was picked in the tree; it takes the Disk view until a step is selected. */
  get file() {
    return this.#file;
  }
  /** Where in the file; a new object asks again. */
  get fileByte() {
    return this.#fileByte;
  }
  get focus() {
    return this.#focus;
  }
  get dialog() {
    return this.#dialog;
  }
  get pane() {
    return this.#pane;
  }
  get inspectorOpen() {
    return this.#inspectorOpen;
  }
  get reveals() {
    return this.#reveals;
  }
  get announcement() {
    return this.#announcement;
  }
  /** The demo's script answers, so that Run needs no message. */
  get isDemo() {
    const model = this.#current?.state.model;
    return model?.provider === demoModel.provider && model.model === demoModel.model;
  }

  get selectedStep(): StepState | null {
    const { turn, step } = this.#selection;
    return this.#current && turn !== null && step !== null ? this.#current.step(turn, step) : null;
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
      if (this.#current) return this.#select(this.#selection);
      return this.openDemo();
    }
    if (this.#current?.session.id === asked.sessionId) {
      this.#selection = asked;
      return;
    }
    this.closeDialog();
    await this.openSession(asked.sessionId, asked);
  }

  /** Back from the Lab or the protocols, as a step of the browser's history. */
  showSessionPage(): void {
    this.pages.showSession(formatSelection(this.#selection));
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
    this.#followNewest();
    this.announce(words.goesOnHere);
    void to.prepareGuest().catch(() => undefined);
  }

  #viewOf(session: LiveSession): SessionView {
    return new SessionView(session, {
      log: () => this.#followNewest(),
      moved: (to) => this.#moved(session, to),
      turnEnd: (words) => this.announce(words),
    });
  }

  async newSession(
    options: { readonly title?: string; readonly model?: ModelRef; readonly profile?: ProfileRef } = {},
  ): Promise<void> {
    this.showSessionPage();
    await this.#show(() => this.workbench.createSession(options), null);
    this.#pane = 'chat';
  }

  async #show(open: () => Promise<LiveSession>, selection: Selection | null): Promise<void> {
    const mine = ++this.#opening;
    this.#open = { kind: 'opening' };
    try {
      const session = await open();
      if (mine !== this.#opening) return;
      const before = this.#current;
      this.#current = this.#viewOf(session);
      this.#file = null;
      this.#focus = null;
      this.#select(selection ?? { ...NO_SELECTION, sessionId: session.id });
      this.#following = selection?.turn == null;
      this.#followNewest();
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

  #select(selection: Selection): void {
    this.#selection = selection;
    // Behind the Lab a session goes on without taking the address.
    if (this.page.kind !== 'session') return;
    const hash = formatSelection(selection);
    if (location.hash !== hash) history.replaceState(null, '', hash);
  }

  get following() {
    return this.#following;
  }

  /** Selects results as they come again; called when the user sends something. */
  follow(): void {
    this.#following = true;
  }

  #followNewest(): void {
    const view = this.#current;
    const newest = view && newestResult(view.state);
    if (!newest || !this.#following || this.#file !== null || newest.key === this.#selection.call) return;
    this.#select(selectionOfCall(view.session.id, newest.key));
  }

  selectCall(key: RecordKey, view: ViewName = this.#view): void {
    if (!this.#current) return;
    this.#following = false;
    this.#file = null;
    this.#view = view;
    this.#select(selectionOfCall(this.#current.session.id, key));
  }

  /** `view`: where a step without a call is shown. */
  selectStep(turn: number, step: number, view: ViewName = 'request'): void {
    if (!this.#current) return;
    const call = this.#current.step(turn, step)?.calls[0]?.key;
    if (call) this.selectCall(call);
    else {
      this.#following = false;
      this.#file = null;
      this.#view = view;
      this.#select({ sessionId: this.#current.session.id, turn, step, call: null });
    }
  }

  /** Selects the call before or after the selected one, in order of the conversation. */
  selectNeighbour(by: 1 | -1): void {
    const key = this.#current && neighbourCall(this.#current.state, this.#selection.call, by);
    if (key) this.selectCall(key);
  }

  showView(view: ViewName): void {
    this.#view = view;
    this.#file = null;
    this.revealInspector();
  }

  /** The Tokens view of the selected step, or of the whole session. */
  showTokens(scope: TokenScope): void {
    this.#tokenScope = scope;
    this.showView('tokens');
  }

  /** Brings the inspector to where it can be seen on this width. */
  revealInspector(): void {
    this.#inspectorOpen = true;
    this.#reveals++;
    this.#pane = this.#view === 'disk' ? 'disk' : 'model';
  }

  closeInspector(): void {
    this.#inspectorOpen = false;
  }

  showPane(pane: NarrowPane): void {
    this.#pane = pane;
    if (pane === 'model' && this.#view === 'disk') this.#view = 'model';
    if (pane === 'disk') this.#view = 'disk';
  }

  /** `byte`: to bring into sight. */
  openFile(path: string, byte: number | null = null): void {
    this.#file = path;
    this.#fileByte = byte === null ? null : { byte };
    this.#view = 'disk';
    this.revealInspector();
  }

  focusByte(key: RecordKey, byte: number, from: FocusedByte['from']): void {
    this.#focus = { key, byte, from, serial: (this.#focus?.serial ?? 0) + 1 };
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
