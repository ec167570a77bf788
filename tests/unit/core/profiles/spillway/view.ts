import {
  createCapture,
  type OptionValues,
  type OutputText,
  type ProfileRef,
  profileContext,
  profileOf,
  profileRef,
  type SentView,
  type StreamName,
  sentViewOf,
  type ToolRecord,
} from '../../../../../src/core/index.ts';
import { places, recordOf } from '../../support/outputs.ts';

export const spillway = profileOf({ id: 'spillway' });

export interface Setting {
  readonly limit?: number | null;
  readonly previewUnits?: number;
  readonly options?: OptionValues;
  readonly windowUnits?: number;
  readonly changes?: Partial<ToolRecord>;
  readonly saves?: boolean;
}

export interface Shown {
  readonly sent: SentView;
  readonly text: OutputText;
  /** Path that the profile chose, null where it saves nothing. */
  readonly path: string | null;
  readonly record: ToolRecord;
}

type Written = string | Uint8Array | readonly (readonly [StreamName, string | Uint8Array])[];

/** What the profile makes of an output, through the real capture and the door of every model view. */
export function shown(written: Written, setting: Setting = {}): Shown {
  const limit = setting.limit === undefined ? 1000 : setting.limit;
  const ref: ProfileRef = profileRef(
    spillway,
    {},
    {
      inlineLimit: { default: limit },
      ...(setting.previewUnits === undefined ? {} : { previewUnits: setting.previewUnits }),
      options: { maxLines: 10, ...setting.options },
    },
  );
  const { windowUnits } = setting;
  const capture = createCapture({
    cleaner: spillway.cleaner,
    ...(windowUnits === undefined ? {} : { headUnits: windowUnits, tailUnits: windowUnits }),
  });
  const chunks =
    typeof written === 'string' || written instanceof Uint8Array ? [['stdout', written] as const] : written;
  for (const [stream, data] of chunks) {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data.slice();
    capture.push({ stream, bytes });
  }
  capture.end();
  const text = capture.text();
  const record = { ...recordOf(), output: capture.facts(), ...setting.changes };
  const plan = spillway.save(record, text, profileContext(spillway, ref, places));
  const saved =
    plan === null || setting.saves === false
      ? record
      : { ...record, savedAs: { path: plan.path, bytes: record.output.totalBytes } };
  return { sent: sentViewOf(ref, saved, text, places), text, path: plan?.path ?? null, record: saved };
}

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
