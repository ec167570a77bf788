import { createBrowserWorkbench } from '../../src/agent/index.ts';
import { base64Bytes, openLink, openRecordingFile } from '../../src/core/index.ts';

/** A recording to run again: the fragment of a link, or a file's bytes. */
export interface AskedRecording {
  readonly fragment?: string;
  readonly base64?: string;
}

export interface ReplayReport {
  /** One sentence where nothing could be run. */
  readonly problem: string | null;
  readonly title: string;
  /** One line for each result, in order. */
  readonly lines: readonly { readonly words: string; readonly good: boolean }[];
}

/** Runs a recording again to its end or its first drift, as the page does when its reader presses the button. */
async function replayRecording({ fragment, base64 }: AskedRecording): Promise<ReplayReport> {
  const opened =
    fragment === undefined
      ? openRecordingFile(base64Bytes(base64 ?? '') ?? new Uint8Array())
      : openLink(fragment);
  if (!opened.ok) return { problem: opened.message, title: '', lines: [] };
  const { recording } = opened;
  const workbench = await createBrowserWorkbench();
  try {
    const ready = await workbench.openReplay(recording);
    if (!ready.ok) return { problem: ready.message, title: recording.title, lines: [] };
    const { replay } = ready;
    const status = await replay.run();
    const lines = replay.keys.map((key) => {
      const result = replay.result(key);
      switch (result.kind) {
        case 'drift':
          return {
            words: `${key} drift in ${result.place}: recorded ${result.expected}; here ${result.got}`,
            good: false,
          };
        case 'cannot-run':
          return { words: `${key} cannot run: ${result.why}`, good: false };
        case 'missing':
          return { words: `${key} missing: ${result.why}`, good: true };
        case 'waiting':
          return { words: `${key} not run`, good: false };
        default:
          return { words: `${key} ${result.kind}`, good: true };
      }
    });
    await replay.dispose();
    return { problem: status.kind === 'failed' ? status.message : null, title: recording.title, lines };
  } finally {
    await workbench.dispose();
  }
}

Object.assign(globalThis, { replayRecording });
