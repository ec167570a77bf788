import { isolateByReload } from './serviceWorker/index.ts';
import { startApp } from './ui/index.ts';

const target = document.querySelector<HTMLElement>('#app');
const start = () => {
  if (target) startApp(target);
};
// Where the host has set everything up, nothing is asked and nobody waits.
if (crossOriginIsolated) start();
void isolateByReload().then((reloads) => {
  if (!reloads && !crossOriginIsolated) start();
});
