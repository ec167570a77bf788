import { describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../../../src/models/network/guarded-fetch.ts';
import { KeyVault } from '../../../../src/models/network/vault.ts';
import { KEY, memoryStorage } from './kinds.ts';

const HOME = 'https://api.example.com';

async function guarded() {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
  const vault = new KeyVault(memoryStorage());
  await vault.set('openai', HOME, KEY, false);
  await vault.set('openai', 'https://evil.org', 'sk-another-key-1', false);
  const guardedFetch = createGuardedFetch({
    provider: 'openai',
    origin: HOME,
    vault,
    fetch: async (input, init) => {
      asked.push({ url: String(input), init });
      return new Response('{}');
    },
    onBody: () => undefined,
    onTooLarge: () => {},
  });
  return { guardedFetch, asked };
}

describe('the way to the network', () => {
  it('asks its own origin and no other, whoever has a key there', async () => {
    const { guardedFetch, asked } = await guarded();
    for (const url of [
      'https://evil.org/v1',
      'http://api.example.com/v1',
      'https://api.example.com:8443/v1',
    ]) {
      await expect(guardedFetch(url, { method: 'POST', body: '{}' })).rejects.toThrow('was refused');
      await expect(guardedFetch(new Request(url), { body: '{}' })).rejects.toThrow('was refused');
    }
    expect(asked).toEqual([]);
    await guardedFetch(`${HOME}/v1`, { method: 'POST', body: '{}' });
    expect(asked.map(({ url }) => url)).toEqual([`${HOME}/v1`]);
  });

  it('sends no cookie, no referrer and no key but the vault’s, and follows no redirect', async () => {
    const { guardedFetch, asked } = await guarded();
    const headers = {
      authorization: 'Bearer other',
      'x-api-key': 'other',
      cookie: 'a=b',
      accept: 'text/plain',
    };
    await guardedFetch(`${HOME}/v1`, { method: 'POST', body: '{}', headers, credentials: 'include' });
    const [request] = asked;
    expect(request?.init).toMatchObject({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    expect(Object.fromEntries(new Headers(request?.init?.headers))).toEqual({
      accept: 'text/plain',
      authorization: `Bearer ${KEY}`,
    });
  });
});
