import realStream from 'node:stream';
import * as realWebModule from 'node:stream/web';
import realUtil from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledSystem } from './bundledLibrary.ts';
import { shapeOf } from './testSystem.ts';

const system = await bundledSystem();
const ours = system.builtin<typeof realStream>('stream');
const both = [
  ['ours', ours, system.builtin<typeof import('node:stream/consumers')>('stream/consumers')],
  ['real', realStream, await import('node:stream/consumers')],
] as const;

/** The events of a stream, in order, until it closes. */
function events(
  stream: realStream.Readable | realStream.Writable,
  names: readonly string[],
): Promise<string[]> {
  const seen: string[] = [];
  return new Promise((resolve) => {
    for (const name of names)
      stream.on(name, (value) => seen.push(value === undefined ? name : `${name} ${String(value)}`));
    stream.on('close', () => resolve(seen));
  });
}

async function compare(run: (stream: typeof realStream) => unknown): Promise<void> {
  const settle = async (stream: typeof realStream) => {
    try {
      return { value: await run(stream) };
    } catch (error) {
      return { error: shapeOf(error) };
    }
  };
  expect(await settle(ours)).toEqual(await settle(realStream));
}

describe('streams of the guest', () => {
  it('are emitters of its own events module', () => {
    const events = system.builtin<typeof import('node:events')>('events');
    expect(new ours.PassThrough()).toBeInstanceOf(events);
    const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
    const pass = new ours.PassThrough();
    pass.write('x');
    expect(Buffer.isBuffer(pass.read())).toBe(true);
  });

  it('tell the same events in the same order', async () => {
    const chunks = fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 20 }), async (parts, highWaterMark) => {
        await compare(async ({ Transform, Readable }) => {
          const upper = new Transform({
            highWaterMark,
            transform(chunk, _encoding, done) {
              done(null, String(chunk).toUpperCase());
            },
          });
          const seen = events(upper, ['data', 'end', 'finish', 'error', 'pipe', 'unpipe']);
          Readable.from(parts).pipe(upper);
          return seen;
        });
      }),
      { numRuns: 100 },
    );
  });

  it('fail in the words of Node', async () => {
    await compare(({ Writable }) =>
      events(
        new Writable({ write: (_chunk, _encoding, done) => done(new Error('no')) })
          .on('error', () => {})
          .end('x') as realStream.Writable,
        ['error', 'finish'],
      ),
    );
    await compare(({ Writable }) => {
      const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
      const seen = events(stream, ['error', 'finish']);
      stream.end();
      stream.write('late');
      return seen;
    });
    await compare(({ Writable }) => new Writable().write(null));
    await compare(({ Readable }) => Readable.from(5 as never));
    await compare(async ({ Readable }) => {
      for await (const _ of new Readable({
        read() {
          this.destroy(new Error('broken'));
        },
      }));
    });
    await compare(({ promises, Readable, PassThrough }) =>
      promises.pipeline(
        Readable.from(['a']),
        async function* () {
          yield 'x';
          throw new Error('mid');
        },
        new PassThrough(),
      ),
    );
    await compare(({ promises, Readable, PassThrough }) =>
      promises.pipeline(Readable.from(['a']), new PassThrough(), { signal: AbortSignal.abort() } as never),
    );
    await compare(({ promises, Readable }) => promises.finished(new Readable({ read() {} }).destroy()));
  });

  it('compose, iterate and collect', async () => {
    await compare(({ Readable }) =>
      Readable.from([1, 2, 3, 4])
        .filter((n) => n % 2 === 0)
        .map((n) => n * 10)
        .toArray(),
    );
    await compare(({ Readable }) => Readable.from([1, 2, 3]).reduce((sum: number, n: number) => sum + n, 0));
    await compare(({ Readable }) => Readable.from([1, 2, 3, 4]).take(2).toArray());
    await compare((stream) => {
      const { compose } = stream as unknown as { compose: (generator: unknown) => realStream.Duplex };
      const upper = compose(async function* (source: AsyncIterable<Buffer>) {
        for await (const part of source) yield String(part).toUpperCase();
      });
      return stream.Readable.from(['a', 'b']).pipe(upper).toArray();
    });
    await compare(async ({ Duplex }) =>
      Duplex.from(async function* (source: AsyncIterable<string>) {
        for await (const part of source) yield part + part;
      })
        .end('ab')
        .toArray(),
    );
    for (const [, stream, consumers] of both) {
      expect(await consumers.text(stream.Readable.from(['é', Buffer.from('x')]))).toBe('éx');
      expect(await consumers.json(stream.Readable.from(['{"a":', '1}']))).toEqual({ a: 1 });
      expect((await consumers.buffer(stream.Readable.from(['ab']))).toString()).toBe('ab');
      expect((await consumers.arrayBuffer(stream.Readable.from(['ab']))).byteLength).toBe(2);
    }
  });

  it('go over to web streams and back', async () => {
    for (const [, stream] of both) {
      const web = stream.Readable.toWeb(stream.Readable.from(['a', 'b']));
      const back = stream.Readable.fromWeb(web);
      expect(String(await back.toArray())).toBe('a,b');
      const got: unknown[] = [];
      const writable = stream.Writable.fromWeb(
        new WritableStream({ write: (chunk) => void got.push(String(chunk)) }),
      );
      await stream.promises.pipeline(stream.Readable.from(['x', 'y']), writable);
      expect(got).toEqual(['x', 'y']);
      const sink = new stream.PassThrough({ encoding: 'utf8' });
      const writer = stream.Writable.toWeb(sink).getWriter();
      const passed = sink.toArray();
      await writer.write('hello');
      await writer.close();
      expect(await passed).toEqual(['hello']);
    }
  });

  it('pair up', async () => {
    const [left, right] = (
      ours as unknown as { duplexPair(): [realStream.Duplex, realStream.Duplex] }
    ).duplexPair();
    right.setEncoding('utf8');
    const got = right.toArray();
    left.write('a');
    left.end('b');
    expect((await got).join('')).toBe('ab');
  });

  it('are printed with the fields of Node', () => {
    const keys = (stream: typeof realStream) => Object.keys(new stream.PassThrough());
    expect(keys(ours).sort()).toEqual(keys(realStream).sort());
    expect(realUtil.inspect(new ours.Readable(), { depth: 0 })).toMatch(/^Readable \{/);
  });

  it('have the exports of Node', () => {
    expect(Object.keys(realStream).filter((name) => !(name in ours))).toEqual([]);
    expect(Object.keys(system.builtin<object>('stream/web')).sort()).toEqual(
      Object.keys(realWebModule)
        .filter((name) => name !== 'default')
        .sort(),
    );
  });
});
