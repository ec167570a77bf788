import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAnswer } from '../../../../src/agent/mcp/resultDoor.ts';
import { profileOf, profileRef } from '../../../../src/core/index.ts';
import { outputBytes, textOf, until } from '../../../hosts/fakes/testBench.ts';
import {
  type HostileServer,
  largePng,
  minified,
  sixMegabytes,
  startHostile,
} from '../../../hosts/mcp/hostile.ts';
import { openMcpBench } from './mcpBench.ts';

const secret = 'Bearer tok-4711-abcdef';
let server: HostileServer;
let open: Awaited<ReturnType<typeof openMcpBench>>;

beforeAll(async () => {
  server = await startHostile();
  open = await openMcpBench('h', server.url, { headers: [['authorization', secret]] });
});
afterAll(async () => {
  await open.bench.workbench.dispose();
  await server.stop();
});

const fileOf = (record: Awaited<ReturnType<typeof open.run>>['record']) => {
  const parts = record.facts?.kind === 'mcp' ? record.facts.parts : [];
  const file = parts.find((part) => part.kind === 'file');
  if (file?.kind !== 'file' || file.path === null) throw new Error('the result left no file');
  return { ...file, path: file.path };
};

describe('case 21: a result that would poison every later request', () => {
  test('an image of 6 MB is a file and one line; nothing of it is in the log or in a request', async () => {
    const { text, record } = await open.run('mcp_h_image');
    const file = fileOf(record);
    expect(text).toBe(`[image/png, 6MB, 4000 × 3000 pixels, saved to: ${file.path}]`);
    expect(Buffer.from(await open.bench.guest().fs.read(file.path)).equals(largePng(sixMegabytes))).toBe(
      true,
    );
    expect(JSON.stringify(open.session.state).length).toBeLessThan(200_000);
    await open.run('mcp_h_error');
    expect(JSON.stringify(open.bench.model.prompts.at(-1)).length).toBeLessThan(200_000);
  });

  test('base64 inside a text is recognised and saved, and the text around it stays', async () => {
    const { text, record } = await open.run('mcp_h_base64_in_text');
    const file = fileOf(record);
    expect(file).toMatchObject({ source: 'text', mimeType: 'image/png', bytes: 300_000 });
    expect(text).toBe(
      `{"type":"image","mimeType":"image/png","data":"[image/png, 293KB, 4000 × 3000 pixels, saved to: ${file.path}]"}`,
    );
    expect(textOf(await outputBytes(open.session, record.key))).toBe(text);
  });
});

test('row 39: 200 KB of minified JSON are saved whole, like any other result, and can be read from the path told', async () => {
  const { text, record } = await open.run('mcp_h_minified');
  expect(minified.length).toBeGreaterThan(200_000);
  expect(record.savedAs?.bytes).toBe(minified.length);
  expect(text).toContain(record.savedAs?.path ?? '-');
  expect(textOf(await open.bench.guest().fs.read(record.savedAs?.path ?? ''))).toBe(minified);
});

test('under the refusing policy the same result is refused with its size, and one under the limit is not', async () => {
  const profile = profileOf({ id: 'claude-code' });
  const options = { mcpLarge: 'refuse', mcpTokens: 25_000 };
  const { session } = open;
  const before = session.state.profile;
  await session.setProfile(profileRef(profile, {}, { options }));
  const large = await open.run('mcp_h_minified');
  expect(large.record.outcome).toMatchObject({ error: { code: 'MCP_RESULT_TOO_LARGE' } });
  expect(large.text).toContain('exceeds maximum allowed tokens (25000)');
  const small = await open.run('mcp_h_odd_parts');
  expect(small.record.outcome.status).toBe('ok');
  await session.setProfile(before);
});

