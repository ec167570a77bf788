import { expect, type Frame, type Page, test } from '@playwright/test';
import { type Collector, startCollector } from '../hosts/collector.ts';
import { type StaticHost, startStaticHost } from '../hosts/staticHost.ts';
import { answers, expected } from './isolation/askedProbes.ts';
import { embeddedOnly, guestRuns, newSession, runDemo, say } from './support/app.ts';
import { shot } from './support/shot.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** Hosts that cannot set headers, as GitHub Pages: the service worker sets them, with one reload at the first visit. */

test.use({ serviceWorkers: 'allow' });

let host: StaticHost;
let collector: Collector;
test.beforeEach(async () => {
  host = await startStaticHost(process.env.DIST ?? 'dist');
  collector = await startCollector();
});
test.afterEach(async () => {
  await host.stop();
  await collector.close();
});

const server = `cat > server.js <<'EOF'
require('http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(\`<p id="out">no script ran</p>
    <script>document.getElementById('out').textContent = 'a script ran in ' + self.origin</script>\`);
}).listen(3000);
EOF
node server.js > server.log 2>&1 &
until curl -s -o asked.html http://localhost:3000/; do sleep 0.1; done`;

/** The guest's document, which stands as text in an empty frame with its policy. */
function guestFrame(page: Page): Frame {
  return page.frames().find((frame) => frame.parentFrame()?.url().includes('guest-outer.html'))!;
}

test('a host without headers: isolated after one reload, with the policies of the product, and everything runs', async ({
  page,
}) => {
  const watched = await watch(page, host.url);
  await embeddedOnly(page);
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await page.goto(host.url);
  await guestRuns(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(loads).toBe(2);
  await runDemo(page);
  const headers = await page.evaluate(async () => Object.fromEntries((await fetch('./')).headers));
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expectQuiet(watched);
  // A server of the guest's, shown as it is elsewhere.
  await newSession(page);
  await say(page, server);
  await page.locator('details.guest summary').click();
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview of localhost:3000' });
  const shown = dialog.frameLocator('iframe').frameLocator('iframe').frameLocator('iframe');
  await expect(shown.locator('#out')).toHaveText('no script ran');
  await shot(page, 'isolation-preview');
  await dialog.getByRole('checkbox').check();
  await expect(shown.locator('#out')).toHaveText('a script ran in null');
});

test('there, too, guest code reaches nothing, from its workers and from its frame', async ({ page }) => {
  await embeddedOnly(page);
  await page.goto(host.url);
  await guestRuns(page);
  await newSession(page);
  await say(page, 'echo "a worker that has run $((6 * 7))"');
  await expect
    .poll(() => page.workers().filter((worker) => worker.url().startsWith('blob:null')).length)
    .toBeGreaterThan(0);
  const worker = page.workers().find((candidate) => candidate.url().startsWith('blob:null'))!;
  const context = (who: string) => ({ app: host.url, evil: collector.url, who });
  expect(await answers(worker, 'guestWorker', context('guest-worker'))).toEqual(expected('guestWorker'));
  const frame = guestFrame(page);
  expect(await answers(frame, 'guestFrame', context('guest-frame'))).toEqual(expected('guestFrame'));
  await frame.evaluate((url) => {
    location.href = url;
  }, `${collector.url}/guest-frame/self?secret`);
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible();
  expect(collector.requests.filter((request) => /guest-(worker|frame)/.test(request))).toEqual([]);
});
