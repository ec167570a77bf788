import { startApp } from './ui/index.ts';

/** Where the host sends no headers, nothing else keeps a page that knows of keys out of another's frame. */
const isFramed = window.top !== window.self;

function start(): void {
  const target = document.querySelector<HTMLElement>('#app');
  if (!target) return;
  if (isFramed)
    target.textContent = 'Spillway is not shown inside another page. A lesson is: frame embed.html.';
  else startApp(target);
}

// The lesson alone, as other pages frame it, is a document of its own.
if (!isFramed && new URLSearchParams(location.search).has('embed')) {
  location.replace(`embed.html${location.search}${location.hash}`);
}
// Where the host has set everything up, nothing more is loaded and nobody waits.
else if (crossOriginIsolated) start();
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
