/** What supervisor and page say before there are ports. */

/** Channels that both sides know. */
export const channels = { control: 2, files: 4 } as const;

export interface Places {
  readonly home: string;
  readonly tmp: string;
  readonly workspace: string;
}

/** Supervisor to page, first. */
export interface Hello extends Places {
  readonly type: 'hello';
  /** What the container gives every program. */
  readonly env: Readonly<Record<string, string>>;
  /** Version of the container's Node. */
  readonly node: string;
  /** Real programs that take the place of the shell's own. */
  readonly programs: readonly string[];
}

/** Page to supervisor, its answer. */
export interface Start {
  readonly type: 'start';
  readonly seed: number;
  /** Folders of earlier guests, whose paths lead to those of now. */
  readonly formerPlaces: readonly Places[];
  /** The line brought `sampleLine` unchanged: frames to the page may be plain. */
  readonly plain: boolean;
}

/** Page to supervisor, which says the same: it is still there. */
export interface StillThere {
  readonly type: 'still-there';
}

export function isStillThere(value: unknown): value is StillThere {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'still-there';
}

/** Supervisor to page: it cannot go on. */
export interface Failed {
  readonly type: 'failed';
  readonly message: string;
}
