import type { RecordKey } from '../core/index.ts';
import type { StoredEntry } from './backend.ts';
import type { SessionSummary } from './port.ts';

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function countOr0(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/**
 * A row of the session list from what is stored. A row that another build wrote, or that is broken, still
 * leads to its session: the id is in its key, and what the row does not say is left empty.
 */
export function readSummary([key, value]: StoredEntry): SessionSummary {
  const stored: Partial<Record<keyof SessionSummary, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  const model: Readonly<Record<string, unknown>> =
    typeof stored.model === 'object' && stored.model !== null ? { ...stored.model } : {};
  return {
    id: String(key[1]),
    title: textOr(stored.title, ''),
    createdAtMs: countOr0(stored.createdAtMs),
    changedAtMs: countOr0(stored.changedAtMs),
    guest: stored.guest === 'webcontainer' ? 'webcontainer' : 'embedded',
    model: { provider: textOr(model.provider, ''), model: textOr(model.model, '') },
    turns: countOr0(stored.turns),
    outputBytes: countOr0(stored.outputBytes),
    ...readOrigin(stored.origin),
  };
}

/** Nothing where it is not one: the list then shows the session by itself. */
function readOrigin(value: unknown): Pick<SessionSummary, 'origin'> {
  if (typeof value !== 'object' || value === null) return {};
  const { kind, session, title, at }: Readonly<Record<string, unknown>> = { ...value };
  if ((kind !== 'fork' && kind !== 'run') || typeof session !== 'string') return {};
  const place = typeof at === 'string' && isRecordKey(at) ? at : null;
  return { origin: { kind, session, title: textOr(title, ''), at: place } };
}

const isRecordKey = (text: string): text is RecordKey => /^\d+\.\d+\.\d+$/.test(text);
