import { expect, it } from 'vitest';
import { NamedPipes } from '../../../../../src/guest/embedded/processes/namedPipes.ts';

const reads = { reads: true, writes: false };
const writes = { reads: false, writes: true };
const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (read: Uint8Array | null) => read && new TextDecoder().decode(read);

it('a reader whose writer came and went before it asked is not left waiting', async () => {
  const pipes = new NamedPipes();
  const reader = pipes.open(1, 7, reads);
  const writer = pipes.open(2, 7, writes);
  await pipes.opened(2, writer);
  await pipes.write(2, writer, bytes('gone'));
  pipes.close(2, writer);
  await pipes.opened(1, reader);
  expect(textOf(await pipes.read(1, reader))).toBe('gone');
  expect(await pipes.read(1, reader)).toBeNull();
});

it('a reader that closes a shared end takes nothing from the child that still has it', async () => {
  const pipes = new NamedPipes();
  const reader = pipes.open(1, 7, reads);
  const writer = pipes.open(2, 7, writes);
  pipes.inherit(1, 3, [reader]);
  const givenUp = pipes.read(1, reader);
  pipes.ended(1);
  expect(await givenUp).toBeNull();
  await pipes.write(2, writer, bytes('for the child'));
  expect(textOf(await pipes.read(3, reader))).toBe('for the child');
});

it('parent and child may write to one end at the same time, one process only once', async () => {
  const pipes = new NamedPipes();
  const reader = pipes.open(1, 7, reads);
  const writer = pipes.open(2, 7, writes);
  pipes.inherit(2, 3, [writer]);
  const large = new Uint8Array(64 * 1024 + 1);
  const first = pipes.write(2, writer, large);
  const second = pipes.write(3, writer, bytes('next'));
  await expect(pipes.write(2, writer, bytes('more'))).rejects.toMatchObject({ code: 'EBUSY' });
  expect(await pipes.read(1, reader)).toHaveLength(large.length);
  expect(await first).toBe(true);
  expect(await second).toBe(true);
  expect(textOf(await pipes.read(1, reader))).toBe('next');
});

it('takes back what was read, and no more', async () => {
  const pipes = new NamedPipes();
  const both = pipes.open(1, 7, { reads: true, writes: true });
  await pipes.write(1, both, bytes('ab'));
  await pipes.write(1, both, bytes('c'));
  expect(textOf(await pipes.read(1, both))).toBe('ab');
  pipes.unread(1, both, bytes('b'));
  expect(textOf(await pipes.read(1, both))).toBe('b');
  expect(textOf(await pipes.read(1, both))).toBe('c');
  expect(() => pipes.unread(1, both, bytes('abcd'))).toThrow('EINVAL');
});

it('whoever waits for the other side is let go when it closes its end', async () => {
  const pipes = new NamedPipes();
  const reader = pipes.open(1, 7, reads);
  const opened = pipes.opened(1, reader);
  pipes.close(1, reader);
  await expect(opened).resolves.toBeUndefined();
});
