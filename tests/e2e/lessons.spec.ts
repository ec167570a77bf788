import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { packLesson } from '../../src/core/lesson/index.ts';
import { sampleData, sampleProse } from '../../src/ui/words/sampleLesson.ts';
import { axeFindings } from './support/axe.ts';
import { shot } from './support/shot.ts';

const lesson = (page: Page, id: string) => page.goto(`./#/lesson/${id}`);
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true });

test('a learner predicts, runs, looks at three views and does the task, with the keyboard alone; the progress stays', async ({
  page,
}) => {
  await page.goto('./#/lessons');
  await page.getByRole('link', { name: /One result, three views/ }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'A build that says a lot')).toBeVisible();
  await page.getByRole('radio', { name: 'All of it' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Its beginning', exact: true })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Right.')).toBeVisible();
  // Every number of the text is computed from the run: these are what Claude Code's protocol makes of this output.
  const text = page.getByRole('main');
  await expect(text).toContainText('Of the output it was sent 1,958 of 59,161 characters');
  await page.getByRole('tab', { name: 'Model' }).focus();
  const panel = (name: string) => page.getByRole('tabpanel', { name: `${name} view` });
  await expect(panel('Model').getByText('<persisted-output>', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(panel('User').getByText('compile src/part-3.c ... ok')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(panel('Disk').getByText('59,161 bytes')).toBeVisible();
  await next(page).press('Enter');
  await expect(heading(page, 'Where the error is')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, "Get the error into the model's view")).toBeFocused();
  const open = page.getByRole('list', { name: 'What the task asks' });
  await expect(open.getByText('Open: ')).toHaveCount(2);
  await page.getByLabel('Pattern').fill('nothing of the kind');
  await page.getByLabel('Pattern').press('Enter');
  await expect(panel('Model').getByText(/No matches/)).toBeVisible();
  await expect(open.getByText('Open: ')).toHaveCount(2);
  await page.getByLabel('Pattern').fill('error:');
  await page.getByLabel('Pattern').press('Enter');
  await expect(open.getByText('Done: ')).toHaveCount(2);
  await expect(text).toContainText('against 24,326 for the whole output');
  await page.reload();
  await page.goto('./#/lessons');
  await expect(page.getByRole('link', { name: /One result, three views.*2 of 3 steps/ })).toBeVisible();
});

test('no violations of axe in the list, a step, a task, a table, and for teachers; nothing is wider than a phone', async ({
  page,
}) => {
  await page.goto('./#/lessons');
  await expect(page.getByRole('link', { name: /Design your own/ })).toBeVisible();
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await shot(page, 'lessons-list');
  await page.goto('./#/lessons/teachers');
  await expect(page.getByRole('heading', { name: 'Write a lesson' })).toBeVisible();
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await lesson(page, 'units');
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await page.getByRole('button', { name: 'Show me the answer' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await shot(page, 'lessons-table');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFindings(page, 'colours')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of [
    'lessons',
    'lessons/teachers',
    'lesson/head-or-tail/3',
    'lesson/your-own-profile/3',
  ]) {
    await page.goto(`./#/${address}`);
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
    if (address.startsWith('lesson/'))
      await expect(page.getByRole('list', { name: 'What the task asks' })).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      address,
    ).toBeLessThanOrEqual(0);
    expect(await axeFindings(page, 'every rule'), address).toEqual([]);
    await shot(page, `lessons-phone-${address.replaceAll('/', '-')}`);
  }
  // What the learner has designed opens in the Lab, beside the harness that it began as.
  const form = page.getByRole('main');
  await form.getByRole('combobox', { name: 'Begin as' }).selectOption('pi');
  const toLab = form.getByRole('link', { name: 'Open this profile in the Lab' });
  await expect(toLab).toHaveAttribute('href', /#\/lab\?profile=pi$/);
  await form.getByLabel('Page of a file, lines').fill('1234');
  await page.keyboard.press('Enter');
  await expect(toLab).toHaveAttribute('href', /#\/lab\?profile=pi;readLines%3D1234&profile=pi$/);
  const opened = page.waitForEvent('popup');
  await toLab.click();
  await expect((await opened).getByRole('tablist', { name: 'Views of the Lab' })).toBeVisible();
});

test('a presentation has large type, nothing else on the screen, and arrow keys', async ({ page }) => {
  await page.goto('./#/lesson/phantom-read?present');
  const first = heading(page, 'All checks passed');
  await expect(first).toBeVisible();
  expect(
    await first.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  ).toBeGreaterThan(30);
  const box = await page.locator('.lesson').boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  await shot(page, 'lessons-present');
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 'What could have shown it')).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(first).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/lesson\/phantom-read$/);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
});

