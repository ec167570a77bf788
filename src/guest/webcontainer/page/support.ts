import { reachLimitMs } from './reachHost.ts';
import type { Reach } from './reachMessages.ts';

/** Why a WebContainer cannot run here, as far as that can be known. Codes are stable. */
export interface WhyNot {
  readonly code:
    | 'not-isolated'
    | 'offline'
    | 'unreachable'
    | 'unsupported-browser'
    | 'ask-first'
    | 'blocked'
    | 'refused'
    | 'no-answer'
    | 'out-of-memory'
    | 'in-use'
    | 'failed';
  /** For a person: what is in the way, where, and what to do about it. */
  readonly message: string;
}

/** What the checks look at; the browser's own by default. */
interface Surroundings {
  readonly isIsolated: boolean;
  readonly isOnline: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  readonly hasWaitAsync: boolean;
  /** A host that needs no network: only a test sets one. */
  readonly isLocalHost: boolean;
}

export function surroundings(): Surroundings {
  const { userAgent, maxTouchPoints, onLine } = navigator;
  return {
    isIsolated: globalThis.crossOriginIsolated,
    isOnline: onLine,
    userAgent,
    touchPoints: maxTouchPoints,
    hasWaitAsync: 'waitAsync' in Atomics,
    isLocalHost: hostUrl() !== null,
  };
}

/** Where the container's frame comes from. */
export function containerHost(): URL {
  return new URL(hostUrl() ?? 'https://stackblitz.com');
}

/** The client reads this global before it boots; nothing in the product sets it. */
export function hostUrl(): string | null {
  const given: unknown = Reflect.get(globalThis, 'WEBCONTAINER_API_IFRAME_URL');
  return typeof given === 'string' ? given : null;
}

/** Answers at once and asks nobody. Null where a boot may be tried. */
export function whyNotAtOnce(around: Surroundings = surroundings()): WhyNot | null {
  if (!around.isIsolated) {
    return {
      code: 'not-isolated',
      message: 'This page is not cross-origin isolated, which a WebContainer needs.',
    };
  }
  if (!around.isOnline && !around.isLocalHost) {
    return {
      code: 'offline',
      message:
        'This browser is offline, and a WebContainer comes from stackblitz.com: try again once it is online.',
    };
  }
  if (isAppleMobile(around)) {
    return {
      code: 'ask-first',
      message: 'On iPhone and iPad a WebContainer may use up the memory of the page. Choose it to try.',
    };
  }
  if (!around.hasWaitAsync && !isFirefox(around)) {
    return {
      code: 'unsupported-browser',
      message:
        'This browser is too old for a WebContainer: a current Chrome, Edge, Firefox or Safari runs one.',
    };
  }
  return null;
}

/**
 * Reads what asking the host came to. A person who chose a WebContainer waits for a slow host; who did not is not made
 * to wait for one that may never answer.
 */
export function whyNotReached(reach: Reach, isChosen: boolean, host = containerHost().host): WhyNot | null {
  if (reach === 'refused') {
    return {
      code: 'unreachable',
      message: `A WebContainer comes from ${host}, which cannot be reached from here: look at the network and at blockers.`,
    };
  }
  if (reach !== 'silent' || isChosen) return null;
  return {
    code: 'unreachable',
    message: `A WebContainer comes from ${host}, which did not answer within ${reachLimitMs / 1000} s. Choose it to wait longer.`,
  };
}

/** iPads say that they are Macs; no Mac has a touch screen. */
function isAppleMobile({ userAgent, touchPoints }: Surroundings): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

function isFirefox({ userAgent }: Surroundings): boolean {
  return /Firefox\//.test(userAgent);
}

/** Which of the two headers the page came without: it asks its own server once more. */
export async function missingHeaders(): Promise<string> {
  try {
    const { headers } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    const missing = [
      ...(headers.get('Cross-Origin-Opener-Policy') === 'same-origin'
        ? []
        : ['Cross-Origin-Opener-Policy: same-origin']),
      ...(/require-corp|credentialless/.test(headers.get('Cross-Origin-Embedder-Policy') ?? '')
        ? []
        : ['Cross-Origin-Embedder-Policy: require-corp']),
    ];
    if (missing.length === 0) return 'Its headers are right now: reload the page.';
    return `Its server has to send ${missing.join(' and ')}.`;
  } catch {
    return '';
  }
}

/** Reads a failure of the runtime itself. */
export function whyFailed(error: unknown): WhyNot {
  const message = error instanceof Error ? error.message : String(error);
  if (/out of memory/i.test(message)) {
    return {
      code: 'out-of-memory',
      message: 'This browser had no memory for a WebContainer: close other tabs that run one, and try again.',
    };
  }
  return {
    code: 'failed',
    message: `The WebContainer did not start: ${message.replace(/[.]?$/, '.')} Reload the page to try again.`,
  };
}
