import {
  type Note,
  type Outcome,
  type OutputFacts,
  type OutputText,
  type ProfileContext,
  type ProfileRef,
  profileContext,
  profileOf,
  type RecordKey,
  type SavedFile,
  type SessionPlaces,
  sentViewOf,
  type ToolError,
  type ToolRecord,
} from '../../core/index.ts';
import type { Guest } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type { Teller } from '../jobs/teller.ts';
import type { CapturedOutput } from '../output/outputPipeline.ts';
import { saveOutput } from '../output/saveOutput.ts';
import type { LogDoor } from '../session/sessionLog.ts';
import type { ToolResult } from '../tools/toolPort.ts';
import type { CallHost } from '../workspace/guestHost.ts';
import type { GuestSeat } from '../workspace/guestSeat.ts';
import type { ToolCallPart } from './callDoor.ts';

export interface RecordWriterDeps {
  readonly log: LogDoor;
  readonly store: SessionStore;
  readonly host: CallHost;
  readonly places: () => { readonly home: string; readonly workspace: string; readonly guestAbout?: string };
  readonly askToPersist: () => void;
  /** Tells the model of ends behind the results; absent where a conversation is told of none. */
  readonly teller?: Teller;
}

/** A call that has come to its end. */
export interface EndedCall {
  readonly key: RecordKey;
  readonly part: ToolCallPart;
  readonly tool: string;
  readonly changesFiles: boolean;
  readonly ref: ProfileRef;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly result: ToolResult;
  readonly captured: CapturedOutput;
  /** Where it ran, null where no guest was needed or to be had. */
  readonly seat: GuestSeat | null;
  /** A command of the user, told at the next turn and no result of a call. */
  readonly isUsers?: true;
}

/** The facts that every record has, before anything was saved. */
export function draftRecord(
  call: Pick<EndedCall, 'key' | 'part' | 'tool' | 'startedAtMs' | 'endedAtMs'>,
  outcome: Outcome,
  output: OutputFacts,
): ToolRecord {
  const { key, part, tool, startedAtMs, endedAtMs } = call;
  return {
    key,
    callId: part.callId,
    tool,
    input: part.brokenInput ?? part.input,
    outcome,
    startedAtMs,
    endedAtMs,
    output,
    savedAs: null,
    saveError: null,
    notes: [],
    facts: null,
  };
}

/** Turns ended calls into records: the output saved, files durable, then the record with its model view. */
export class RecordWriter {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly deps: RecordWriterDeps) {}

  /** What a profile is called with now. */
  context(ref: ProfileRef): ProfileContext {
    return profileContext(profileOf(ref), ref, this.#places());
  }

  /** One call at a time: a file name is taken once its record is there. */
  write(call: EndedCall): Promise<void> {
    const turn = this.#last.then(() => this.#writeNow(call));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** The one place where a record gets its model view and both go into the log. */
  async append(record: ToolRecord, text: OutputText, ref: ProfileRef, isUsers = false): Promise<void> {
    const { log, teller } = this.deps;
    const sent = sentViewOf(ref, record, text, this.#places());
    if (isUsers) await log.append({ type: 'command-ended', record, sent });
    else if (teller === undefined || endsTurn(record)) await log.append({ type: 'record', record, sent });
    else await teller.append({ kind: 'result', key: record.key }, { type: 'record', record, sent });
  }

  async #writeNow(call: EndedCall): Promise<void> {
    const { result, captured, ref } = call;
    const facts = { notes: result.notes, facts: result.facts };
    const draft: ToolRecord = { ...draftRecord(call, result.outcome, captured.facts), ...facts };
    const { savedAs, saveError } = await this.#save(draft, call);
    const notes: Note[] = [...result.notes];
    // What the record acknowledges must outlive the page: files first, then the record.
    if (call.changesFiles || savedAs !== null) {
      await this.deps.host.checkpoint().catch((error: unknown) => {
        notes.push({ code: 'checkpoint-failed', data: { message: messageOf(error) } });
      });
    }
    await this.append({ ...draft, savedAs, saveError, notes }, captured.text, ref, call.isUsers);
  }

  async #save(
    draft: ToolRecord,
    { result, captured, seat, ref, key }: EndedCall,
  ): Promise<{ readonly savedAs: SavedFile | null; readonly saveError: ToolError | null }> {
    const { deps } = this;
    const plan = profileOf(ref).save(draft, captured.text, this.context(ref));
    if (plan === null) {
      if (result.pid !== null) seat?.guest.dropSpool(result.pid);
      return { savedAs: null, saveError: null };
    }
    const { path, maxBytes = null } = plan;
    // A guest that died while the command ran is booted again, since the output is to be a file in it.
    let guest: Guest;
    try {
      guest = (await deps.host.ensure()).guest;
    } catch (error) {
      return { savedAs: null, saveError: { code: 'SAVE_FAILED', phase: 'save', message: messageOf(error) } };
    }
    const pid = guest === seat?.guest ? result.pid : null;
    const saved = await saveOutput({
      guest,
      outputs: deps.store.outputs,
      key,
      path,
      captured,
      maxBytes,
      pid,
    });
    if (pid !== null && !saved.ok) guest.dropSpool(pid);
    if (!saved.ok) return { savedAs: null, saveError: saved.error };
    deps.askToPersist();
    const { bytes } = saved.saved;
    if (captured.storedBytes === bytes) {
      deps.host.rememberSaved(path, { key, bytes, mtimeMs: saved.mtimeMs });
    }
    return { savedAs: saved.saved, saveError: null };
  }

  #places(): SessionPlaces {
    const { placesId, usedStems } = this.deps.log.state;
    return { ...this.deps.places(), sessionId: placesId, usedStems };
  }
}

/** A stopped turn sends no result on: what is to be told waits for the next one. */
function endsTurn({ outcome }: ToolRecord): boolean {
  return outcome.status === 'error' && (outcome.stoppedBy === 'user' || outcome.stoppedBy === 'session-end');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
