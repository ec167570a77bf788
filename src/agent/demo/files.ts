import type { SeedFile } from '../workspace/guestHost.ts';

const readme = `# fair-share

Splits an amount of money by weights so that no cent is lost, reads amounts and writes bills.

\`npm test\` runs the tests. They fail: find out why.
`;

const packageJson = `{
  "name": "fair-share",
  "version": "1.4.0",
  "description": "Splits an amount of money so that no cent is lost",
  "type": "module",
  "exports": "./src/index.js",
  "scripts": {
    "test": "node --test"
  },
  "license": "MIT"
}
`;

const srcIndexJs = `export { allocate } from './allocate.js';
export { billOf } from './bill.js';
export { formatCents, parseCents } from './cents.js';
`;

/** The mistake: rounding up gives more than there is, and nothing takes it back. */
const srcAllocateJs = `/** Splits \`cents\` by \`weights\`; what cannot be divided goes to the first parts, one cent each. */
export function allocate(cents, weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.round((cents * weight) / total));
  let rest = cents - parts.reduce((sum, part) => sum + part, 0);
  for (let index = 0; rest > 0; index++, rest--) parts[index] += 1;
  return parts;
}
`;

const srcCentsJs = `/** \`12.5\` is 1250 cents. Throws on what is no amount. */
export function parseCents(text) {
  const match = /^(-?)(\\d+)(?:\\.(\\d{1,2}))?$/.exec(text.trim());
  if (!match) throw new TypeError(\`not an amount: \${text}\`);
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

export function formatCents(cents) {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return \`\${sign}\${digits.slice(0, -2)}.\${digits.slice(-2)}\`;
}
`;

const srcBillJs = `import { allocate } from './allocate.js';
import { formatCents } from './cents.js';

/** One line for each guest: name and share of the bill, aligned. */
export function billOf(cents, guests) {
  const shares = allocate(cents, guests.map(({ weight }) => weight));
  const width = Math.max(...guests.map(({ name }) => name.length));
  return guests.map(({ name }, index) => \`\${name.padEnd(width)}  \${formatCents(shares[index]).padStart(9)}\`).join('\\n');
}
`;

/** Noisy, as the tests of long-lived projects are: some 200 KB in all, the failure in the middle. */
const testAllocateTestJs = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocate } from '../src/index.js';

const sum = (parts) => parts.reduce((total, part) => total + part, 0);

/** Says what it checks, so that a failure can be followed. */
function check(cents, weights) {
  const parts = allocate(cents, weights);
  console.log(\`allocate \${cents} by \${weights.join(':')} gives \${parts.join(' + ')}\`);
  assert.equal(sum(parts), cents, \`\${weights.join(':')} of \${cents} cents adds up to \${sum(parts)}\`);
}

test('one part is the whole', () => {
  for (let cents = 0; cents < 700; cents++) check(cents, [1]);
});

test('two equal parts add up to the amount', () => {
  for (let cents = 0; cents < 1800; cents += 2) check(cents, [1, 1]);
});

test('three unequal parts add up to the amount', () => {
  for (let cents = 0; cents < 600; cents++) check(cents, [3, 2, 1]);
});

test('a part without weight gets nothing', () => {
  for (let cents = 0; cents < 700; cents++) check(cents, [1, 0]);
});
`;

const testBillTestJs = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billOf } from '../src/index.js';

const guests = [
  { name: 'Ada', weight: 2 },
  { name: 'Grace', weight: 1 },
  { name: 'Edsger', weight: 1 },
];

test('a bill has a line for each guest', () => {
  for (let cents = 400; cents < 2800; cents += 4) {
    const bill = billOf(cents, guests);
    console.log(bill);
    assert.equal(bill.split('\\n').length, guests.length);
  }
});
`;

const testCentsTestJs = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCents, parseCents } from '../src/index.js';

test('every amount is read as it was written', () => {
  for (let cents = -1000; cents < 1000; cents++) {
    const text = formatCents(cents);
    console.log(\`\${cents} cents are written \${text} and read \${parseCents(text)}\`);
    assert.equal(parseCents(text), cents);
  }
});

test('what is no amount is refused', () => {
  for (const text of ['', '1,5', '1.234', 'ten', '--1']) {
    assert.throws(() => parseCents(text), { name: 'TypeError', message: \`not an amount: \${text}\` });
  }
});
`;

/** What a new demo session begins with, below its workspace: a small library whose tests fail. */
export const demoFiles: readonly SeedFile[] = [
  { path: 'README.md', text: readme },
  { path: 'package.json', text: packageJson },
  { path: 'src/index.js', text: srcIndexJs },
  { path: 'src/allocate.js', text: srcAllocateJs },
  { path: 'src/cents.js', text: srcCentsJs },
  { path: 'src/bill.js', text: srcBillJs },
  { path: 'test/allocate.test.js', text: testAllocateTestJs },
  { path: 'test/bill.test.js', text: testBillTestJs },
  { path: 'test/cents.test.js', text: testCentsTestJs },
];
