/** Stored with a session that began with files of its own: what a recording of it begins with too. */
export const workspaceValueName = 'initial-workspace';
