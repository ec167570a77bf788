import type { Page } from '../app/page.ts';

/** The product's name, which no language changes. */
export const product = 'Spillway';

/** What each page is called: in the bar, in the window's title, and where it is being loaded or did not come. */
export const pageTitles: Readonly<Record<Page['kind'], string>> = {
  session: 'Session',
  lessons: 'Lessons',
  lab: 'Lab',
  protocols: 'Protocols',
  recording: 'Recording',
  guest: 'Guest check',
  compare: 'Compare',
  runs: 'Runs',
  import: 'Import',
};

/** The window's title. A session's page has the session's own. */
export function windowTitle(kind: Page['kind'], sessionTitle: string | null): string {
  const title = kind === 'session' ? sessionTitle : pageTitles[kind];
  return title === null ? product : `${title} · ${product}`;
}

export const pages = 'Pages';
export const opening = 'Opening…';
export const fatalTitle = 'Spillway could not go on';
export const fatalReassurance =
  'Your sessions are stored in this browser and are not touched. Reload the page; if it happens again, another browser or a window without extensions may help.';
export const reload = 'Reload the page';
export const tryToGoOn = 'Try to go on';
export const details = 'Details';
