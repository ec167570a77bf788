import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { linkOf, packRecording, type Recording, recordingFile } from '../../../../src/core/index.ts';
import type { SessionStore } from '../../../../src/store/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { MemoryStore } from '../../../hosts/fakes/memoryStore.ts';
import { openTestBench } from '../../../hosts/fakes/testBench.ts';
import { startHostile } from '../../../hosts/mcp/hostile.ts';
import { openMcpBench } from '../mcp/mcpBench.ts';

const canary = 'canary-4711-sk-0123456789abcdef';
const address = `https://user:${canary}@models.example.test/v1?key=${canary}`;

/** What a browser keeps under names: under every one of them lies the canary, as text and in JSON. */
const canaryStorage: Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (name) => JSON.stringify({ name, canary, apiKey: canary, choice: 'embedded' }),
  setItem: () => {},
  removeItem: () => {},
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

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
  vi.stubGlobal('localStorage', canaryStorage);
  vi.stubGlobal('sessionStorage', canaryStorage);
  for (const name of ['API_KEY', 'HTTPS_PROXY', 'NODE_OPTIONS_OF_NOBODY']) vi.stubEnv(name, address);
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
  expect(await session.network.allow('canary-4711.example.test')).toBe(true);
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
  const bytes = formsOf(recording);
  for (const text of bytes) for (const part of ['canary', '4711', 'user:']) expect(text).not.toContain(part);
  expect(bytes[1]).toContain('echo mine');
  await workbench.dispose();
});

/** All in which a recording can leave. */
const formsOf = (recording: Recording): readonly string[] => [
  JSON.stringify(recording),
  inflateRawSync(packRecording(recording)).toString('utf8'),
  gunzipSync(recordingFile(recording)).toString('utf8'),
  linkOf(recording),
];

test('row 54: the headers of a server whose tool was called, and a key in its address, are in none of its bytes', async () => {
  const server = await startHostile();
  const bench = await openMcpBench('h', `${server.url}?key=${canary}`, {
    headers: [['authorization', `Bearer ${canary}`]],
  });
  await bench.run('mcp_h_echo_headers');
  const recording = await bench.bench.workbench.recordSession(bench.session.id, () => {});
  const text = JSON.stringify(recording);
  expect(text).toContain('mcp_h_echo_headers');
  for (const form of formsOf(recording)) expect(form).not.toContain('4711');
  await bench.bench.workbench.dispose();
  await server.stop();
});

test('row 54: of all that is kept a recording reads the log, the outputs and the files that the session began with', async () => {
  let count = 0;
  const { workbench, store } = await openTestBench(
    [
      calls(call('Bash', { command: 'echo hello > a.txt' }, 'a'), call('Bash', { command: 'tick' }, 'b')),
      say('done'),
    ],
    {
      // Another each time: it travels whole.
      commands: (command, io) =>
        command === 'tick' ? io.write('stdout', `${count++}\n`).then(() => 0) : null,
    },
  );
  const session = await workbench.createSession();
  await session.send('go');
  await session.dispose();
  const reads = new Set<string>();
  const told = <Kept extends object>(kept: Kept, name: string): Kept =>
    new Proxy(kept, {
      get: (target, member) => {
        const value: unknown = Reflect.get(target, member, target);
        const place = `${name}.${String(member)}`;
        if (typeof value === 'object' && value !== null) return told(value, place);
        if (typeof value !== 'function') return value;
        return (...given: readonly unknown[]) => {
          reads.add(member === 'getValue' ? `${place} ${given[0]}` : place);
          return value.apply(target, given) as unknown;
        };
      },
    });
  const open = store.session.bind(store);
  vi.spyOn(store, 'session').mockImplementation((id) => told(open(id), 'session'));
  vi.spyOn(store, 'getSetting').mockImplementation(async (name) => void reads.add(`setting ${name}`));
  await workbench.recordSession(session.id, () => {});
  expect([...reads].sort()).toEqual([
    'session.getValue initial-workspace',
    'session.log.readAll',
    'session.outputs.size',
    'session.outputs.stream',
  ]);
  await workbench.dispose();
});

/**
 * Where this page keeps anything. Each is one whose every name holds the canary above (storages of the browser, settings
 * and values of the store), or one that workers alone can open. A new one has to be put there.
 */
const places: Readonly<Record<string, readonly string[]>> = {
  'localStorage|sessionStorage': [
    'guest/guestWish.ts',
    'serviceWorker/register.ts',
    'ui/app/preferences.svelte.ts',
    'ui/app/splitSize.ts',
    'ui/kit/locale.ts',
  ],
  'indexedDB|idb-keyval|caches\\.open|document\\.cookie': [
    'agent/mcp/worker/headerStorage.ts',
    'models/network/key-storage.ts',
    'serviceWorker/worker/offlineSite.ts',
    'store/indexedDbBackend.ts',
  ],
};

test.each(Object.entries(places))('row 54: no other file keeps anything in %s', (pattern, files) => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:ts|svelte)$/.test(name),
  );
  const found = sources.filter((name) => new RegExp(pattern).test(readFileSync(`src/${name}`, 'utf8')));
  expect(found.sort()).toEqual(files);
});
