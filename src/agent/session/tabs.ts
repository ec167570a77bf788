/** What tabs say to each other about one session. Messages are plain data; each other tab gets each once, in order. */
export interface TabChannel {
  /** After `close` nothing is posted. */
  post(message: unknown): void;
  /** Returns a disposer. What a tab posts it does not hear itself. */
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** The way between the tabs of one browser; another device would need another. */
export interface TabTransport {
  open(sessionId: string): TabChannel;
  /** For what concerns all sessions. */
  openShared(): TabChannel;
}

/** Without tabs that can be spoken to: a mirror then shows what was stored when it was opened. */
export const silence: TabChannel = { post: () => {}, listen: () => () => {}, close: () => {} };

/** Between the tabs of one origin by BroadcastChannel; null where the browser has none. */
export function createBroadcastTabs(): TabTransport | null {
  if (globalThis.BroadcastChannel === undefined) return null;
  return {
    open: (sessionId) => openChannel(`spillway/session/${sessionId}`),
    openShared: () => openChannel('spillway/shared'),
  };
}

function openChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    post(message) {
      // What was on its way when the session was left has nobody to be told by; a closed channel would throw.
      if (!isClosed) channel.postMessage(message);
    },
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
