import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChunkedBytes } from '../../../../../src/guest/embedded/files/chunkedBytes.ts';
import { OpenFiles, openFlags } from '../../../../../src/guest/embedded/files/openFiles.ts';
import { bytes, failure, text, trackedFiles } from './fixtures.ts';

const { append, create, exclusive, readWrite, truncate, writeOnly } = openFlags;

function opened() {
  const tracked = trackedFiles();
  return { ...tracked, open: new OpenFiles(tracked.files, () => 0) };
}

test('a handle reads and writes where it stands, or at a given place without moving', () => {
  const { files, open } = opened();
  const handle = open.open('/w/f', readWrite | create, 0o644);
  open.write(handle, bytes('abcdef'), null);
  open.write(handle, bytes('XY'), 1);
  expect(text(open.read(handle, 3, 0))).toBe('aXY');
  open.write(handle, bytes('!'), null);
  expect(text(files.readFile('/w/f'))).toBe('aXYdef!');
  expect(text(open.read(handle, 9, null))).toBe('');
});

test('a handle that appends writes at the end, wherever it is told to', () => {
  const { files, open } = opened();
  const handle = open.open('/w/f', writeOnly | create | append, 0o644);
  open.write(handle, bytes('1'), null);
  open.write(handle, bytes('2'), 0);
  expect(text(files.readFile('/w/f'))).toBe('12');
});

test('a handle stays with its file when that is renamed or removed, and the change has its new name', () => {
  const { files, open, tracker } = opened();
  const handle = open.open('/w/f', writeOnly | create, 0o644);
  files.rename('/w/f', '/w/g');
  tracker.drain(files);
  open.write(handle, bytes('x'), null);
  expect(tracker.drain(files).map(({ path }) => path)).toEqual(['/w/g']);
  files.rm('/w/g', { recursive: false, force: false });
  tracker.drain(files);
  open.write(handle, bytes('y'), null);
  expect(tracker.drain(files)).toEqual([]);
});

test('what open(2) refuses is refused', () => {
  const { files, open } = opened();
  files.writeFile('/w/f', bytes('x'));
  expect(failure(() => open.open('/w/no', 0, 0))).toBe("ENOENT: no such file or directory, open '/w/no'");
  expect(failure(() => open.open('/w/f', create | exclusive, 0))).toBe(
    "EEXIST: file already exists, open '/w/f'",
  );
  expect(failure(() => open.open('/w', writeOnly, 0))).toBe(
    "EISDIR: illegal operation on a directory, open '/w'",
  );
  const handle = open.open('/w/f', 0, 0);
  expect(failure(() => open.write(handle, bytes('x'), null))).toContain('EBADF');
  open.close(handle);
  expect(failure(() => open.read(handle, 1, null))).toContain('EBADF');
});

test('the space of a file that a handle fills is counted, and given back when it is cut', () => {
  const { budget, open } = opened();
  const handle = open.open('/w/f', writeOnly | create, 0o644);
  open.write(handle, new Uint8Array(500), null);
  open.write(handle, new Uint8Array(10), 1000);
  expect(budget.usedBytes).toBe(1010);
  open.open('/w/f', writeOnly | truncate, 0o644);
  expect(budget.usedBytes).toBe(0);
});

test('writes anywhere give what an array gives, and copies made before keep what they had', () => {
  const write = fc.record({
    offset: fc.nat(300),
    length: fc.nat(100),
    value: fc.integer({ min: 1, max: 255 }),
  });
  fc.assert(
    fc.property(fc.array(write, { maxLength: 20 }), (writes) => {
      const content = new ChunkedBytes();
      let model = new Uint8Array(0);
      for (const { offset, length, value } of writes) {
        const copy = content.share();
        const before = model;
        const grown = new Uint8Array(Math.max(model.length, offset + length));
        grown.set(model);
        grown.fill(value, offset, offset + length);
        model = length === 0 && offset > before.length ? grown.slice(0, offset) : grown;
        content.write(offset, new Uint8Array(length).fill(value));
        expect(content.read(0, 1000)).toEqual(model);
        expect(copy.read(0, 1000)).toEqual(before);
      }
    }),
  );
});
