import {
  canonicalJson,
  type ProfileContext,
  type ProfileRef,
  profileOf,
  promptHead,
  type RecordedText,
  type RecordedTools,
  type RecordedWorkspace,
  sha256Hex,
} from '../../core/index.ts';
import { demoFiles } from '../demo/index.ts';
import type { SeedFile } from '../workspace/guestHost.ts';

/** What need not travel because every page has it, by name and hash. */

const demoName = 'demo';

/** System text and tools as a session under this profile sends them, named where they are the profile's own. */
export function headOfProfile(
  ref: ProfileRef,
  context: ProfileContext,
): { readonly system: RecordedText; readonly tools: RecordedTools } {
  const { system, tools } = promptHead(profileOf(ref), context);
  return {
    system: { known: ref.id, sha256: sha256Hex(system) },
    tools: { known: ref.id, sha256: sha256Hex(canonicalJson(tools)) },
  };
}

export const demoWorkspace = (): RecordedWorkspace => ({ known: demoName, sha256: hashOfFiles(demoFiles) });

export type FoundWorkspace =
  | { readonly ok: true; readonly files: readonly SeedFile[] }
  | { readonly ok: false; readonly message: string };

/** The files that a recorded workspace begins with; a sentence where this page does not have them. */
export function filesOfWorkspace(workspace: RecordedWorkspace): FoundWorkspace {
  if ('files' in workspace) return { ok: true, files: workspace.files };
  if (workspace.known !== demoName) {
    return {
      ok: false,
      message: `It begins with files called "${workspace.known}", which this page does not have.`,
    };
  }
  if (workspace.sha256 !== hashOfFiles(demoFiles)) {
    return {
      ok: false,
      message: 'It begins with the files of an older demo, which this version of the page no longer has.',
    };
  }
  return { ok: true, files: demoFiles };
}

const hashOfFiles = (files: readonly SeedFile[]) => sha256Hex(canonicalJson(files));
