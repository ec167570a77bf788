import type {
  LiveSession,
  RunStatus,
  SessionChange,
  SessionNetwork,
  Workbench,
} from '../../../src/agent/index.ts';
import {
  defaultProfileRef,
  type EventBody,
  foldEvents,
  LOG_VERSION,
  type RecordKey,
  type SessionEvent,
  type SessionState,
  type ToolRecord,
} from '../../../src/core/index.ts';

/** Ports of the agent room over a ready log, for tests of the face that need no guest and no store. */

const model = { provider: 'parrot', model: 'parrot' };
const profile = defaultProfileRef();

function output(text: string): ToolRecord['output'] {
  const bytes = new TextEncoder().encode(text).length;
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return {
    totalBytes: bytes,
    stdoutBytes: bytes,
    stderrBytes: 0,
    lines,
    segments: [{ stream: 'stdout', bytes }],
    loss: null,
  };
}

/** What call `key` of a long session printed. */
export function outputOf(key: RecordKey): string {
  const [turn = '0', step = '0'] = key.split('.');
  return Array.from(
    { length: 1 + (Number(step) % 40) },
    (_, line) => `turn ${turn} step ${step} line ${line}\n`,
  ).join('');
}

function callEvents(turn: number, step: number): EventBody[] {
  const key: RecordKey = `${turn}.${step}.0`;
  const text = outputOf(key);
  const input = { command: `echo ${key}` };
  const record: ToolRecord = {
    key,
    callId: `call_${turn}_${step}`,
    tool: 'bash',
    input,
    outcome: step % 7 === 0 ? { status: 'failed', exitCode: 1, signal: null } : { status: 'ok', exitCode: 0 },
    startedAtMs: 0,
    endedAtMs: 40,
    output: output(text),
    savedAs: null,
    saveError: null,
    notes: [],
    facts: null,
  };
  const account = {
    sourceUnits: text.length,
    seenUnits: text.length,
    omittedUnits: 0,
    harnessUnits: 0,
    whole: true,
  };
  return [
    {
      type: 'step',
      turn,
      step,
      parts: [
        { type: 'text', text: `I run step **${step}** of turn ${turn}.` },
        { type: 'tool-call', callId: record.callId, wireName: 'Bash', input },
      ],
      usage: null,
      finish: 'tool-calls',
      model,
      profile,
      encoding: 'o200k_base',
      cutShort: null,
      startedAtMs: 0,
    },
    {
      type: 'record',
      record,
      sent: {
        profile,
        pieces: [{ from: 'output', of: 'merged', start: 0, end: text.length }],
        text,
        sha256: '',
        account,
      },
    },
  ];
}

/** A session of `turns` turns with `stepsPerTurn` steps of one call each. */
export function longSession(turns: number, stepsPerTurn: number): SessionState {
  const bodies: EventBody[] = [
    {
      type: 'session-created',
      sessionId: 'long',
      title: 'A long session',
      guest: 'embedded',
      profile,
      model,
      encoding: 'o200k_base',
      seed: 1,
    },
  ];
  for (let turn = 1; turn <= turns; turn++) {
    bodies.push({ type: 'user-message', turn, text: `Message ${turn}` });
    for (let step = 1; step <= stepsPerTurn; step++) bodies.push(...callEvents(turn, step));
    bodies.push({ type: 'turn-end', turn, reason: 'done', error: null });
  }
  const events: SessionEvent[] = bodies.map((body, seq) => ({ v: LOG_VERSION, seq, atMs: seq, ...body }));
  return foldEvents(events);
}

const noGuest = () => Promise.reject(new Error('The fixture has no guest.'));
const nothing = () => Promise.resolve();

