import type { Container } from './client.ts';
import { reachHost } from './reachHost.ts';
import {
  containerHost,
  missingHeaders,
  type WhyNot,
  whyFailed,
  whyNotAtOnce,
  whyNotReached,
} from './support.ts';

/** A boot that has not come to its end by then is taken for failed; a later end still counts for the next who asks. */
export const bootLimitMs = 45_000;
const workdirName = 'project';
const noteMs = 300;
const inUse: WhyNot = {
  code: 'in-use',
  message:
    'Another session of this page has its one WebContainer: close that session, or move it to the embedded guest.',
};
const notWaitedFor: WhyNot = { code: 'no-answer', message: 'The WebContainer was not waited for.' };

export interface ContainerBootOptions {
  /** Told what is waited for, at each change. */
  readonly onProgress: (waitingFor: string) => void;
  /** Gives up waiting; the boot itself goes on. */
  readonly signal: AbortSignal;
  /** For origins that StackBlitz knows by a key; read once a page. */
  readonly apiKey: string | null;
  /** A person has asked for it: where the browser would be asked first, it is tried. */
  readonly isChosen: boolean;
  readonly limitMs?: number;
  /** Asks whether the host is there, before a frame of its is made. */
  readonly reach?: typeof reachHost;
}

export type ContainerBoot =
  | {
      readonly ok: true;
      readonly container: Container;
      readonly release: () => void;
      /** The page has had one before. */
      readonly isAgain: boolean;
    }
  | { readonly ok: false; readonly why: WhyNot };

/** What is one per page, because the client allows one container: also across a hot reload of this module. */
interface PageContainer {
  /** Pending as long as a boot is under way, also after its limit. */
  booting: Promise<Container> | null;
  /** Why the boot under way was given up; who comes later need not wait as long again. */
  givenUp: WhyNot | null;
  isHeld: boolean;
  hasHadOne: boolean;
  keyIsSet: boolean;
}

const hotData: { container?: PageContainer } = import.meta.hot?.data ?? {};
const page: PageContainer = hotData.container ?? {
  booting: null,
  givenUp: null,
  isHeld: false,
  hasHadOne: false,
  keyIsSet: false,
};
hotData.container = page;

/** Boots the page's one container, or takes the one that came too late for whoever asked before. Never rejects. */
export async function bootContainer(options: ContainerBootOptions): Promise<ContainerBoot> {
  const { onProgress, signal, limitMs = bootLimitMs, isChosen, reach = reachHost } = options;
  const atOnce = whyNotAtOnce();
  if (atOnce && !(atOnce.code === 'ask-first' && isChosen)) {
    if (atOnce.code !== 'not-isolated') return { ok: false, why: atOnce };
    return { ok: false, why: { ...atOnce, message: `${atOnce.message} ${await missingHeaders()}`.trim() } };
  }
  if (page.isHeld) {
    return {
      ok: false,
      why: inUse,
    };
  }
  if (page.givenUp && !isChosen) return { ok: false, why: page.givenUp };
  page.isHeld = true;
  onProgress(`${containerHost().host} to answer`);
  if (page.booting === null) {
    // Meanwhile; one that fails is told of when it is used.
    loadClient().catch(() => {});
    const why = whyNotReached(await reach(new URL('/headless', containerHost()).href, signal), isChosen);
    if (why !== null || signal.aborted) {
      page.isHeld = false;
      return { ok: false, why: why ?? notWaitedFor };
    }
  }
  const watch = new BootWatch();
  try {
    page.booting ??= start(options.apiKey);
    const booting = page.booting;
    watch.onLoaded = () => onProgress('the WebContainer to start');
    const container = await settled(booting, limitMs, signal, watch);
    if (container === null) {
      page.isHeld = false;
      const why = watch.why(limitMs, signal.aborted);
      if (!signal.aborted) page.givenUp = why;
      return { ok: false, why };
    }
    page.givenUp = null;
    const isAgain = page.hasHadOne;
    page.hasHadOne = true;
    return { ok: true, container, release: () => release(container), isAgain };
  } catch (error) {
    page.booting = null;
    page.isHeld = false;
    return { ok: false, why: whyFailed(error) };
  } finally {
    watch.dispose();
  }
}

