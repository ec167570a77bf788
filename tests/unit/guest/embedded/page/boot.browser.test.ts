import { expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';

test('a command written in the page comes back through frame, kernel, worker and port', async () => {
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  try {
    const process = guest.run('echo hi');
    let text = '';
    for await (const { bytes } of process.output) text += new TextDecoder().decode(bytes);
    expect([text, await process.exit]).toEqual(['hi\n', { kind: 'exited', code: 0 }]);
    expect(guest.limitations).toEqual([]);
  } finally {
    guest.dispose();
  }
});
