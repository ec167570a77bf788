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
    // One that is not rendered is run behind everything else on the machine; nobody sees or reaches this one.
    const frame = document.querySelector<HTMLElement>('iframe[title="Guest computer"]');
    expect(frame?.checkVisibility()).toBe(true);
    expect(frame?.checkVisibility({ opacityProperty: true })).toBe(false);
    const under = document.elementFromPoint(innerWidth - 1, innerHeight - 1);
    expect([under === frame, frame?.ariaHidden, frame?.tabIndex]).toEqual([false, 'true', -1]);
  } finally {
    guest.dispose();
  }
});
