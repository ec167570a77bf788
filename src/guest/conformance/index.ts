import type { GuestBehaviour } from './checks.ts';
import { commandBehaviours } from './commands.ts';
import { endingBehaviours } from './endings.ts';
import { fileBehaviours } from './files.ts';
import { jobBehaviours } from './jobs.ts';

/** What every guest promises, as checks that any test runner can run one by one on one guest. */
export const guestConformance: readonly GuestBehaviour[] =
  // Marked as free of side effects, so that the app's own bundle leaves the suite out.
  /* @__PURE__ */ commandBehaviours.concat(fileBehaviours, endingBehaviours, jobBehaviours);
