import type { RecordKey } from '../../core/index.ts';

export type ViewName = 'model' | 'user' | 'disk' | 'tokens' | 'request';
export const VIEW_NAMES: readonly ViewName[] = ['model', 'user', 'disk', 'tokens', 'request'];
/** Whether the Tokens view is of the selected step or of the whole session. */
export type TokenScope = 'step' | 'session';
/** What a narrow window shows, one at a time; two of them are views of the inspector. */
export type NarrowPane = 'chat' | 'model' | 'disk' | 'terminal';

/** A byte of the selected output that every view scrolls to; `from` is the view that named it. */
export interface FocusedByte {
  readonly key: RecordKey;
  readonly byte: number;
  readonly from: ViewName | 'search';
  /** Rises with each jump, so that the same place can be asked for twice. */
  readonly serial: number;
}

/** Which view of the selected step the inspector shows, where in it, and whether it can be seen at this width. */
export class InspectorState {
  #view = $state.raw<ViewName>('model');
  #tokenScope = $state.raw<TokenScope>('step');
  #file = $state.raw<string | null>(null);
  #fileByte = $state.raw<{ readonly byte: number } | null>(null);
  #focus = $state.raw<FocusedByte | null>(null);
  #pane = $state.raw<NarrowPane>('chat');
  #isOpen = $state.raw(false);
  #reveals = $state.raw(0);

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
  get pane() {
    return this.#pane;
  }
  get isOpen() {
    return this.#isOpen;
  }
  /** Rises each time the inspector is to be seen, for a layout that may have folded it. */
  get reveals() {
    return this.#reveals;
  }

  show(view: ViewName): void {
    this.turnTo(view);
    this.reveal();
  }

  /** As `show`, without bringing the inspector into sight: where a step is selected, by a key say. */
  turnTo(view: ViewName): void {
    this.#view = view;
    this.#file = null;
  }

  /** The Tokens view of the selected step, or of the whole session. */
  showTokens(scope: TokenScope): void {
    this.#tokenScope = scope;
    this.show('tokens');
  }

  /** Brings the inspector to where it can be seen at this width. */
  reveal(): void {
    this.#isOpen = true;
    this.#reveals++;
    this.#pane = this.#view === 'disk' ? 'disk' : 'model';
  }

  close(): void {
    this.#isOpen = false;
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
    this.reveal();
  }

  focusByte(key: RecordKey, byte: number, from: FocusedByte['from']): void {
    this.#focus = { key, byte, from, serial: (this.#focus?.serial ?? 0) + 1 };
  }

  /** Another session is shown: nothing of the one before is looked at. */
  leaveSession(): void {
    this.#file = null;
    this.#focus = null;
  }
}
