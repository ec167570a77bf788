import type { Store } from '../../store/index.ts';

const mebibyte = 1024 * 1024;

/** A number of the page's own that the user may change; it holds from the next opening of a session on. */
export interface LimitSetting {
  /** Name of the setting in the store, with its unit. */
  readonly name: string;
  readonly usual: number;
}

export const limitSettings = {
  commandBytes: { name: 'commandOutputMaxBytes', usual: 256 * mebibyte },
  sessionBytes: { name: 'sessionOutputMaxBytes', usual: 1024 * mebibyte },
  maxSteps: { name: 'maxStepsPerTurn', usual: 50 },
} as const satisfies Record<string, LimitSetting>;

/** The numbers in force. What is stored is read as hostile: anything but a whole number from 1 up is the usual one. */
export async function readLimits(
  store: Pick<Store, 'getSetting'>,
): Promise<Readonly<Record<keyof typeof limitSettings, number>>> {
  const read = async ({ name, usual }: LimitSetting) => {
    const value = await store.getSetting(name).catch(() => undefined);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : usual;
  };
  const [commandBytes, sessionBytes, maxSteps] = await Promise.all([
    read(limitSettings.commandBytes),
    read(limitSettings.sessionBytes),
    read(limitSettings.maxSteps),
  ]);
  return { commandBytes, sessionBytes, maxSteps };
}