test('a lesson of a folder opens without a build, has a link of its own, and runs only when it is begun', async ({
  page,
}) => {
  const folder = join(await mkdtemp(join(tmpdir(), 'lesson-')), 'My lesson');
  await mkdir(folder);
  await writeFile(join(folder, 'lesson.md'), sampleProse);
  await writeFile(join(folder, 'lesson.json'), sampleData);
  await page.goto('./#/lessons/teachers');
  await page.getByLabel('Folder of a lesson').setInputFiles(folder);
  await expect(heading(page, 'A lesson of my own')).toBeVisible();
  await expect(page).toHaveURL(/#\/lesson\/l\//);
  await page.reload();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Show me the answer' }).click();
  await expect(page.getByRole('main')).toContainText(/The model was sent [\d,]+ of 108,894 characters/);
});

test('a hostile lesson is text: no markup, no script, no file outside, and nothing before it is begun', async ({
  page,
}) => {
  const said: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => said.push('dialog')));
  page.on('pageerror', (error) => said.push(String(error)));
  const evil = '<img src=x onerror=alert(1)> [x](javascript:alert(2)) <script>alert(3)</script>';
  const prose = `---\ntitle: ${evil}\nsummary: ${evil}\nminutes: 5\nprofile: claude-code\n---\n\n## ${evil}\n\n${evil}\n\n---\n\n{{a.view}}\n`;
  const call = { tool: 'Bash', callId: 'a', input: { command: `printf '%s' '${evil}'` } };
  const data = {
    steps: [{ run: [{ kind: 'turn', user: evil, model: [{ calls: [call] }, { text: evil }] }] }],
  };
  const packed = packLesson({ id: 'evil', prose, data: JSON.stringify(data) });
  await page.goto(`./#/lesson/l/${packed}/1`);
  await expect(page.getByText('somebody wrote it')).toBeVisible();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Model view' }).getByText(evil)).toBeVisible();
  expect(await page.locator('main.lessons :is(img, script, a[href^="javascript"])').count()).toBe(0);
  expect(said).toEqual([]);
  await page.goto(`./#/lesson/l/${packed.slice(0, -9)}`);
  await expect(page.getByRole('alert')).toContainText('This link to a lesson was cut');
});

test.describe('framed by another origin', () => {
  let host: Server;
  let address = '';
  test.beforeAll(async () => {
    host = createServer((request, response) => {
      const framed = new URL(request.url ?? '/', 'http://host').searchParams.get('frame') ?? '';
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<title>host</title><iframe title="framed" width="1200" height="800" src="${framed.replaceAll('"', '')}"></iframe>`,
      );
    });
    await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
    address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/?frame=`;
  });
  test.afterAll(() => host.close());

  test('the lesson runs, alone, without a key’s code; every other document is refused', async ({
    page,
    baseURL,
    request,
  }) => {
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url()));
    const at = (path: string) => address + encodeURIComponent(new URL(path, baseURL).href);
    await page.goto(at('embed.html?embed=1#/lesson/refuse-or-save/5'));
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Ask the file' })).toBeVisible();
    await frame.getByRole('button', { name: 'Show me the answer' }).click();
    await expect(frame.getByText('Done.', { exact: true })).toBeVisible();
    await expect(frame.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
    expect(asked.filter((url) => /network-worker|\/index-|\/first-/.test(url))).toEqual([]);
    await shot(page, 'lessons-embedded');
    // What the document can load, followed through its scripts: nowhere a worker that knows of keys.
    const seen = new Map<string, string>();
    const follow = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      const text = await (await request.get(path)).text();
      seen.set(path, text);
      for (const [, name] of text.matchAll(/["'`/]((?:embed-|guest-)?[\w.-]+\.js)["'`]/g))
        await follow(`./assets/${name}`);
    };
    const html = await (await request.get('./embed.html')).text();
    for (const [, name] of html.matchAll(/assets\/([\w.-]+\.js)/g)) await follow(`./assets/${name}`);
    expect(seen.size).toBeGreaterThan(5);
    for (const [path, text] of seen)
      expect(text.match(/(?<!guest-)network-worker-[\w-]+\.js/), path).toBeNull();
    await page.goto('./?embed=1#/lesson/units');
    await expect(page).toHaveURL(/\/embed\.html\?embed=1#\/lesson\/units$/);
    await expect(page.getByRole('heading', { name: 'Four texts of the same length' })).toBeVisible();
    expect(await axeFindings(page, 'every rule')).toEqual([]);
    for (const path of ['./', './index.html', './#/lesson/three-views']) {
      await page.goto(at(path));
      await expect.poll(() => page.frames()[1]?.url(), { message: path }).toMatch(/^chrome-error:/);
    }
  });
});
