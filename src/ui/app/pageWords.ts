import type { Page } from './page.ts';

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
  return title === null ? 'Spillway' : `${title} · Spillway`;
}
