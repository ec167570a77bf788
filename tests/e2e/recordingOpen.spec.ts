import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, type Page, test } from '@playwright/test';
import { headersFor } from '../../.ci/headers.mjs';
import { type RecordedEvent, sha256Hex } from '../../src/core/index.ts';
import { parseRecording } from '../../src/core/recording/index.ts';
import { startStaticHost } from '../hosts/staticHost.ts';
import { conversation, newSession, openApp, say, turnEnds } from './support/app.ts';
import { bash, jobRow, useScript } from './support/script.ts';
import { shot } from './support/shot.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** A recording is somebody else's: what opening one does, and what it never does. */

const fixture: { readonly link: string; readonly document: object } = JSON.parse(
  readFileSync('tests/recordings/v2.json', 'utf8'),
);
const page1 = (page: Page) => page.getByRole('heading', { name: 'A session', exact: true });

async function linkTo(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share this session' }).click();
  const link = page.getByRole('textbox', { name: 'Link to this session' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const address = await link.inputValue();
  await page.keyboard.press('Escape');
  return address;
}

const sameAgain = (page: Page) =>
  page.getByRole('status').getByText(/(\d+) of \1 results came out the same\./);

test('a session with a job, a wake and a command of one’s own: two tabs open its link, and each gives every result again', async ({
  page,
  context,
}) => {
  await openApp(page);
  await newSession(page);
  await useScript(page, [
    bash('echo begun; sleep 1; echo made > made.txt; exit 3', { run_in_background: true }),
    { text: 'It runs.' },
    { text: 'I have heard.' },
    bash('cat made.txt; echo seen'),
    { text: 'Seen.' },
  ]);
  await say(page, 'go');
  await expect(jobRow(page, 'job_1')).toContainText('told in turn 2');
  await turnEnds(page);
  await page.getByRole('textbox', { name: 'Message to the model' }).fill('!echo mine > mine.txt; ls');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('made.txt').first()).toBeVisible();
  await say(page, 'and now?');
  const address = await linkTo(page);
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto(address)));
  for (const tab of tabs) await tab.getByRole('button', { name: 'Run it again' }).click();
  for (const tab of tabs) {
    await expect(sameAgain(tab)).toBeVisible({ timeout: 60_000 });
    await expect(tab.getByText('The end of a job began this turn.')).toBeVisible();
    await expect(tab.locator('article[data-key="0.1.1"]')).toContainText('same');
    await expect(tab.locator('article[data-key="0.2.1"]')).toContainText('same');
  }
  const [tab] = tabs;
  if (tab) await shot(tab, 'recording-jobs');
});

test('before a fork a sheet says what the recording asks for, each off, and what its model is told', async ({
  page,
  baseURL,
}) => {
  const asking = {
    ...fixture.document,
    model: { provider: 'anthropic', model: 'claude-x' },
    system: { text: 'A system prompt of its own.' },
    events: [],
  };
  const watched = await watch(page, baseURL ?? '');
  await page.goto('./#/r');
  await page.getByLabel('Recording file').setInputFiles({
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(asking)),
  });
  await page.getByRole('button', { name: 'Fork as a session…' }).click();
  const sheet = page.getByRole('dialog');
  const model = sheet.getByRole('checkbox', { name: /anthropic claude-x, with your key/ });
  await expect(model).not.toBeChecked();
  await sheet.getByText(/What its model is told first/).click();
  await expect(sheet.getByText('A system prompt of its own.')).toBeVisible();
  await shot(page, 'recording-fork');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot(page, 'recording-fork-dark');
  await sheet.getByRole('button', { name: 'Fork', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'model' }).locator('option:checked')).toHaveText('parrot');
  expectQuiet(watched);
});

function* pieces(megabytes: number) {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  for (let at = 0; at < megabytes; at += 1) yield piece;
}

