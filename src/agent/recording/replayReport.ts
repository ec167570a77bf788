import type { Recording } from '../../core/index.ts';
import type { Workbench } from '../port.ts';
import type { ReplayedResult } from './replay.ts';

export interface ReplayReport {
  /** One sentence where nothing could be run, or it could not go on; null where neither. */
  readonly problem: string | null;
  readonly title: string;
  /** One line for each result, in the order of the recording. `good` false: it is not what was recorded. */
  readonly lines: readonly { readonly words: string; readonly good: boolean }[];
}

/**
 * Runs a recording again to its end or its first drift, as the page does when its reader presses the button: a recording
 * as a regression test. It has passed where there is no problem and every line is good.
 */
export async function replayReport(
  workbench: Pick<Workbench, 'openReplay'>,
  recording: Recording,
): Promise<ReplayReport> {
  const { title } = recording;
  const ready = await workbench.openReplay(recording);
  if (!ready.ok) return { problem: ready.message, title, lines: [] };
  const { replay } = ready;
  const status = await replay.run();
  const lines = replay.keys.map((key) => ({
    words: `${key} ${wordsOf(replay.result(key))}`,
    good: isGood(replay.result(key)),
  }));
  await replay.dispose();
  return { problem: status.kind === 'failed' ? status.message : null, title, lines };
}

function wordsOf(result: ReplayedResult): string {
  switch (result.kind) {
    case 'drift': {
      const { place, expected, got, line } = result;
      const both = `drift in ${place}: recorded ${expected}; here ${got}`;
      if (line === undefined) return both;
      return `${both}; line ${line.number} was ${JSON.stringify(line.expected)} and is ${JSON.stringify(line.got)}`;
    }
    case 'missing':
      return `missing: ${result.why}`;
    case 'cannot-run':
      return `cannot run: ${result.why}`;
    case 'waiting':
      return 'not run';
    default:
      return result.kind;
  }
}

const isGood = ({ kind }: ReplayedResult) => kind === 'same' || kind === 'played' || kind === 'missing';
