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
  if (first?.kind !== 'file' || !('bytes' in first.content)) throw new Error('no content');
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
