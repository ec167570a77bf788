import realCrypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome, testSystem } from './testSystem.ts';

type Crypto = typeof realCrypto;
const crypto = testSystem().builtin<Crypto>('crypto');
const bytes = fc.uint8Array({ maxLength: 300 });

/** The same bytes, texts and errors from both. */
function same(act: (crypto: Crypto) => unknown): void {
  const plain = (value: unknown): unknown =>
    ArrayBuffer.isView(value) ? [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] : value;
  const run = (from: Crypto) => outcome(() => plain(act(from)));
  expect(run(crypto)).toEqual(run(realCrypto));
}

describe('hashes', () => {
  it('are those of OpenSSL, in pieces and copied midway', () => {
    for (const name of crypto.getHashes()) {
      fc.assert(
        fc.property(
          bytes,
          bytes,
          fc.constantFrom('hex', 'base64', 'base64url', undefined),
          (first, second, encoding) => {
            same((from) => {
              const hash = from.createHash(name).update(first);
              const copy = hash.copy().digest('hex');
              return [copy, String(hash.update(second).digest(encoding as 'hex'))];
            });
            if (!/shake/.test(name))
              same((from) => from.createHmac(name, first).update(second).digest('hex'));
          },
        ),
        { numRuns: 5 },
      );
    }
    same((from) => from.createHash('SHA256').update('é', 'utf8').digest('hex'));
    same((from) => from.createHash('sha256').update('6869', 'hex').digest('hex'));
    same((from) => from.createHash('shake128', { outputLength: 8 }).update('x').digest('hex'));
    same((from) => (from as Crypto & { hash(name: string, text: string): string }).hash('sha1', 'x'));
  });

  it('refuse as Node does', () => {
    same((from) => from.createHash('nope'));
    same((from) => from.createHash(5 as never));
    same((from) => from.createHash('md5').update(5 as never));
    same((from) => from.createHmac('nope', 'k'));
    same((from) => from.createHmac('md5', undefined as never));
    same((from) => {
      const hash = from.createHash('md5');
      hash.digest();
      return hash.update('x');
    });
    same((from) => from.timingSafeEqual(Buffer.alloc(1), Buffer.alloc(2)));
    same((from) => from.timingSafeEqual('a' as never, Buffer.alloc(2)));
    same((from) => [
      from.timingSafeEqual(Buffer.from('ab'), Buffer.from('ab')),
      from.timingSafeEqual(Buffer.from('ab'), Buffer.from('ac')),
    ]);
  });

  it('are streams too', async () => {
    const { Readable } = await import('node:stream');
    const hash = crypto.createHash('sha1');
    const parts = await Readable.from(['a', 'b']).pipe(hash).toArray();
    expect(Buffer.concat(parts).toString('hex')).toBe(
      realCrypto.createHash('sha1').update('ab').digest('hex'),
    );
  });
});

