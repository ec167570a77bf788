import type { SessionView } from '../app/sessionView.svelte.ts';

/** What a reader has opened in the jobs of a session. It stays when the page changes its width and builds the panel anew. */
export class JobsShown {
  /** Whether the list is open; null until somebody chose. */
  list = $state<boolean | null>(null);
  /** A job has run here. */
  hasRun = $state(false);
  times = $state(false);
  job = $state<string | null>(null);
}

const known = new WeakMap<SessionView, JobsShown>();

export function jobsShownOf(view: SessionView): JobsShown {
  const shown = known.get(view) ?? new JobsShown();
  known.set(view, shown);
  return shown;
}
