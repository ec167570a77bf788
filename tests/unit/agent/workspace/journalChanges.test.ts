import { expect, test } from 'vitest';
import { journalChangesOf } from '../../../../src/agent/workspace/journalChanges.ts';
import { type GuestFs, GuestFsError } from '../../../../src/guest/index.ts';

const small = { path: '/a', kind: 'file', mode: 0o644, mtimeMs: 1, size: 3 } as const;
const large = { ...small, path: '/b', size: 1024 * 1024 } as const;

/** A file system whose every read fails so. */
function failing(code: string): GuestFs {
  const fail = async () => {
    throw new GuestFsError(code, '/a');
  };
  return { read: fail, readMany: fail } as unknown as GuestFs;
}

async function contentOf(fs: GuestFs, change: typeof small | typeof large): Promise<number> {
  const [first] = journalChangesOf(fs, [change], new Map());
  if (first?.kind !== 'file' || 'output' in first.content) throw new Error('no content');
  if ('whole' in first.content) return (await first.content.whole()).length;
  let size = 0;
  for await (const bytes of first.content.bytes) size += bytes.length;
  return size;
}

test.each([small, large])(
  'a file that is gone since it was reported is empty in the checkpoint',
  async (change) => {
    for (const code of ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']) {
      expect(await contentOf(failing(code), change)).toBe(0);
    }
  },
);

test.each([small, large])(
  'a guest that ends while its files are read fails the checkpoint',
  async (change) => {
    await expect(contentOf(failing('EIO'), change)).rejects.toMatchObject({ code: 'EIO' });
  },
);

/** Files that hold their own path, of which those that end in 7 have to be read by themselves. */
function holding(readTogether: boolean, asked: number[]): GuestFs {
  const bytesOf = (path: string) => new TextEncoder().encode(path);
  const readMany = async (paths: readonly string[]) => {
    asked.push(paths.length);
    return paths.map((path) => (path.endsWith('7') ? null : bytesOf(path)));
  };
  return {
    read: async (path: string) => bytesOf(path),
    ...(readTogether ? { readMany } : {}),
  } as unknown as GuestFs;
}

test.each([true, false])(
  'thousands of small files come in their order, read in few questions',
  async (together) => {
    const asked: number[] = [];
    const changes = Array.from({ length: 5_000 }, (_, index) => ({
      ...small,
      path: `/f${index}`,
      size: 4_000,
    }));
    const texts: string[] = [];
    for (const change of journalChangesOf(holding(together, asked), changes, new Map())) {
      if (change.kind !== 'file' || !('whole' in change.content)) throw new Error('no small file');
      texts.push(new TextDecoder().decode(await change.content.whole()));
    }
    expect(texts).toEqual(changes.map(({ path }) => path));
    // 8 MiB hold 2,097 files of that size.
    expect(asked).toEqual(together ? [2_097, 2_097, 806] : []);
  },
);

test('a guest that reads one file at a time is asked for a bounded number at once', async () => {
  let waiting = 0;
  let most = 0;
  const fs = {
    read: async () => {
      most = Math.max(most, ++waiting);
      await new Promise((resolve) => setImmediate(resolve));
      waiting--;
      return new Uint8Array(1);
    },
  } as unknown as GuestFs;
  const changes = Array.from({ length: 5_000 }, (_, index) => ({ ...small, path: `/f${index}`, size: 1 }));
  for (const change of journalChangesOf(fs, changes, new Map())) {
    if (change.kind !== 'file' || !('whole' in change.content)) throw new Error('no small file');
    expect((await change.content.whole()).length).toBe(1);
  }
  // A batch and the next one.
  expect(most).toBe(2 * 512);
});

test('what came along with the changes is not asked for again', async () => {
  const asked: number[] = [];
  const changes = [small, { ...small, path: '/c' }, { ...small, path: '/d' }];
  const contents = new Map([['/c', new Uint8Array([7])]]);
  const found: string[] = [];
  for (const change of journalChangesOf(holding(true, asked), changes, new Map(), contents)) {
    if (change.kind !== 'file' || !('whole' in change.content)) throw new Error('no small file');
    found.push(String(await change.content.whole()));
  }
  expect(found).toEqual(['47,97', '7', '47,100']);
  expect(asked).toEqual([2]);
});
