import { tellStack } from '../errors/otherStacks.ts';
/** What goes over the port between a thread and its starter. */
export type ThreadMessage =
  | { readonly kind: 'message'; readonly value: unknown }
  /** The thread's program begins. */
  | { readonly kind: 'online' }
  | { readonly kind: 'output'; readonly fd: 1 | 2; readonly bytes: Uint8Array }
  /** Nobody caught it; `extra` are its own properties, which cloning leaves out. */
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly extra: Readonly<Record<string, unknown>> | null;
    }
  | { readonly kind: 'exit'; readonly code: number };

/** An error as it can cross: itself where it can be cloned, else its text. */
export function crossing(error: unknown): Extract<ThreadMessage, { readonly kind: 'failed' }> {
  const extra: Record<string, unknown> = {};
  if (error instanceof Error) {
    for (const [name, value] of Object.entries(error)) {
      if (['string', 'number', 'boolean'].includes(typeof value)) extra[name] = value;
    }
    tellStack(error);
  }
  try {
    return { kind: 'failed', error: structuredClone(error), extra };
  } catch {
    return { kind: 'failed', error: new Error(String(error)), extra };
  }
}