describe('random', () => {
  it('has the lengths, ranges and refusals of Node', () => {
    expect(crypto.randomBytes(20)).toHaveLength(20);
    expect(crypto.randomUUID()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    for (let count = 0; count < 200; count++) {
      const value = crypto.randomInt(3, 6);
      expect([3, 4, 5]).toContain(value);
    }
    expect(crypto.getRandomValues(new Uint32Array(4))).toHaveLength(4);
    same((from) => from.randomBytes(-1));
    same((from) => from.randomInt(5, 1));
    same((from) => from.randomInt('a' as never));
  });

  it('comes from the seed of the system alone', () => {
    const seeded = () => {
      let next = 7;
      const fill = (target: Uint8Array) => {
        for (let at = 0; at < target.length; at++) target[at] = next = (next * 31 + 11) % 251;
      };
      const made = testSystem({ random: { fill, next: () => 0.5 } }).builtin<Crypto>('crypto');
      return [
        made.randomUUID(),
        made.randomBytes(4).toString('hex'),
        made.randomInt(1000),
        made.webcrypto.randomUUID(),
      ];
    };
    expect(seeded()).toEqual(seeded());
  });
});

describe('derived keys', () => {
  it('are those of Node', () => {
    same((from) => from.pbkdf2Sync('pass', 'salt', 100, 40, 'sha512').toString('hex'));
    same((from) => from.scryptSync('pass', 'salt', 32).toString('hex'));
    same((from) => from.scryptSync('pass', 'salt', 16, { N: 1024, r: 4, p: 2 }).toString('hex'));
    same((from) => Buffer.from(from.hkdfSync('sha256', 'key', 'salt', 'info', 50)).toString('hex'));
    same((from) => from.pbkdf2Sync('p', 's', 0, 1, 'md5'));
    same((from) => from.pbkdf2Sync('p', 's', 1, 1, 'nope'));
    same((from) => from.scryptSync('p', 's', 16, { N: 3 }));
    same((from) => from.hkdfSync('nope', 'k', 's', 'i', 5));
  });

  it('come later to a callback', async () => {
    const key = await new Promise((resolve) =>
      crypto.scrypt('p', 's', 8, (_error, made) => resolve(made.toString('hex'))),
    );
    expect(key).toBe(realCrypto.scryptSync('p', 's', 8).toString('hex'));
  });
});

describe('ciphers', () => {
  it('give what Node gives, and take it back', () => {
    for (const name of crypto.getCiphers() as 'aes-256-gcm'[]) {
      const info = realCrypto.getCipherInfo(name)!;
      fc.assert(
        fc.property(bytes, bytes, (first, second) => {
          const [key, iv] = [
            Buffer.alloc(info.keyLength, 7),
            info.ivLength ? Buffer.alloc(info.ivLength, 9) : null,
          ];
          const tagged = /gcm|poly/.test(name);
          const options = name.includes('poly') ? ({ authTagLength: 16 } as never) : undefined;
          const encrypt = (from: Crypto) => {
            const cipher = from.createCipheriv(name, key, iv as never, options);
            if (tagged) cipher.setAAD(Buffer.from('extra'));
            const data = Buffer.concat([cipher.update(first), cipher.update(second), cipher.final()]);
            return [data.toString('hex'), tagged ? cipher.getAuthTag().toString('hex') : ''] as const;
          };
          const [data, tag] = encrypt(crypto);
          expect([name, data, tag]).toEqual([name, ...encrypt(realCrypto)]);
          const decipher = crypto.createDecipheriv(name, key, iv as never, options);
          if (tagged) decipher.setAAD(Buffer.from('extra')).setAuthTag(Buffer.from(tag, 'hex'));
          expect(decipher.update(data, 'hex', 'hex') + decipher.final('hex')).toBe(
            Buffer.concat([first, second]).toString('hex'),
          );
        }),
        { numRuns: 10 },
      );
    }
  });

  it('refuse as Node does', () => {
    same((from) => from.createCipheriv('nope', 'k', 'i'));
    same((from) => from.createCipheriv('aes-128-cbc', Buffer.alloc(16), 'i'));
    same((from) => from.createCipheriv('aes-128-cbc', Buffer.alloc(3), Buffer.alloc(16)));
    same((from) => {
      const decipher = from.createDecipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16));
      decipher.update('00', 'hex');
      return decipher.final();
    });
    same((from) => {
      const decipher = from.createDecipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12));
      decipher.setAuthTag(Buffer.alloc(16));
      decipher.update('00', 'hex');
      return decipher.final();
    });
    same((from) => from.createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12)).getAuthTag());
  });
});

describe('webcrypto', () => {
  it('digests, signs, encrypts and derives as Node', async () => {
    const run = async ({ webcrypto: { subtle } }: Crypto) => {
      const data = new TextEncoder().encode('some data');
      const hex = (memory: ArrayBuffer) => Buffer.from(memory).toString('hex');
      const hmac = await subtle.importKey('raw', data, { name: 'HMAC', hash: 'SHA-256' }, true, [
        'sign',
        'verify',
      ]);
      const signature = await subtle.sign('HMAC', hmac, data);
      const aes = await subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt', 'decrypt']);
      const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, aes, data);
      const base = await subtle.importKey('raw', data, 'PBKDF2', false, ['deriveBits']);
      const bits = await subtle.deriveBits(
        { name: 'PBKDF2', hash: 'SHA-256', salt: data, iterations: 10 },
        base,
        256,
      );
      return [
        hex(await subtle.digest('SHA-256', data)),
        hex(signature),
        await subtle.verify('HMAC', hmac, signature, data),
        hex(sealed),
        hex(await subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, aes, sealed)),
        hex(bits),
        (await subtle.exportKey('jwk', hmac)).k,
      ];
    };
    expect(await run(crypto)).toEqual(await run(realCrypto));
  });
});

it('names everything that Node has, and says of the rest that it is not there', () => {
  const missing = Object.keys(realCrypto).filter((name) => !(name in crypto));
  expect(missing).toEqual([]);
  expect(() => crypto.generateKeyPairSync('rsa', { modulusLength: 2048 })).toThrow(
    /not available in this computer/,
  );
});
