import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TestShell } from '../shellHarness.ts';

const home = '/home/user/project';

/** Names that archives carry in different ways: short, beyond 100 bytes, with characters of several bytes. */
const names = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/),
  fc.stringMatching(/^[a-z]{60}\/[a-z]{70}$/),
  fc.constantFrom('é漢字', 'with blank', 'a/b/c', '#hash', "it's"),
);
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  fc.constantFrom(new Uint8Array(0), new Uint8Array(511), new Uint8Array(512), new Uint8Array(513)),
);
const trees = fc.dictionary(names, contents, { minKeys: 1, maxKeys: 4 }).filter((tree) => {
  const paths = Object.keys(tree);
  return !paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)));
});

async function shellWith(tree: Readonly<Record<string, Uint8Array>>): Promise<TestShell> {
  const shell = new TestShell();
  for (const [name, bytes] of Object.entries(tree)) {
    const path = `${home}/in/${name}`;
    await shell.files.mkdir(path.slice(0, path.lastIndexOf('/')), true);
    await shell.files.writeFile(path, bytes);
  }
  return shell;
}

it.each([
  ['tar', 'tar cf x.tar in && mkdir out && tar xf x.tar -C out'],
  ['tar -z', 'tar czf x.tgz in && mkdir out && tar xf x.tgz -C out'],
  ['tar --format=pax', 'tar --format=pax -cf x.tar in && mkdir out && tar xf x.tar -C out'],
  ['a pipe of tar', 'mkdir out && tar cf - in | tar xf - -C out'],
  ['zip', 'zip -qr x.zip in && unzip -q x.zip -d out'],
])('%s gives back every byte of every file', async (_name, script) => {
  await fc.assert(
    fc.asyncProperty(trees, async (tree) => {
      const shell = await shellWith(tree);
      const ran = await shell.run(script);
      expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual(['', '', 0]);
      for (const [name, bytes] of Object.entries(tree))
        expect(await shell.files.readFile(`${home}/out/in/${name}`)).toEqual(bytes);
    }),
    { numRuns: 15 },
  );
});

it('gzip gives back every byte, at every level and from several members', async () => {
  await fc.assert(
    fc.asyncProperty(contents, fc.integer({ min: 1, max: 9 }), async (bytes, level) => {
      const shell = await shellWith({ a: bytes });
      const ran = await shell.run(
        `gzip -${level} -k in/a; cat in/a.gz in/a.gz | gunzip > b; cat in/a in/a | cmp - b`,
      );
      expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual(['', '', 0]);
    }),
    { numRuns: 30 },
  );
});

it('xxd -r makes of every dump what it was made of', async () => {
  const forms = fc.constantFrom('', '-p', '-c 7', '-g 4', '-u', '-c 5 -g 1');
  await fc.assert(
    fc.asyncProperty(contents, forms, async (bytes, form) => {
      const shell = await shellWith({ a: bytes });
      const ran = await shell.run(
        `xxd ${form} in/a | xxd -r ${form === '-p' ? '-p' : form.replace(/-[gu] ?\d*/, '')} | cmp - in/a`,
      );
      expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual(['', '', 0]);
    }),
    { numRuns: 30 },
  );
});

it('bc reckons with whole numbers of any size as BigInt does', async () => {
  const numbers = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(numbers, numbers), { minLength: 5, maxLength: 20 }), async (pairs) => {
      const divisible = pairs.filter(([, b]) => b !== 0n);
      const program = divisible.map(([a, b]) => `a=${a};b=${b};a+b;a-b;a*b;a/b;a%b;a<b`).join('\n');
      const shell = new TestShell();
      await shell.files.writeFile(`${home}/p.bc`, new TextEncoder().encode(`${program}\n`));
      const ran = await shell.run('BC_LINE_LENGTH=0 bc p.bc </dev/null');
      const wanted = divisible.flatMap(([a, b]) => [a + b, a - b, a * b, a / b, a % b, a < b ? 1n : 0n]);
      expect([ran.stdout, ran.stderr]).toEqual([wanted.map((each) => `${each}\n`).join(''), '']);
    }),
    { numRuns: 20 },
  );
});

it('factor gives primes whose product is the number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt({ min: 2n, max: 2n ** 62n }), { minLength: 1, maxLength: 5 }),
      async (numbers) => {
        const ran = await new TestShell().run(`factor ${numbers.join(' ')}`);
        const rows = ran.stdout
          .trimEnd()
          .split('\n')
          .map((row) => row.split(': ')[1]!.split(' ').map(BigInt));
        expect(rows.map((row) => row.reduce((product, each) => product * each, 1n))).toEqual(numbers);
      },
    ),
    { numRuns: 20 },
  );
});

it('a patch made by diff -u turns the one file into the other and back', async () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'longer line'), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lines, lines, async (a, b) => {
      const encode = (list: readonly string[]): Uint8Array =>
        new TextEncoder().encode(`${list.join('\n')}\n`);
      const shell = await shellWith({ a: encode(a), b: encode(b) });
      const ran = await shell.run(
        'cd in; cp a work; diff -u a b > p; patch -s work p; cmp work b && patch -sR work p; cmp work a',
      );
      expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual(['', '', 0]);
    }),
    { numRuns: 30 },
  );
});

it('mktemp, shuf and uuidgen give the same for the same seed, and another for another', async () => {
  const script = 'mktemp -u XXXXXXXXXX; shuf -i 1-1000 -n 5; uuidgen';
  const [first, again, other] = await Promise.all(
    [7, 7, 8].map(async (seed) => (await new TestShell().run(script, { seed })).stdout),
  );
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