test('names with markup become names that every provider takes, each its own, and call the right tool', async () => {
  const names = open.session.state.externalTools?.map(({ name }) => name) ?? [];
  expect(names).toContain('mcp_h_img_src_x_onerror_alert_1');
  expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
  expect((await open.run('mcp_h_img_src_x_onerror_alert_2')).text).toBe('the other markup was called');
  const about = open.session.state.externalTools?.find(({ name }) => name.includes('alert_1'));
  expect(about?.description.length).toBeLessThanOrEqual(2_001);
});

test('a tool called as one of ours does not take its place', async () => {
  const { record, text } = await open.run('Bash', { command: 'echo ours' });
  expect([record.tool, text]).toEqual(['bash', 'ours\n']);
  expect((await open.run('mcp_h_Bash')).text).toBe('not bash');
});

test('parts of no known form are shown as they are, and broken text is made whole', async () => {
  const { text } = await open.run('mcp_h_odd_parts');
  expect(text).toBe('{"type":"hologram","data":1}\n"text"\ngood \ufffd text');
});

test('an error that a tool reports is an error with the tool’s own words', async () => {
  const { text, record } = await open.run('mcp_h_error');
  expect(record.outcome).toMatchObject({ status: 'error', error: { code: 'MCP_TOOL_ERROR' } });
  expect(text).toContain('It went wrong.');
});

test('a stream that is cut ends the call, and the next one works', async () => {
  const { record } = await open.run('mcp_h_cut');
  expect(record.outcome).toMatchObject({ status: 'error', error: { code: 'STREAM_CUT' } });
  expect((await open.run('mcp_h_Bash')).text).toBe('not bash');
});

test('an answer that is nested past any stack is refused in a sentence, and the next call works', async () => {
  const { record } = await open.run('mcp_h_deep');
  expect(record.outcome).toMatchObject({ status: 'error', error: { code: 'BAD_ANSWER' } });
  expect((await open.run('mcp_h_Bash')).text).toBe('not bash');
});

test('thousands of words on how far it is are a few for the page', async () => {
  open.worker.said.length = 0;
  expect((await open.run('mcp_h_flood')).text).toBe('after the flood');
  const told = open.worker.said.filter(({ type }) => type === 'progress').length;
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(500);
});

test('a picture of 50 MB is read in a time in which one can wait', () => {
  const data = 'QUJD'.repeat(12 * 1024 * 1024);
  const begun = performance.now();
  const { parts } = readAnswer({ content: [{ type: 'image', mimeType: 'image/png', data }] });
  expect(parts[0]?.kind === 'bytes' && parts[0].bytes.length).toBe((data.length / 4) * 3);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('a server that never answers is left at the timeout and told so', async () => {
  const { session } = open;
  const before = session.state.profile;
  await session.setProfile({ ...before, overrides: { defaultTimeoutMs: 300, maxTimeoutMs: 300 } });
  const { record } = await open.run('mcp_h_hang');
  expect(record.outcome).toEqual({ status: 'timeout', timeoutMs: 300, signal: null, unconfirmedStop: false });
  await until(() => server.notified.includes('notifications/cancelled'));
  await session.setProfile(before);
});

test('case 54: headers reach their server alone, and what it echoes of them reaches nobody', async () => {
  const { text, record } = await open.run('mcp_h_echo_headers');
  expect(text).toContain('"authorization":"[header]"');
  const everything = [
    text,
    textOf(await outputBytes(open.session, record.key)),
    JSON.stringify(open.session.state),
    JSON.stringify(open.worker.said),
    JSON.stringify(open.bench.model.prompts),
    JSON.stringify(await open.bench.workbench.getSetting('mcpServers')),
  ];
  for await (const part of open.bench.workbench.exportSession(open.session.id)) everything.push(part);
  for (const each of everything) {
    expect(each).not.toContain('tok-4711');
    expect(each).not.toContain(Buffer.from(secret).toString('base64'));
  }
  expect(open.storage.kept.get(new URL(server.url).origin)?.headers).toEqual([['authorization', secret]]);
});
