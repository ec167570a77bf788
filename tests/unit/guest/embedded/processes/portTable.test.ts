import { describe, expect, it } from 'vitest';
import { PipeReader, PipeWriter } from '../../../../../src/guest/embedded/pipes/index.ts';
import { exchangeHttp } from '../../../../../src/guest/embedded/processes/httpExchange.ts';
import { openConnection } from '../../../../../src/guest/embedded/processes/loopback.ts';
import { PortTable } from '../../../../../src/guest/embedded/processes/portTable.ts';

const text = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));
const bytes = (words: string) => new TextEncoder().encode(words);

describe('the loopback of the guest', () => {
  it('connects who asks for a port with who listens on it, in both directions', async () => {
    const table = new PortTable();
    expect(table.listen(1, 80)).toBe(80);
    const client = table.connect(2, 80);
    const server = (await table.accept(1, 80))!;
    expect([server.localPort, server.remotePort]).toEqual([client.remotePort, client.localPort]);
    await new PipeWriter(client.outgoing).write(bytes('question'));
    expect(text(await new PipeReader(server.incoming).read())).toBe('question');
    await new PipeWriter(server.outgoing).write(bytes('answer'));
    expect(text(await new PipeReader(client.incoming).read())).toBe('answer');
  });

  it('gives a connection to who waits for it, and lets one wait for who accepts later', async () => {
    const table = new PortTable();
    table.listen(1, 80);
    const accepted = table.accept(1, 80);
    table.connect(2, 80);
    table.connect(3, 80);
    expect((await accepted)?.localPort).toBe(80);
    expect((await table.accept(1, 80))?.localPort).toBe(80);
  });

  it('refuses a port that is taken, one that nobody listens on, and a full queue', () => {
    const table = new PortTable();
    table.listen(1, 80);
    expect(() => table.listen(2, 80)).toThrow('EADDRINUSE');
    expect(() => table.connect(2, 81)).toThrow('ECONNREFUSED');
    for (let count = 0; count < 511; count++) table.connect(2, 80);
    expect(() => table.connect(2, 80)).toThrow('ECONNREFUSED');
  });

  it('finds free ports for who asks for none, and lists those that are listened on', () => {
    const table = new PortTable();
    const [first, second] = [table.listen(1, 0), table.listen(1, 0)];
    expect(first).not.toBe(second);
    table.listen(2, 80);
    expect(table.list()).toEqual([80, ...[first, second].sort((a, b) => a - b)]);
  });

  it('lets only its owner accept on a port and give it up', async () => {
    const table = new PortTable();
    table.listen(1, 80);
    expect(await table.accept(2, 80)).toBeNull();
    table.unlisten(2, 80);
    expect(table.list()).toEqual([80]);
    const waiting = table.accept(1, 80);
    table.unlisten(1, 80);
    expect(await waiting).toBeNull();
    expect(table.list()).toEqual([]);
  });

  it('frees the ports of a process that ended and ends its connections, what it had written first', async () => {
    const table = new PortTable();
    table.listen(1, 80);
    const client = table.connect(2, 80);
    const server = (await table.accept(1, 80))!;
    await new PipeWriter(server.outgoing).write(bytes('last words'));
    table.ended(1);
    const reader = new PipeReader(client.incoming);
    expect(text(await reader.read())).toBe('last words');
    expect(await reader.read()).toBeNull();
    expect(await new PipeWriter(client.outgoing).write(bytes('too late'))).toBe(false);
    expect(table.list()).toEqual([]);
  });
});

describe('a request of the page', () => {
  async function ask(answer: string, method = 'GET') {
    const table = new PortTable();
    table.listen(1, 80);
    const connection = openConnection(table.connect(null, 80));
    const server = openConnection((await table.accept(1, 80))!);
    const asked = exchangeHttp(
      connection,
      { method, path: '/a?b', headers: { 'X-Q': '1' }, body: bytes('body') },
      80,
    );
    asked.catch(() => {});
    const seen: string[] = [];
    for await (const part of server.input) {
      seen.push(text(part) ?? '');
      if (seen.join('').endsWith('body')) break;
    }
    await server.write(bytes(answer));
    server.close();
    return { seen: seen.join(''), answer: await asked };
  }

  it('is sent in HTTP/1.1, and the answer is read by its length, in chunks or to its end', async () => {
    const whole = await ask('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nX-A: 2\r\n\r\nhi');
    expect(whole.seen).toBe(
      'GET /a?b HTTP/1.1\r\nHost: localhost:80\r\nX-Q: 1\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody',
    );
    expect(whole.answer).toEqual({
      status: 200,
      statusText: 'OK',
      headers: [
        ['Content-Length', '2'],
        ['X-A', '1'],
        ['X-A', '2'],
      ],
      body: bytes('hi'),
    });
    expect(
      text(
        (await ask('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n1\r\n!\r\n0\r\n\r\n'))
          .answer.body,
      ),
    ).toBe('hi!');
    expect(text((await ask('HTTP/1.0 200 OK\r\n\r\nto the end')).answer.body)).toBe('to the end');
    expect((await ask('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 'HEAD')).answer.body).toEqual(
      new Uint8Array(0),
    );
    expect((await ask('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')).answer.status).toBe(
      204,
    );
  });

  it('fails where there is no answer, or none that is whole', async () => {
    await expect(ask('')).rejects.toThrow('the server ended the connection without an answer');
    await expect(ask('nonsense\r\n\r\n')).rejects.toThrow('Expected HTTP/');
    await expect(ask('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi')).rejects.toThrow('Invalid EOF state');
  });

  it('has no line breaks in its head', async () => {
    const connection = { input: (async function* () {})(), write: async () => true, close: () => {} };
    const requests: readonly { path: string; headers: Record<string, string> }[] = [
      { path: '/\r\nX: 1', headers: {} },
      { path: '/', headers: { 'X\n': '1' } },
      { path: '/', headers: { X: '1\r\n' } },
    ];
    for (const request of requests) {
      await expect(exchangeHttp(connection, { method: 'GET', body: null, ...request }, 80)).rejects.toThrow(
        'line breaks',
      );
    }
  });
});
