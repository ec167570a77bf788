import type { SessionPlaces } from '../../core/index.ts';

/** Where a session of this page would have its folders; the Lab has no session. */
export const labPlaces: SessionPlaces = {
  sessionId: 'lab',
  home: '/home/user',
  workspace: '/home/user/project',
  usedStems: new Set(),
};
