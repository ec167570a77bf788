import { mount, unmount } from 'svelte';
import '../theme.css';
import type { Workbench } from '../../agent/index.ts';
import App from './App.svelte';

/**
 * Shows the page in `target`. The workbench is opened behind the page's frame, so that something stands there
 * at once; a failure to open it is shown in words. Returns a disposer.
 */
export function startApp(target: HTMLElement, openWorkbench: () => Promise<Workbench>): () => void {
  // What stood there said that the page is loading, also where its scripts never come.
  target.replaceChildren();
  const app = mount(App, { target, props: { openWorkbench } });
  return () => void unmount(app);
}
