import { mount, unmount } from 'svelte';
import '../theme.css';
import { createBrowserWorkbench, type Workbench } from '../../agent/index.ts';
import * as words from '../words/app.ts';
import App from './App.svelte';

/** Words for a page that could not even be built; plain elements, since components are what failed. */
function failureElement(error: unknown): HTMLElement {
  const element = document.createElement('p');
  element.setAttribute('role', 'alert');
  // In development the framework adds where in the tree it was, on further lines.
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0];
  element.textContent = words.couldNotStart(message ?? '');
  return element;
}

/**
 * Shows the page in `target`. The workbench is opened behind the page's frame, so that something stands there
 * at once; a failure to open it is shown in words. Returns a disposer.
 */
export function startApp(
  target: HTMLElement,
  openWorkbench: () => Promise<Workbench> = createBrowserWorkbench,
): () => void {
  // What stood there said that the page is loading, also where its scripts never come.
  target.replaceChildren();
  try {
    const app = mount(App, { target, props: { openWorkbench } });
    return () => void unmount(app);
  } catch (error) {
    target.replaceChildren(failureElement(error));
    return () => target.replaceChildren();
  }
}
