import type { RecordKey } from '../../core/index.ts';

/** What the address names: a session, and in it a step (`1.2`) or one of its calls (`1.2.0`). */
export interface Selection {
  readonly sessionId: string | null;
  readonly turn: number | null;
  readonly step: number | null;
  readonly call: RecordKey | null;
}

export const NO_SELECTION: Selection = { sessionId: null, turn: null, step: null, call: null };

/** Reads `#/s/<id>/<key>`. Anything else is no selection: an address is typed by anybody. */
export function parseSelection(hash: string): Selection {
  const match = /^#\/s\/([A-Za-z0-9_-]{1,64})(?:\/(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?)?$/.exec(hash);
  const sessionId = match?.[1];
  if (!match || sessionId === undefined) return NO_SELECTION;
  if (match[2] === undefined || match[3] === undefined) return { ...NO_SELECTION, sessionId };
  const turn = Number(match[2]);
  const step = Number(match[3]);
  return {
    sessionId,
    turn,
    step,
    call: match[4] === undefined ? null : `${turn}.${step}.${Number(match[4])}`,
  };
}

export function formatSelection(selection: Selection): string {
  if (selection.sessionId === null) return '#/';
  const session = `#/s/${selection.sessionId}`;
  if (selection.call !== null) return `${session}/${selection.call}`;
  if (selection.turn === null || selection.step === null) return session;
  return `${session}/${selection.turn}.${selection.step}`;
}

/** The selection that a record's key stands for. */
export function selectionOfCall(sessionId: string, key: RecordKey): Selection {
  const [turn, step] = key.split('.').map(Number);
  return { sessionId, turn: turn ?? null, step: step ?? null, call: key };
}