/** A session that only shows its state; `change` replaces it and tells the listeners. */
export class FixtureSession implements LiveSession {
  runsHere = true;
  isOutdated = false;
  readonly id: string;
  runStatus: RunStatus = { kind: 'idle' };
  readonly guestStatus = { kind: 'none' } as const;
  writable = true;
  readonly network: SessionNetwork = {
    allowed: [],
    asked: [],
    allow: async () => false,
    revoke: nothing,
    dismiss: () => undefined,
  };
  problem: string | null = null;
  readonly tools = { rows: [], problems: [], update: nothing };
  readonly beside = {
    wakesPaused: false,
    isBusy: false,
    queuedCommands: [],
    runCommand: nothing,
    cancelCommand: () => undefined,
    moreTime: () => false,
    toBackground: () => false,
    stopCall: () => undefined,
    stopJob: nothing,
    wakeAs: async () => {},
    tellNow: nothing,
    typing: () => undefined,
  };
  readonly fs = null;
  readonly activity = null;
  readonly workspace = '/home/user/project';
  readonly home = '/home/user';
  readonly #listeners = new Set<(change: SessionChange) => void>();

  constructor(public state: SessionState) {
    this.id = state.id;
  }

  change(state: SessionState): void {
    this.state = state;
    this.#tell({ kind: 'log', events: [] });
  }

  changeRun(runStatus: RunStatus): void {
    this.runStatus = runStatus;
    this.#tell({ kind: 'status' });
  }

  #tell(change: SessionChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }

  subscribe(listener: (change: SessionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send = nothing;
  answer = nothing;
  step = nothing;
  resume = nothing;
  stop = nothing;
  setProfile = nothing;
  setProfileById = nothing;
  setModel = nothing;
  setEncoding = nothing;
  rename = nothing;
  ensureGuest = nothing;
  prepareGuest = nothing;
  useEmbeddedGuest = () => {};
  moveGuest = nothing;
  dispose = nothing;
  openTerminal = noGuest;
  runAside = noGuest;
  stat = noGuest;
  outputText = noGuest;
  live = () => null;
  requestBody = () => Promise.resolve(null);
  promptHead = () => ({ system: 'The fixture has a system text.', tools: [] });

  async outputSize(key: RecordKey): Promise<number> {
    return new TextEncoder().encode(outputOf(key)).length;
  }

  async readOutput(
    key: RecordKey,
    range: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array> {
    return new TextEncoder().encode(outputOf(key)).subarray(range.offset, range.offset + range.length);
  }

  async *streamOutput(key: RecordKey): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(outputOf(key));
  }

  async seen(key: RecordKey) {
    return { ranges: [{ start: 0, end: await this.outputSize(key) }] };
  }
}

/** A workbench that knows one session. */
export function fixtureWorkbench(session: LiveSession): Workbench {
  const open = () => Promise.resolve(session);
  return {
    sessions: [],
    storeStatus: { kind: 'durable' },
    mcp: null,
    permissions: { choiceFor: () => 'run', set: nothing, subscribe: () => () => undefined },
    counter: {
      count: async (text) => Math.ceil(text.length / 4),
      countParts: async (parts) => parts.map((part) => Math.ceil(part.length / 4)),
      cutToTokens: () => Promise.reject(new Error('The fixture counts whole texts only.')),
      pass: () => {
        throw new Error('The fixture counts whole texts only.');
      },
    },
    networkModels: () => Promise.reject(new Error('The fixture has no providers.')),
    subscribe: () => () => undefined,
    createSession: open,
    openDemo: open,
    open,
    readSession: () => Promise.reject(new Error('The fixture stores nothing.')),
    createRunOf: open,
    deleteSession: nothing,
    renameSession: nothing,
    measureSession: async () => ({ keys: 0, bytes: 0 }),
    recordSession: () => Promise.reject(new Error('The fixture records nothing.')),
    openReplay: async () => ({ ok: false, message: 'The fixture runs nothing.' }),
    headOfFork: async () => ({ system: '', tools: [], isRecorded: true, recordedSystem: null }),
    forkRecording: async () => ({ ok: false, message: 'The fixture runs nothing.' }),
    async *exportSession() {
      yield '{}';
    },
    getSetting: async () => undefined,
    setSetting: nothing,
    dispose: nothing,
  };
}
