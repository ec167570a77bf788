import type { Backend } from './backend.ts';
import { sessionKey } from './keys.ts';
import type { RequestBodies } from './port.ts';

/** A body is kept whole this often, so that reading one walks a short chain. */
const keyframeEvery = 16;

interface Difference {
  readonly kind: 'difference';
  readonly to: readonly [turn: number, step: number];
  readonly prefix: number;
  readonly suffix: number;
  readonly middle: string;
}

type Stored = { readonly kind: 'whole'; readonly body: string } | Difference;

/**
 * Each request repeats the whole conversation, so stored one by one they would grow with the square of the
 * session. A body is kept as what differs from the one before: common prefix, own middle, common suffix.
 */
export function createRequestBodies(backend: Backend, sessionId: string): RequestBodies {
  let previous: { turn: number; step: number; body: string; depth: number } | null = null;

  async function get(turn: number, step: number): Promise<string | null> {
    const differences: Difference[] = [];
    let at: readonly [turn: number, step: number] = [turn, step];
    while (differences.length < keyframeEvery) {
      const stored = (await backend.get(sessionKey('request', sessionId, ...at))) as Stored | undefined;
      if (!stored) return null;
      if (stored.kind === 'whole') return differences.reduceRight(apply, stored.body);
      differences.push(stored);
      at = stored.to;
    }
    // A longer chain was never written: what is stored refers to itself.
    return null;
  }

  async function put(turn: number, step: number, body: string): Promise<void> {
    let stored: Stored = { kind: 'whole', body };
    let depth = 0;
    // A request that was sent again replaces the body that it would differ from.
    const replaces = previous?.turn === turn && previous.step === step;
    if (previous && !replaces && previous.depth + 1 < keyframeEvery) {
      const { prefix, suffix } = commonEnds(previous.body, body);
      const middle = body.slice(prefix, body.length - suffix);
      if (middle.length < body.length / 2) {
        stored = { kind: 'difference', to: [previous.turn, previous.step], prefix, suffix, middle };
        depth = previous.depth + 1;
      }
    }
    previous = { turn, step, body, depth };
    await backend.put([[sessionKey('request', sessionId, turn, step), stored]]);
  }

  return { put, get };
}

function apply(base: string, { prefix, suffix, middle }: Difference): string {
  return base.slice(0, prefix) + middle + base.slice(base.length - suffix);
}

function commonEnds(before: string, after: string): { prefix: number; suffix: number } {
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shorter && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix++;
  let suffix = 0;
  while (
    suffix < shorter - prefix &&
    before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix)
  ) {
    suffix++;
  }
  return { prefix, suffix };
}
