import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordsOf, until } from '../../../hosts/fakes/testBench.ts';
import { type RunningServer, startEverything } from '../../../hosts/mcp/everything.ts';
import { openMcpBench } from './mcpBench.ts';

let server: RunningServer;
let open: Awaited<ReturnType<typeof openMcpBench>>;

beforeAll(async () => {
  server = await startEverything();
  open = await openMcpBench('everything', server.url);
});
afterAll(async () => {
  await open.bench.workbench.dispose();
  await server.stop();
});

describe('the protocol’s own reference server', () => {
  test('is connected and its tools are told with their prefix', async () => {
    await open.run('mcp_everything_echo', { message: 'x' });
    const names = open.session.state.externalTools?.map(({ name }) => name) ?? [];
    expect(names).toEqual(
      expect.arrayContaining([
        'mcp_everything_echo',
        'mcp_everything_get-tiny-image',
        'mcp_everything_get-sum',
      ]),
    );
    expect(names.every((name) => name.startsWith('mcp_everything_'))).toBe(true);
  });

  test('answers in text', async () => {
    const { text, record } = await open.run('mcp_everything_echo', { message: 'hello' });
    expect(text).toBe('Echo: hello');
    expect(record).toMatchObject({
      tool: 'mcp_everything_echo',
      outcome: { status: 'ok' },
      facts: { kind: 'mcp' },
    });
  });

  test('answers with an image, which becomes a file with exactly its bytes', async () => {
    const { text, record } = await open.run('mcp_everything_get-tiny-image');
    const parts = record.facts?.kind === 'mcp' ? record.facts.parts : [];
    const file = parts.find((part) => part.kind === 'file');
    expect(file).toMatchObject({ source: 'image', mimeType: 'image/png' });
    const path = file?.kind === 'file' ? (file.path ?? '') : '';
    expect(text).toContain(`saved to: ${path}]`);
    const bytes = await open.bench.guest().fs.read(path);
    expect([...bytes.slice(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(file?.kind === 'file' ? file.bytes : 0).toBe(bytes.length);
  });

  test('answers with resources, texts and blobs and links', async () => {
    const { text } = await open.run('mcp_everything_get-resource-reference', {
      resourceType: 'Text',
      resourceId: 1,
    });
    expect(text).toContain('Resource');
    const blob = await open.run('mcp_everything_get-resource-reference', {
      resourceType: 'Blob',
      resourceId: 1,
    });
    expect(blob.record.facts).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ kind: 'file', source: 'resource' })]),
    });
    const links = await open.run('mcp_everything_get-resource-links', { count: 3 });
    expect(links.text.match(/\[resource /g)).toHaveLength(3);
  });

  test('refuses a wrong input in its own words, as a result', async () => {
    const { text, record } = await open.run('mcp_everything_get-sum', { a: 'no number' });
    expect(record.outcome.status).toBe('error');
    expect(text.length).toBeGreaterThan(20);
  });

  test('says how far a long call is, and hears of its end when it is stopped', async () => {
    const turn = open.start('mcp_everything_trigger-long-running-operation', { duration: 20, steps: 100 });
    await until(() => {
      const key = open.session.state.turns.at(-1)?.steps[0]?.calls[0]?.key;
      return key !== undefined && /\d+ of 100/.test(open.session.live(key)?.progress ?? '');
    });
    await open.session.stop();
    await turn;
    expect(recordsOf(open.session).at(-1)?.outcome).toMatchObject({ status: 'error', stoppedBy: 'user' });
    expect((await open.run('mcp_everything_echo', { message: 'still there' })).text).toBe(
      'Echo: still there',
    );
  });
});
