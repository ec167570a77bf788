import type { OutputChunk, ProfileRef } from '../../core/index.ts';
import type { AppState } from '../app/appState.svelte.ts';
import * as words from '../words/lab.ts';
import { type CallFacts, mergedBytes } from './input/labInput.ts';

/**
 * A new session in whose workspace the output lies as a file, and whose parrot runs the command that writes it
 * again: stdout, then stderr, then the exit code. A timeout, a stop and a signal are not played again, and the two
 * streams come one after the other. `profile`: what the session begins under, null for the usual one.
 */
export async function openAsSession(
  app: AppState,
  chunks: readonly OutputChunk[],
  facts: CallFacts,
  profile: ProfileRef | null,
): Promise<void> {
  const of = (stream: OutputChunk['stream']) =>
    mergedBytes(chunks.filter((chunk) => chunk.stream === stream));
  const stdout = of('stdout');
  const stderr = of('stderr');
  await app.newSession({
    title: words.sessionTitle,
    model: { provider: 'parrot', model: 'parrot' },
    ...(profile === null ? {} : { profile }),
  });
  const session = app.current?.session;
  if (!session) throw new Error(words.notOpened);
  await session.ensureGuest();
  const { fs, workspace } = session;
  if (!fs) throw new Error(words.noGuest);
  await fs.write(`${workspace}/lab-output.txt`, stdout);
  if (stderr.length > 0) await fs.write(`${workspace}/lab-stderr.txt`, stderr);
  const steps = [
    'cat lab-output.txt',
    ...(stderr.length > 0 ? ['cat lab-stderr.txt >&2'] : []),
    ...(facts.endedBy === 'itself' && facts.exitCode !== 0 ? [`(exit ${facts.exitCode})`] : []),
  ];
  await session.send(steps.join('; '));
}
