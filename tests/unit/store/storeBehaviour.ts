import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/index.ts';
import type { JournalChange, JournalEntry, SessionSummary, Store } from '../../../src/store/index.ts';

const megabyte = 1024 * 1024;

function message(seq: number, text: string): SessionEvent {
  return { v: 1, seq, atMs: 1000 + seq, type: 'user-message', turn: seq, text };
}

function patterned(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + seed) & 255;
  return bytes;
}

async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.slice(at, at + pieceBytes);
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Compares large arrays at native speed; says where they first differ. */
function expectBytes(got: Uint8Array, expected: Uint8Array): void {
  const shorter = Math.min(got.length, expected.length);
  let at = 0;
  while (at < shorter && got[at] === expected[at]) at++;
  expect({ length: got.length, firstDifference: at }).toEqual({
    length: expected.length,
    firstDifference: expected.length,
  });
}

function file(path: string, bytes: Uint8Array): JournalChange {
  return {
    path,
    kind: 'file',
    mode: 0o644,
    mtimeMs: 5,
    size: bytes.length,
    content: { bytes: inPieces(bytes, 700_000) },
  };
}

function fileEntry(entry: JournalEntry | undefined): Extract<JournalEntry, { kind: 'file' }> {
  if (entry?.kind !== 'file') throw new Error(`not a file: ${JSON.stringify(entry)}`);
  return entry;
}

