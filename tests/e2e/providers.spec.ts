import { expect, test } from '@playwright/test';
import {
  anthropicError,
  anthropicEvents,
  type HostReply,
  openaiChatEvents,
  type ProviderHost,
  startProviderHost,
} from '../hosts/providers/index.ts';
import { card, conversation, newSession, openApp, say, selectCall, showView } from './support/app.ts';
import { copiedModelView, copiedRequest } from './support/clipboard.ts';
import { connect } from './support/providers.ts';
import { shot } from './support/shot.ts';
import { everythingStored } from './support/stored.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** Two providers, by servers on loopback that speak their formats: a whole turn with a tool, and each fault. */

const CANARY = '1f6d0c';
const KEY = `sk-test-${CANARY}-not-a-key`;
const hosts: ProviderHost[] = [];
test.afterEach(async ({ page }) => {
  // Whatever a provider did with the key, echoing it included: it is neither kept nor shown.
  expect(await everythingStored(page)).not.toContain(CANARY);
  expect(await page.content()).not.toContain(CANARY);
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});
async function start(script: readonly HostReply[]): Promise<ProviderHost> {
  const host = await startProviderHost(script);
  hosts.push(host);
  return host;
}

const bashCall = (id: string, command: string) => ({ id, name: 'Bash', args: JSON.stringify({ command }) });

const providers = [
  {
    title: 'Anthropic',
    model: 'claude-test',
    path: '',
    keyHeader: 'x-api-key',
    key: KEY,
    events: anthropicEvents,
  },
  {
    title: 'OpenAI-compatible',
    model: 'local-test',
    path: '/v1',
    keyHeader: 'authorization',
    key: `Bearer ${KEY}`,
    events: openaiChatEvents,
  },
] as const;

for (const { title, model, path, keyHeader, key, events } of providers) {
  test(`${title}: a turn with a tool call; the Request view is what went over the wire`, async ({
    page,
    baseURL,
  }) => {
    const host = await start([
      {
        events: events({ text: `I will look for ${KEY}.`, calls: [bashCall('call_a', 'seq 1 40000')] }),
        dripBytes: 700,
      },
      { events: events({ text: 'There are *forty thousand* lines.' }) },
    ]);
    const watched = await watch(page, baseURL!, [host.url]);
    await openApp(page);
    await newSession(page);
    await connect(page, { provider: title, baseUrl: `${host.url}${path}`, key: KEY }, model);
    await say(page, 'How many lines?');
    await expect(conversation(page).getByText('forty thousand')).toBeVisible();
    await shot(page, `provider-${title}`);

    expect(host.requests.map((request) => request.headers[keyHeader])).toEqual([key, key]);
    for (const request of host.requests) expect(request.body).not.toContain(KEY);
    await selectCall(page, '1.1.0');
    const view = await copiedModelView(page);
    expect(view).toContain('Full output saved to: /home/user/');
    // The second request carries the tool's result in exactly the words of the model view.
    expect(host.requests[1]?.body).toContain(JSON.stringify(view).slice(1, -1));
    await showView(page, 'Request');
    expect(await copiedRequest(page)).toBe(host.requests[0]?.body);
    await expect(await showView(page, 'Tokens')).toContainText('100');
    expectQuiet(watched);
  });
}

const answer = (text: string): HostReply => ({ events: anthropicEvents({ text }) });
const faults: readonly {
  readonly title: string;
  readonly script: readonly HostReply[];
  readonly says: RegExp;
}[] = [
  {
    title: 'a refused key',
    script: [{ status: 401, body: anthropicError('authentication_error', `invalid x-api-key ${KEY}`) }],
    says: /Anthropic refused the key \(401\)\. Check the key for http:\/\/127\.0\.0\.1:\d+ under Settings\./,
  },
  {
    title: 'a stream that is cut in the middle, each time',
    script: [{ events: anthropicEvents({ text: 'A beginning' }), cutAfter: 4 }],
    says: /The answer of Anthropic broke off before its end/,
  },
  {
    title: 'a server that no page may ask',
    script: [{ refuseCors: true, body: '{}' }],
    says: /either no server runs there, or it does not allow this page to ask it/,
  },
  {
    title: 'an address of something else',
    script: [{ status: 404, body: '<html>not here</html>' }],
    says: /does not know this model or this address \(404\)/,
  },
];

for (const { title, script, says } of faults) {
  test(`${title} ends the turn with one sentence, and the session goes on`, async ({ page }) => {
    // Retries wait in seconds; the page's clock is the test's here.
    await page.clock.install();
    let healed = false;
    const host = await startProviderHost((_request, index) =>
      healed ? answer('Here again.') : (script[Math.min(index, script.length - 1)] ?? {}),
    );
    hosts.push(host);
    await openApp(page);
    await newSession(page);
    await connect(page, { provider: 'Anthropic', baseUrl: host.url, key: KEY }, 'claude-test');
    await page.getByRole('textbox', { name: 'Message to the model' }).fill('Hello?');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const alert = conversation(page).getByRole('alert');
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000);
        return alert.count();
      })
      .toBe(1);
    await expect(alert).toContainText(says);
    await shot(page, `fault-${title}`);
    healed = true;
    await say(page, 'And now?');
    await expect(conversation(page).getByText('Here again.')).toBeVisible();
    const body = JSON.parse(host.requests.at(-1)?.body ?? '') as { messages: { role: string }[] };
    expect(body.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
  });
}

test('429 with Retry-After is tried again after that time, and the user sees only the answer', async ({
  page,
}) => {
  const host = await start([
    { status: 429, headers: { 'retry-after': '1' }, body: anthropicError('rate_limit_error', 'slow down') },
    { events: anthropicEvents({ calls: [bashCall('a', 'echo tried-$((1 + 1))')] }) },
    answer('Done at last.'),
  ]);
  await openApp(page);
  await newSession(page);
  await connect(page, { provider: 'Anthropic', baseUrl: host.url, key: KEY }, 'claude-test');
  await say(page, 'Try.');
  await expect(conversation(page).getByText('Done at last.')).toBeVisible();
  await expect(card(page, '1.1.0')).toContainText('tried-2');
  await expect(conversation(page).getByRole('alert')).toHaveCount(0);
  expect(host.requests).toHaveLength(3);
  expect(host.requests[0]?.body).toBe(host.requests[1]?.body);
});
