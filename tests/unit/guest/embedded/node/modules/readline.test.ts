import realReadline from 'node:readline';
import realPromises from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome, testSystem } from './testSystem.ts';

const system = testSystem();
const readline = system.builtin<typeof realReadline>('readline');
const promises = system.builtin<typeof realPromises>('readline/promises');

describe('lines', () => {
  const piece = fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '\n\n', 'é', '\u2028', 'x\r');

  it('are those of Node, however the text arrives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(piece, { maxLength: 4 }).map((parts) => parts.join('')),
          { maxLength: 6 },
        ),
        async (chunks) => {
          const read = (from: typeof realReadline) => {
            const input = new PassThrough();
            const seen: string[] = [];
            const lines = from.createInterface({ input });
            for (const name of ['line', 'close', 'pause', 'resume'])
              lines.on(name, (line?: string) => seen.push(`${name} ${line ?? ''}`));
            for (const chunk of chunks) input.write(chunk);
            input.end();
            return new Promise((resolve) => lines.on('close', () => setImmediate(() => resolve(seen))));
          };
          expect(await read(readline)).toEqual(await read(realReadline));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are iterated, and the interface closes when the loop is left', async () => {
    for (const from of [readline, realReadline]) {
      const input = new PassThrough();
      input.end('one\ntwo\nthree');
      const lines = from.createInterface({ input, crlfDelay: Infinity });
      const seen: string[] = [];
      for await (const line of lines) {
        seen.push(line);
        if (seen.length === 2) break;
      }
      expect(seen).toEqual(['one', 'two']);
      expect((lines as unknown as { closed: boolean }).closed).toBe(true);
    }
  });
});

describe('questions', () => {
  it('are written out and answered by the next line', async () => {
    for (const [callbacks, awaited] of [
      [readline, promises],
      [realReadline, realPromises],
    ] as const) {
      const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
      const lines = callbacks.createInterface({ input, output });
      const answer = new Promise((resolve) => lines.question('name? ', resolve));
      input.write('Ann\n');
      expect(await answer).toBe('Ann');
      lines.close();
      expect(outcome(() => lines.question('again? ', () => {}))).toMatchObject({
        error: { code: 'ERR_USE_AFTER_CLOSE' },
      });
      const other = awaited.createInterface({ input, output });
      const second = other.question('age? ');
      input.write('7\n');
      expect(await second).toBe('7');
      await expect(other.question('x? ', { signal: AbortSignal.abort() })).rejects.toMatchObject({
        name: 'AbortError',
      });
      other.setPrompt('$ ');
      other.prompt();
      expect(output.read()).toBe('name? age? $ ');
      other.close();
    }
  });
});

describe('the cursor', () => {
  it('is moved by the sequences of Node', () => {
    for (const act of [
      (from: typeof realReadline, out: PassThrough) => from.cursorTo(out, 3),
      (from: typeof realReadline, out: PassThrough) => from.cursorTo(out, 3, 4),
      (from: typeof realReadline, out: PassThrough) => from.moveCursor(out, -2, 5),
      (from: typeof realReadline, out: PassThrough) => from.moveCursor(out, 0, 0),
      (from: typeof realReadline, out: PassThrough) => from.clearLine(out, -1),
      (from: typeof realReadline, out: PassThrough) => from.clearLine(out, 0),
      (from: typeof realReadline, out: PassThrough) => from.clearScreenDown(out),
      (from: typeof realReadline, out: PassThrough) => from.cursorTo(out, NaN),
      (from: typeof realReadline, out: PassThrough) => from.cursorTo(out, 'a' as never, 1),
      (from: typeof realReadline, out: PassThrough) => from.clearLine(out, 0, 1 as never),
    ]) {
      const run = (from: typeof realReadline) => {
        const out = new PassThrough({ encoding: 'utf8' });
        return [outcome(() => act(from, out)), out.read()];
      };
      expect(run(readline)).toEqual(run(realReadline));
    }
  });
});

it('has the exports of Node', () => {
  expect(Object.keys(readline).sort()).toEqual(Object.keys(realReadline).sort());
  expect(Object.keys(promises).sort()).toEqual(Object.keys(realPromises).sort());
});