/** Behaviour that holds over every backend; run in Node over memory and in Chromium over IndexedDB. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    test('events come back whole and in order of their sequence number', async () => {
      const store = await open();
      const { log } = store.session('a');
      const events = Array.from({ length: 300 }, (_, seq) => message(seq, `line ${seq} €`));
      await Promise.all([
        log.append(events.slice(0, 3)),
        log.append(events.slice(3, 11)),
        log.append(events.slice(11)),
      ]);
      expect(await log.readAll()).toEqual(events);
      expect(await store.session('b').log.readAll()).toEqual([]);
    });

    test.each([0, 1, megabyte - 1, megabyte, megabyte + 1, 3 * megabyte + 7])(
      'an output of %i bytes is stored and read back exactly',
      async (length) => {
        const store = await open();
        const { outputs } = store.session('a');
        const bytes = patterned(length);
        const writer = outputs.writer('0.0.0');
        for await (const piece of inPieces(bytes, 333_333)) await writer.write(piece);
        expect(await writer.close()).toBe(length);
        expect(await outputs.size('0.0.0')).toBe(length);
        expectBytes(await collect(outputs.stream('0.0.0')), bytes);
      },
    );

    test('any range of an output, and all from any place on, is what a slice of the whole is', async () => {
      const store = await open();
      const { outputs } = store.session('a');
      const bytes = patterned(2 * megabyte + 100);
      const writer = outputs.writer('1.0.0');
      await writer.write(bytes.slice());
      await writer.close();
      const edges = [
        0,
        1,
        megabyte - 1,
        megabyte,
        megabyte + 1,
        2 * megabyte,
        bytes.length - 1,
        bytes.length,
        bytes.length + 5,
      ];
      for (const offset of edges) {
        for (const length of [0, 1, megabyte, megabyte + 2]) {
          const got = await outputs.read('1.0.0', { offset, length });
          expectBytes(got, bytes.slice(offset, offset + length));
        }
        expectBytes(await collect(outputs.stream('1.0.0', offset)), bytes.slice(offset));
      }
    });

    test('an output that was cut off while it was written has the size of what is there', async () => {
      const store = await open();
      const { outputs } = store.session('a');
      const writer = outputs.writer('2.0.0');
      await writer.write(patterned(2 * megabyte + 5));
      await writer.write(patterned(3));
      await writer.discard();
      expect(await outputs.size('2.0.0')).toBe(0);
    });

    test('records whose keys begin alike do not mix', async () => {
      const store = await open();
      const { outputs } = store.session('a');
      for (const key of ['1.1.1', '1.1.10', '1.1.11'] as const) {
        const writer = outputs.writer(key);
        await writer.write(new TextEncoder().encode(key));
        await writer.close();
      }
      expect(new TextDecoder().decode(await collect(outputs.stream('1.1.1')))).toBe('1.1.1');
      expect(await outputs.size('1.1.10')).toBe(6);
    });

    test('a checkpoint gives the tree of its moment, also after later ones', async () => {
      const store = await open();
      const { journal } = store.session('a');
      const first = patterned(10, 1);
      const second = patterned(megabyte + 20, 2);
      expect(
        await journal.commit([
          { path: '/w', kind: 'directory', mode: 0o755 },
          file('/w/a', first),
          file('/w/b', second),
        ]),
      ).toBe(1);
      expect(await journal.commit([])).toBe(1);
      expect(
        await journal.commit([
          { path: '/w/a', kind: 'removed' },
          { path: '/w/l', kind: 'symlink', target: 'b' },
        ]),
      ).toBe(2);
      expect((await journal.tree(1)).map((entry) => entry.path)).toEqual(['/w', '/w/a', '/w/b']);
      expect((await journal.tree()).map((entry) => entry.path)).toEqual(['/w', '/w/b', '/w/l']);
      const tree = await journal.tree(1);
      expectBytes(await collect(journal.content(fileEntry(tree[1]))), first);
      expectBytes(await collect(journal.content(fileEntry(tree[2]))), second);
    });

    test('removing a directory takes along what was below it', async () => {
      const store = await open();
      const { journal } = store.session('a');
      await journal.commit([
        { path: '/w', kind: 'directory', mode: 0o755 },
        { path: '/w/d', kind: 'directory', mode: 0o755 },
        file('/w/d/x', patterned(3)),
        file('/w/dx', patterned(4)),
      ]);
      await journal.commit([{ path: '/w/d', kind: 'removed' }]);
      expect((await journal.tree()).map((entry) => entry.path)).toEqual(['/w', '/w/dx']);
    });

    test('a saved output in the workspace is read from the output store and not stored twice', async () => {
      const store = await open();
      const { journal, outputs } = store.session('a');
      const bytes = patterned(megabyte * 2);
      const writer = outputs.writer('1.0.0');
      await writer.write(bytes.slice());
      await writer.close();
      const before = (await store.measureSession('a')).bytes;
      await journal.commit([
        {
          path: '/s.txt',
          kind: 'file',
          mode: 0o644,
          mtimeMs: 1,
          size: bytes.length,
          content: { output: '1.0.0' },
        },
      ]);
      expect((await store.measureSession('a')).bytes - before).toBeLessThan(500);
      expectBytes(await collect(journal.content(fileEntry((await journal.tree())[0]))), bytes);
    });

    test('a file that grows stores its new end only', async () => {
      const store = await open();
      const { journal } = store.session('a');
      const bytes = patterned(4 * megabyte);
      for (let i = 0; i < 4; i++) bytes[i * megabyte] = i;
      await journal.commit([file('/log', bytes)]);
      const before = (await store.measureSession('a')).bytes;
      const longer = new Uint8Array(bytes.length + 1000);
      longer.set(bytes);
      await journal.commit([file('/log', longer)]);
      expect((await store.measureSession('a')).bytes - before).toBeLessThan(5000);
      expectBytes(await collect(journal.content(fileEntry((await journal.tree())[0]))), longer);
    });

    test('small files of one checkpoint lie together, each comes back as it was, at every checkpoint', async () => {
      const store = await open();
      const { journal } = store.session('a');
      const sizes = [
        0,
        1,
        16_383,
        16_384,
        16_385,
        ...Array.from({ length: 300 }, (_, index) => 16_000 + index),
      ];
      const contents = sizes.map((size, index) => patterned(size).map((byte) => byte ^ index));
      await journal.commit(contents.map((bytes, index) => file(`/w/${index}`, bytes)));
      // Packs of 4 MiB, the one larger file, the checkpoint: not an entry for each file.
      expect((await store.measureSession('a')).keys).toBeLessThan(10);
      await journal.commit([file('/w/1', patterned(7))]);
      const first = new Map((await journal.tree(1)).map((entry) => [entry.path, entry]));
      for (const [index, bytes] of contents.entries()) {
        expectBytes(await collect(journal.content(fileEntry(first.get(`/w/${index}`)))), bytes);
      }
      const now = (await journal.tree()).find(({ path }) => path === '/w/1');
      expectBytes(await collect(journal.content(fileEntry(now))), patterned(7));
    });

    test('request bodies come back to the character whatever they share', async () => {
      const store = await open();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(3), fc.string({ maxLength: 60 })), { minLength: 1, maxLength: 40 }),
          fc.string({ minLength: 1, maxLength: 8 }),
          async (edits, id) => {
            const { requests } = store.session(`requests-${id}`);
            let body = '{"messages":[]}';
            const bodies: string[] = [];
            for (const [where, text] of edits) {
              const at = Math.floor((body.length * where) / 3);
              body = body.slice(0, at) + text + body.slice(at);
              bodies.push(body);
            }
            for (const [step, text] of bodies.entries()) await requests.put(1, step, text);
            for (const [step, text] of bodies.entries()) expect(await requests.get(1, step)).toBe(text);
            await store.deleteSession(`requests-${id}`);
          },
        ),
        { numRuns: 15 },
      );
    });

    test('a request that is sent again replaces its body, and later bodies build on the new one', async () => {
      const store = await open();
      const { requests } = store.session('a');
      const shared = 'x'.repeat(1000);
      await requests.put(0, 0, `${shared}first try`);
      await requests.put(0, 0, `${shared}second try`);
      await requests.put(0, 1, `${shared}second try, next step`);
      await requests.put(0, 1, `${shared}second try, next step again`);
      expect(await requests.get(0, 0)).toBe(`${shared}second try`);
      expect(await requests.get(0, 1)).toBe(`${shared}second try, next step again`);
    });

    test('growing request bodies cost what they add, not what they repeat', async () => {
      const store = await open();
      const { requests } = store.session('a');
      let body = '';
      for (let step = 0; step < 64; step++) {
        body += `${'x'.repeat(2000)}${step}`;
        await requests.put(0, step, body);
      }
      const { bytes } = await store.measureSession('a');
      expect(bytes).toBeLessThan(body.length * 6);
    });

    test('an append of what cannot be stored stores none of it and is no refusal of the browser', async () => {
      const store = await open();
      const { log } = store.session('a');
      const broken = { ...message(1, 'x'), text: () => 'a function' } as unknown as SessionEvent;
      await expect(log.append([message(0, 'hello'), broken])).rejects.toThrow(/could not be cloned/);
      expect(await log.readAll()).toEqual([]);
      expect(store.status).toEqual({ kind: 'durable' });
      await log.append([message(0, 'hello')]);
      expect(await log.readAll()).toEqual([message(0, 'hello')]);
    });

    test('a writer that outlives its session leaves nothing behind', async () => {
      const store = await open();
      const { outputs, setValue } = store.session('a');
      const writer = outputs.writer('0.0.0');
      await writer.write(patterned(10));
      const underWay = setValue('shell', { cwd: '/' });
      await store.deleteSession('a');
      await underWay;
      await expect(writer.close()).rejects.toThrow('The session was closed or deleted.');
      await expect(setValue('shell', { cwd: '/' })).rejects.toThrow('The session was closed or deleted.');
      expect(await store.measureSession('a')).toEqual({ keys: 0, bytes: 0 });
      await store.session('a').setValue('shell', { cwd: '/new' });
      expect(await store.session('a').getValue('shell')).toEqual({ cwd: '/new' });
    });

    test('a reader may give its bytes away', async () => {
      const store = await open();
      const { outputs } = store.session('a');
      const writer = outputs.writer('0.0.0');
      await writer.write(patterned(10));
      await writer.close();
      for await (const chunk of outputs.stream('0.0.0')) {
        structuredClone(chunk, { transfer: [chunk.buffer as ArrayBuffer] });
      }
      expectBytes(await outputs.read('0.0.0', { offset: 0, length: 10 }), patterned(10));
    });

    test('a broken row of the session list still leads to its session', async () => {
      const store = await open();
      const row = { id: 'a', title: 5, changedAtMs: 'soon', model: null } as unknown as SessionSummary;
      await store.putSummary(row);
      expect(await store.listSessions()).toEqual([
        {
          id: 'a',
          title: '',
          createdAtMs: 0,
          changedAtMs: 0,
          guest: 'embedded',
          model: { provider: '', model: '' },
          turns: 0,
          outputBytes: 0,
        },
      ]);
    });

    test('case 34: deleting a session leaves 0 keys and 0 bytes of it, and its neighbour whole', async () => {
      const store = await open();
      for (const id of ['a', 'ab']) {
        const session = store.session(id);
        await session.log.append([message(0, 'hello')]);
        const writer = session.outputs.writer('0.0.0');
        await writer.write(patterned(megabyte + 1));
        await writer.close();
        await session.journal.commit([file('/x', patterned(50))]);
        await session.requests.put(0, 0, '{}');
        await session.setValue('shell', { cwd: '/' });
        await store.putSummary({
          id,
          title: id,
          createdAtMs: 1,
          changedAtMs: id === 'a' ? 2 : 3,
          guest: 'embedded',
          model: { provider: 'scripted', model: 'demo' },
          turns: 1,
          outputBytes: 1,
        });
      }
      const kept = await store.measureSession('ab');
      await store.deleteSession('a');
      expect(await store.measureSession('a')).toEqual({ keys: 0, bytes: 0 });
      expect(await store.measureSession('ab')).toEqual(kept);
      expect((await store.listSessions()).map((summary) => summary.id)).toEqual(['ab']);
    });

    test('settings are kept by name', async () => {
      const store = await open();
      expect(await store.getSetting('theme')).toBeUndefined();
      await store.setSetting('theme', 'dark');
      expect(await store.getSetting('theme')).toBe('dark');
    });
  });
}
