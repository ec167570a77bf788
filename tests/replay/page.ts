import { createBrowserWorkbench, type ReplayReport, replayReport } from '../../src/agent/index.ts';
import { base64Bytes, openLink, openRecordingFile } from '../../src/core/index.ts';

/** A recording to run again: the fragment of a link, or a file's bytes. */
export interface AskedRecording {
  readonly fragment?: string;
  readonly base64?: string;
}

/** What becomes of one recording in this page. */
async function replayRecording({ fragment, base64 }: AskedRecording): Promise<ReplayReport> {
  const opened =
    fragment === undefined
      ? openRecordingFile(base64Bytes(base64 ?? '') ?? new Uint8Array())
      : openLink(fragment);
  if (!opened.ok) return { problem: opened.message, title: '', lines: [] };
  const workbench = await createBrowserWorkbench();
  try {
    return await replayReport(workbench, opened.recording);
  } finally {
    await workbench.dispose();
  }
}

Object.assign(globalThis, { replayRecording });