test('?src= asks before it fetches, then as a stranger would; what may not be fetched is refused', async ({
  page,
}) => {
  const asked: IncomingMessage['headers'][] = [];
  const host = createServer((request, response) => {
    asked.push(request.headers);
    const { url } = request;
    if (url === '/moved')
      response.writeHead(302, { location: '/a.json', 'Access-Control-Allow-Origin': '*' });
    else if (url === '/no-cors') response.writeHead(200);
    else response.writeHead(url === '/gone' ? 404 : 200, { 'Access-Control-Allow-Origin': '*' });
    // 100 MB, or what of it is taken.
    if (url === '/large')
      Readable.from(pieces(100))
        .on('error', () => {})
        .pipe(response);
    else response.end(JSON.stringify(fixture.document));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const source = (path: string) => encodeURIComponent(`http://127.0.0.1:${port}${path}`);
  try {
    await page.goto(`./?src=${source('/a.json')}`);
    const question = page.getByRole('group', { name: 'A recording elsewhere' });
    await expect(question).toContainText(`127.0.0.1:${port}/a.json`);
    expect(asked).toEqual([]);
    await shot(page, 'recording-elsewhere');
    await question.getByRole('button', { name: 'Fetch it' }).click();
    await expect(page1(page)).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.cookie).toBeUndefined();
    expect(asked[0]?.referer).toBeUndefined();
    for (const [path, words] of [
      ['/gone', 'the host answered 404'],
      ['/moved', 'it sends on to another address'],
      ['/no-cors', 'does not allow other pages to read it (CORS)'],
      ['/large', 'It is larger than 16 MB, more than any recording.'],
    ] as const) {
      await page.goto(`./#/r?src=${source(path)}`);
      await page.getByRole('button', { name: 'Fetch it' }).click();
      await expect(page.getByRole('alert')).toContainText(words);
    }
    expect(asked).toHaveLength(5);
    for (const refused of [
      'http://example.test/a',
      'javascript:alert(1)',
      'https://me:word@example.test/a',
    ]) {
      await page.goto(`./#/r?src=${encodeURIComponent(refused)}`);
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Fetch it' })).toBeHidden();
    }
  } finally {
    host.close();
  }
});

/** A recording whose model runs a program of the workspace, has a sub-agent look, and asks a host. */
function mixedDocument(): object {
  const { events } = fixture.document as { readonly events: readonly RecordedEvent[] };
  const record = events.find((event) => event.type === 'record');
  const step = events.find((event) => event.type === 'step');
  if (record?.type !== 'record' || step?.type !== 'step') throw new Error('the fixture has a step');
  const ask = (callId: string, wireName: string, input: object) => ({
    type: 'tool-call',
    callId,
    wireName,
    input,
  });
  const derived = { ...record, tool: 'bash', view: null, result: { kind: 'derived' } };
  const words = 'The host is far.\n';
  const told = {
    kind: 'inlined',
    chunks: [{ stream: 'stdout', text: words }],
    facts: null,
    pieces: [{ from: 'output', of: 'merged', start: 0, end: words.length }],
  };
  const stdout = (text: string) => ({ stdout: { bytes: text.length, sha256: sha256Hex(text) } });
  const inner = { turn: 900_000_001, step: 1 };
  return {
    ...fixture.document,
    guest: {
      kind: 'embedded',
      seed: 1,
      clockStartMs: null,
      workspace: { files: [{ path: 'bin/greet', text: '#!/bin/sh\necho hi\n', executable: true }] },
    },
    events: [
      { type: 'user-message', turn: 1, text: 'greet' },
      {
        ...step,
        parts: [
          ask('a', 'Bash', { command: './bin/greet' }),
          ask('b', 'task', { prompt: 'look', description: 'look' }),
          ask('c', 'Bash', { command: 'curl -sS http://far.example.test/' }),
        ],
      },
      { ...derived, key: '1.1.0', output: stdout('hi\n') },
      { type: 'sub-agent', key: '1.1.1', event: { type: 'user-message', turn: inner.turn, text: 'look' } },
      {
        type: 'sub-agent',
        key: '1.1.1',
        event: { ...step, ...inner, parts: [ask('d', 'Bash', { command: 'ping far' })] },
      },
      {
        type: 'sub-agent',
        key: '1.1.1',
        event: { ...record, key: '900000001.1.0', output: stdout(words), view: null, result: told },
      },
      { ...record, key: '1.1.1', tool: 'task', output: stdout(words), view: null, result: told },
      { ...derived, key: '1.1.2', output: stdout('<html>') },
    ],
  };
}

test('a program of the workspace runs again, a sub-agent is played and folds out, a command that asks a host cannot run, nor can what another kind of guest ran', async ({
  page,
  baseURL,
}) => {
  const watched = await watch(page, baseURL ?? '');
  const open = async (document: object) => {
    const buffer = Buffer.from(JSON.stringify(document));
    await page.goto('./#/r');
    await page
      .getByLabel('Recording file')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  };
  const call = (key: string) => page.locator(`article[data-key="${key}"]`);
  const mixed = mixedDocument();
  await open(mixed);
  await call('1.1.1').getByText('What its sub-agent said and did: 2 rows').click();
  await expect(call('900000001.1.0')).toContainText('ping far');
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: '1.1.2 cannot run here: what follows was not run.' }),
  ).toBeVisible({ timeout: 60_000 });
  await expect(call('1.1.0')).toHaveAttribute('aria-label', 'Bash, same');
  await expect(call('1.1.1')).toHaveAttribute('aria-label', 'task, from the recording');
  await expect(call('1.1.2').getByRole('alert')).toHaveText(
    'Cannot run here: it asked for far.example.test, and a re-run reaches no host.',
  );
  await expect(call('900000001.1.0')).toHaveAttribute('aria-label', 'Bash, in the recording');
  await shot(page, 'recording-cannot-run');
  expectQuiet(watched);

  await page.reload();
  await open({
    ...mixed,
    guest: { kind: 'webcontainer', seed: 1, clockStartMs: null, workspace: { files: [] } },
  });
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'recorded on a webcontainer guest' }),
  ).toBeVisible();
  await expect(call('1.1.0')).toContainText('./bin/greet');
});

