/**
 * Every profile's title by its id, the default first: all that a list of profiles shows. The profiles themselves are
 * loaded when one of them is needed.
 */
const titles = {
  'claude-code': 'Claude Code 2.1.321',
  entoli: 'Entoli #517',
  opencode: 'opencode (#7239)',
  'opencode-shell': 'opencode shell (#22660)',
  'opencode-6234': 'opencode (PR #6234)',
  'better-fs-tools': 'better-fs-tools shell 0.2.0',
  pi: 'Pi 0.58',
  'gemini-cli': 'Gemini CLI',
  codex: 'Codex CLI',
  openhands: 'OpenHands',
  cline: 'Cline',
  goose: 'Goose',
  crush: 'Crush',
  none: 'No cut',
  spillway: 'Spillway',
} as const;

export interface ProfileName {
  readonly id: string;
  readonly title: string;
}

export const profileNames: readonly ProfileName[] = Object.entries(titles).map(([id, title]) => ({
  id,
  title,
}));

export function isProfileId(id: string): boolean {
  return Object.hasOwn(titles, id);
}

/** Id and title as a profile states them of itself. */
export function profileNamed(id: keyof typeof titles): ProfileName {
  return { id, title: titles[id] };
}
