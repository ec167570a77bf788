import type { HomeDesk, HomeDeskDeps } from '../mirror/homeDesk.ts';

/**
 * Says to other tabs that the session lives in this one. What serves them is loaded when the first of them speaks,
 * so that a page that is alone loads nothing. Returns a disposer.
 */
export function openHomeDoor(deps: HomeDeskDeps): () => void {
  let desk: Promise<HomeDesk> | null = null;
  let closed = false;
  const stopListening = deps.channel.listen((message) => {
    desk ??= import('../mirror/homeDesk.ts').then((mirror) => new mirror.HomeDesk(deps));
    void desk.then((loaded) => {
      if (!closed) loaded.take(message);
    });
  });
  deps.channel.post({ spillway: 1, kind: 'home', home: deps.home });
  return () => {
    closed = true;
    stopListening();
    void desk?.then((loaded) => loaded.dispose());
    deps.channel.close();
  };
}