test('row 50: a session whose link would be too long is a file instead, and the file is the session', async ({
  page,
  browser,
}) => {
  await openApp(page);
  await newSession(page);
  // Another each time: chance of the guest itself would come again, and need not travel.
  await say(
    page,
    `awk -v s=$(date +%s%N) 'BEGIN { srand(s % 1000003); for (i = 0; i < 20000; i++) print rand() }'`,
  );
  await page.getByRole('button', { name: 'Share this session' }).click();
  await expect(page.getByText('Too long for a link')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('textbox', { name: 'Link to this session' })).toBeHidden();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await download).path();
  const reader = await (await browser.newContext()).newPage();
  await reader.goto('./#/r');
  await reader.getByLabel('Recording file').setInputFiles({
    name: (await download).suggestedFilename(),
    mimeType: 'application/gzip',
    buffer: readFileSync(file),
  });
  await expect(reader.getByRole('heading', { name: /^awk -v / })).toBeVisible();
  await reader.getByText('Output in the recording').first().click();
  await expect(reader.getByRole('region', { name: 'Recorded output of 1.1.0' })).toContainText(
    /(0\.\d+\s+){100}/,
  );
  await reader.context().close();
});

test('a file that is dropped is opened, a large one is read apart from the page and can be stopped', async ({
  page,
}) => {
  await page.goto('./#/r');
  const target = page.getByRole('group', { name: 'Open a recording' });
  await expect(target).toBeVisible();
  const events = Array.from({ length: 200_000 }, (_, at) => ({
    type: 'user-message',
    turn: at + 1,
    text: 'x',
  }));
  await page.getByLabel('Recording file').setInputFiles({
    name: 'large.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...fixture.document, events })),
  });
  await target.getByRole('button', { name: 'Stop reading it' }).click();
  await expect(target.getByRole('status')).toHaveCount(0);
  await expect(target.getByRole('alert')).toHaveCount(0);
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'a.json', { type: 'application/json' }));
    return data;
  }, JSON.stringify(fixture.document));
  await target.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page1(page)).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a fresh profile that has the page opens a link, reads it and runs it again', async ({ browser }) => {
    const host = await startStaticHost(process.env.DIST ?? 'dist', headersFor);
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    try {
      const page = await context.newPage();
      await page.goto(`${host.url}#/guest`);
      await expect(page.locator('[data-kept-offline="true"]')).toBeAttached({ timeout: 40_000 });
      await page.close();
      await host.stop();
      const reader = await context.newPage();
      await reader.goto(`${host.url}#${fixture.link}`);
      await expect(page1(reader)).toBeVisible();
      await expect(reader.getByText('build it')).toBeVisible();
      await reader.getByRole('button', { name: 'Run it again' }).click();
      // The fixture was never run: its first command does not come out as it says.
      await expect(reader.getByText(/Drift at 1\.1\.0/)).toBeVisible({ timeout: 60_000 });
    } finally {
      await context.close();
      await host.stop();
    }
  });
});

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Every text of the document as somebody would write it who means harm, wherever the door lets it through. */
function hostileDocument(): object {
  const document = structuredClone(fixture.document);
  let count = 0;
  const visit = (value: Json, set: (next: string) => void): void => {
    if (typeof value === 'string') {
      const at = count++;
      const long = at === 3 ? 'x'.repeat(1_000_000) : '';
      const code = `<img src=x onerror="window.pwned=${at}">[l](javascript:window.pwned=${at})`;
      set(`${code}\u202e\u2066<script>window.pwned=${at}<\u002fscript>\u001b]8;;javascript:1\u0007${long}`);
      if (!parseRecording(document).ok) set(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        visit(member, (next) => Object.assign(value, { [name]: next }));
      }
    }
  };
  visit(document as Json, () => {});
  return document;
}

test('rows 53 and 55: code, direction marks and a name of a megabyte in every text of a recording are shown as text', async ({
  page,
  baseURL,
}) => {
  const document = hostileDocument();
  const text = JSON.stringify(document);
  const places = text.split('onerror').length - 1;
  console.log(`${places} hostile texts in one recording`);
  expect(places).toBeGreaterThan(30);
  const watched = await watch(page, baseURL ?? '');
  await page.goto('./#/r');
  await page
    .getByLabel('Recording file')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const list = page.getByRole('region', { name: 'Transcript' });
  await expect(list).toBeVisible();
  for (let screen = 0; screen < 12; screen += 1) {
    await list.evaluate((element) => element.scrollBy(0, element.clientHeight));
  }
  const hrefs = await page
    .locator('a:not(nav a)')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => !/^(https?:|#|\.\/|$)/.test(href))).toEqual([]);
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
  await page.getByRole('button', { name: /^Fork as a session/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.locator('main img, dialog img').count()).toBe(0);
  expect(await page.evaluate(() => (globalThis as { pwned?: number }).pwned)).toBeUndefined();
  await shot(page, 'recording-hostile');
  expectQuiet(watched);
});