/** Resolves when a container that was given up has come after all; null where none is on its way. */
export function containerIsReady(): Promise<void> | null {
  const { booting } = page;
  if (booting === null) return null;
  return new Promise((resolve) => {
    // One that fails never resolves.
    booting.then(() => resolve()).catch(() => {});
  });
}

function loadClient() {
  return import('@webcontainer/api');
}

async function start(apiKey: string | null): Promise<Container> {
  const { configureAPIKey, WebContainer } = await loadClient();
  // The client takes a key before the first boot of a page only.
  if (apiKey && !page.keyIsSet) configureAPIKey(apiKey);
  page.keyIsSet = true;
  const container = await WebContainer.boot({ workdirName, coep: 'require-corp' });
  page.givenUp = null;
  return container;
}

function release(container: Container): void {
  if (!page.isHeld) return;
  page.isHeld = false;
  page.booting = null;
  try {
    container.teardown();
  } catch {
    // It has been torn down already.
  }
}

/** Null where time is up, nobody waits any more, or it is known that nothing will come. */
function settled(
  booting: Promise<Container>,
  limitMs: number,
  signal: AbortSignal,
  watch: BootWatch,
): Promise<Container | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null);
    const timer = setTimeout(giveUp, limitMs);
    signal.addEventListener('abort', giveUp, { once: true });
    watch.onHopeless = giveUp;
    if (signal.aborted) giveUp();
    booting.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    });
  });
}

/** Looks at what can be seen of the hidden frame from outside. */
class BootWatch {
  onLoaded: () => void = () => {};
  /** The page's own policy keeps the frame out. */
  onHopeless: () => void = () => {};
  #isLoaded = false;
  #violated: string | null = null;
  readonly #observer: MutationObserver;
  readonly #origin = containerHost().origin;

  constructor() {
    this.#observer = new MutationObserver(() => this.#find());
    this.#observer.observe(document.body, { childList: true });
    document.addEventListener('securitypolicyviolation', this.#violation);
    this.#find();
  }

  dispose(): void {
    this.#observer.disconnect();
    document.removeEventListener('securitypolicyviolation', this.#violation);
  }

  why(limitMs: number, wasStopped: boolean): WhyNot {
    if (wasStopped) return notWaitedFor;
    if (this.#violated !== null) {
      const message = `The page's security policy keeps the frame of ${this.#origin} out: whoever serves the page has to allow it in ${this.#violated}.`;
      return { code: 'blocked', message };
    }
    const status = this.#status();
    if (status >= 400) {
      const message = `${this.#origin} refused this page (${status}): its address needs an API key there. Enter one in the settings and reload the page.`;
      return { code: 'refused', message };
    }
    const limit = `within ${limitMs / 1000} s`;
    return this.#isLoaded
      ? {
          code: 'refused',
          message: `${this.#origin} loaded and did not start ${limit}. That happens where it does not know this page's address, which needs an API key in the settings, or where a blocker is at work.`,
        }
      : {
          code: 'no-answer',
          message: `${this.#origin} did not answer ${limit}. It may still come; reload the page to ask anew.`,
        };
  }

  readonly #violation = (event: SecurityPolicyViolationEvent): void => {
    if (!event.blockedURI.startsWith(this.#origin)) return;
    this.#violated = event.effectiveDirective;
    this.onHopeless();
  };

  #find(): void {
    const frame = [...document.querySelectorAll('iframe')].find(({ src }) =>
      src.startsWith(`${this.#origin}/headless`),
    );
    if (!frame) return;
    this.#observer.disconnect();
    frame.addEventListener('load', () => {
      this.#isLoaded = true;
      this.onLoaded();
      // The browser notes how the load went a little after it tells of it.
      setTimeout(() => {
        if (this.#status() >= 400) this.onHopeless();
      }, noteMs);
    });
  }

  /** Of the frame's document, where the browser tells; 0 elsewhere. */
  #status(): number {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const frames = entries.filter(({ name }) => name.startsWith(`${this.#origin}/headless`));
    return frames.at(-1)?.responseStatus ?? 0;
  }
}
