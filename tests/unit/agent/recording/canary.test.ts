import { gunzipSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { linkOf, packRecording, recordingFile } from '../../../../src/core/index.ts';
import type { SessionStore } from '../../../../src/store/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { MemoryStore } from '../../../hosts/fakes/memoryStore.ts';
import { openTestBench } from '../../../hosts/fakes/testBench.ts';

const canary = 'canary-4711-sk-0123456789abcdef';
const address = `https://user:${canary}@models.example.test/v1?key=${canary}`;

/** Everything that a page could have stored beside a log, whatever it is called, holds the canary. */
class CanaryStore extends MemoryStore {
  readonly asked = new Set<string>();

  override async getSetting(name: string): Promise<unknown> {
    this.asked.add(name);
    return { canary, baseUrl: address, headers: { authorization: `Bearer ${canary}` }, [canary]: canary };
  }

  override session(id: string): SessionStore {
    const store = super.session(id);
    return {
      ...store,
      getValue: async (name) =>
        // What a session began with travels: it is the one value that is meant to.
        name === 'initial-workspace' ? store.getValue(name) : { canary, env: { TOKEN: canary }, cwd: canary },
    };
  }
}

test('row 54: no key, header, environment or credential is in a recording: a canary in every place is in none of its bytes', async () => {
  const store = new CanaryStore();
  const { workbench, model, guests } = await openTestBench(
    [
      {
        parts: [
          {
            type: 'reasoning',
            text: 'hm',
            providerData: { signature: canary, encrypted: { content: canary } },
          },
          {
            ...call('Bash', { command: 'echo hello; export PLACE=here' }, 'a'),
            providerData: { id: canary },
          },
        ],
      },
      calls(call('Bash', { command: 'no-secret-here' }, 'b')),
      say('done'),
    ],
    {
      store,
      // A variable of the guest that no command prints.
      commands: (command, io) => {
        if (command !== 'no-secret-here') return null;
        io.setState({ env: { ...io.env, API_TOKEN: canary } });
        return io.write('stdout', `${Object.keys(io.env).length > 0}\n`).then(() => 0);
      },
    },
  );
  const session = await workbench.createSession({
    model: { provider: 'anthropic', model: 'claude', ...{ baseUrl: address, apiKey: canary } },
  });
  await session.send('go');
  await session.beside.runCommand('echo mine');
  await session.send('and now?');
  // Events as a later version of the log may write them, with fields of which this one knows nothing.
  const log = store.session(session.id).log;
  const stored = await log.readAll();
  expect(JSON.stringify(stored)).toContain(canary);
  const recording = await workbench.recordSession(session.id, () => {});
  expect(store.asked.size).toBeGreaterThan(0);
  expect(model.prompts.length).toBeGreaterThan(2);
  expect(guests.length).toBeGreaterThan(1);
  const bytes = [
    JSON.stringify(recording),
    inflateRawSync(packRecording(recording)).toString('utf8'),
    gunzipSync(recordingFile(recording)).toString('utf8'),
    linkOf(recording),
  ];
  for (const text of bytes) for (const part of ['canary', '4711', 'user:']) expect(text).not.toContain(part);
  expect(bytes[1]).toContain('echo mine');
  await workbench.dispose();
});
