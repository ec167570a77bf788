import { startApp } from './ui/index.ts';

function start(): void {
  const target = document.querySelector<HTMLElement>('#app');
  if (target) startApp(target);
}

// Where the host has set everything up, nothing more is loaded and nobody waits.
if (crossOriginIsolated) start();
else {
  import('./serviceWorker/index.ts')
    .then(({ isolateByReload }) => isolateByReload())
    .then(
      (reloads) => {
        if (!reloads) start();
      },
      () => start(),
    );
}
