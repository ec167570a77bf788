import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeyStorage, KeyVault } from '../../../../src/models/network/vault.ts';
import { KEY, memoryStorage } from './kinds.ts';

const HOME = 'https://api.example.com';

async function vaultWith(
  key: string,
  storage: KeyStorage = memoryStorage(),
  remember = false,
): Promise<KeyVault> {
  const vault = new KeyVault(storage);
  expect(await vault.set('openai', HOME, key, remember)).toEqual({ ok: true, remembered: remember });
  return vault;
}

function headersFor(
  vault: KeyVault,
  url: string,
  provider: 'openai' | 'anthropic' | 'google' = 'openai',
): object {
  const headers = new Headers();
  vault.authorize(provider, new URL(url), headers);
  return Object.fromEntries(headers);
}

const refusing: KeyStorage = {
  load: () => Promise.reject(new Error('blocked')),
  save: () => Promise.reject(new Error('blocked')),
  remove: () => Promise.reject(new Error('blocked')),
  clear: () => Promise.reject(new Error('blocked')),
};

describe('the key vault', () => {
  it('knows a key that another tab has kept on the device since, and holds on to what was typed in its own', async () => {
    const storage = memoryStorage();
    const [home, mirror] = [new KeyVault(storage), new KeyVault(storage)];
    await home.open();
    expect(await home.recall('openai', HOME)).toBe(false);
    await mirror.set('openai', HOME, KEY, true);
    expect(await home.recall('openai', HOME)).toBe(true);
    expect(headersFor(home, `${HOME}/v1/responses`)).toEqual({ authorization: `Bearer ${KEY}` });
    await mirror.set('openai', HOME, `${KEY}-2`, true);
    await home.open();
    expect(headersFor(home, `${HOME}/v1/responses`)).toEqual({ authorization: `Bearer ${KEY}` });
  });

  it('gives the key to its provider at its exact origin only', async () => {
    const vault = await vaultWith(KEY);
    expect(headersFor(vault, `${HOME}/v1/responses`)).toEqual({ authorization: `Bearer ${KEY}` });
    for (const url of [
      'http://api.example.com/',
      'https://api.example.com:444/',
      'https://example.com/',
      'https://api.example.com.evil.org/',
      'https://evil.org/https://api.example.com',
    ]) {
      expect(headersFor(vault, url)).toEqual({});
    }
    expect(headersFor(vault, HOME, 'anthropic')).toEqual({});
  });

  it('uses the header of each provider', async () => {
    const vault = new KeyVault(memoryStorage());
    await vault.set('anthropic', HOME, KEY, false);
    await vault.set('google', HOME, KEY, false);
    expect(headersFor(vault, HOME, 'anthropic')).toEqual({ 'x-api-key': KEY });
    expect(headersFor(vault, HOME, 'google')).toEqual({ 'x-goog-api-key': KEY });
  });

  it('remembers only where that was asked, and forgets everything', async () => {
    const storage = memoryStorage();
    const vault = await vaultWith(KEY, storage, true);
    await vault.set('google', HOME, 'other-key-1', false);
    const later = new KeyVault(storage);
    await later.open();
    expect([later.has('openai', HOME), later.has('google', HOME)]).toEqual([true, false]);
    expect(await later.forgetAll()).toBe(true);
    expect([later.has('openai', HOME), await storage.load()]).toEqual([false, []]);
  });

  it('forgets in every tab, whatever the device says, and does not take what it read before', async () => {
    for (const clear of [memoryStorage().clear, refusing.clear]) {
      let deviceKeeps = true;
      let vaults: readonly KeyVault[] = [];
      const storage = {
        ...memoryStorage(),
        clear: async () => {
          deviceKeeps = false;
          await clear();
        },
      };
      const tellOthers = () => {
        expect(deviceKeeps).toBe(false);
        for (const vault of vaults) vault.forgetHere();
      };
      vaults = [new KeyVault(storage, tellOthers), new KeyVault(storage, tellOthers)];
      for (const vault of vaults) await vault.set('openai', HOME, KEY, false);
      await vaults[0]?.forgetAll();
      expect(vaults.map((vault) => vault.has('openai', HOME))).toEqual([false, false]);
    }
    const kept = { provider: 'openai' as const, origin: HOME, key: KEY };
    let read: (keys: readonly [typeof kept]) => void = () => {};
    const late = new KeyVault({ ...memoryStorage(), load: () => new Promise((resolve) => (read = resolve)) });
    const opened = late.open();
    late.forgetHere();
    read([kept]);
    await opened;
    expect(late.has('openai', HOME)).toBe(false);
  });

  it('takes a key off the device when it is set again without being remembered, or emptied', async () => {
    const storage = memoryStorage();
    const vault = await vaultWith(KEY, storage, true);
    await vault.set('openai', HOME, KEY, false);
    expect([await storage.load(), vault.has('openai', HOME)]).toEqual([[], true]);
    await vault.set('openai', HOME, KEY, true);
    await vault.set('openai', HOME, ' ', true);
    expect([await storage.load(), vault.has('openai', HOME)]).toEqual([[], false]);
  });

  it('works in memory where the browser refuses storage', async () => {
    const vault = new KeyVault(refusing);
    await vault.open();
    expect(await vault.set('openai', HOME, KEY, true)).toEqual({ ok: true, remembered: false });
    expect(headersFor(vault, HOME)).toEqual({ authorization: `Bearer ${KEY}` });
    expect([await vault.forgetAll(), vault.has('openai', HOME)]).toEqual([false, false]);
  });

  it('says so where a remembered key could not be taken off the device', async () => {
    const storage = { ...memoryStorage(), remove: refusing.remove };
    const vault = await vaultWith(KEY, storage, true);
    const later = new KeyVault(storage);
    await later.open();
    for (const holder of [vault, later]) {
      expect(await holder.set('openai', HOME, KEY, false)).toMatchObject({ ok: false });
      expect(await holder.set('openai', HOME, '', false)).toMatchObject({ ok: false });
      expect(holder.has('openai', HOME)).toBe(false);
    }
  });

  it.each(['ollama', 'lm-studio', 'sk-no-key-required'])(
    'leaves the placeholder %s of a server of one’s own in every text',
    async (key) => {
      const vault = new KeyVault(memoryStorage());
      await vault.set('openai-compatible', 'http://localhost:11434', key, false);
      const text = `run ${key} and ${key.slice(0, -1)}`;
      expect([vault.hide(text), vault.hideWithTail(text), vault.hideInError(text)]).toEqual([
        text,
        text,
        text,
      ]);
      expect(vault.heldBack(text)).toBe(0);
      await vault.set('openai', HOME, key, false);
      expect(vault.hide(text)).toContain('[key]');
    },
  );

  it('leaves no rest of a key that begins as a shorter one does', async () => {
    const vault = new KeyVault(memoryStorage());
    await vault.set('openai', HOME, KEY.slice(0, 10), false);
    await vault.set('google', HOME, KEY, false);
    expect(vault.hide(`${KEY.slice(0, 10)} ${KEY}.`)).toBe('[key] [key].');
  });

  it.each(['a b', 'clé-secrète', 'a\nb', 'x'.repeat(4097)])('refuses %j, which is no key', async (key) => {
    const result = await new KeyVault(memoryStorage()).set('openai', HOME, key, false);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain(key);
  });

  it('takes every key out of a text, wherever and however often it stands', async () => {
    const secret = fc.string({
      unit: fc.constantFrom('a', 'b', '"', '\\', '-'),
      minLength: 6,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(secret, fc.array(fc.string()), async (key, around) => {
        const vault = await vaultWith(key);
        const text = around.join(key);
        expect(vault.hide(text)).not.toContain(key);
        expect(vault.hide(JSON.stringify({ text }))).not.toContain(JSON.stringify(key).slice(1, -1));
      }),
    );
  });

  it('takes telling pieces of a key, and what looks like a key, out of an error', async () => {
    const vault = await vaultWith('abcdefghij0123456789');
    expect(vault.hideInError('wrong key: cdefghij01234… given')).toBe('wrong key: [key]… given');
    expect(vault.hideInError('sk-proj-AAAA1111BBBB2222 is not yours')).toBe('[key] is not yours');
    expect(vault.hideInError('model claude-sonnet-5-5 not found, see https://docs.example.com/errors')).toBe(
      'model claude-sonnet-5-5 not found, see https://docs.example.com/errors',
    );
  });
});
