import { afterEach, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../../src/guest/index.ts';

const guests: Guest[] = [];
afterEach(() => {
  for (const guest of guests.splice(0)) guest.dispose();
});

const server = `const http = require('http');
const server = http.createServer((request, response) => {
  if (request.url === '/stop') { response.end('bye'); server.close(); return; }
  let body = '';
  request.on('data', (part) => (body += part)).on('end', () => {
    response.setHeader('X-Seen', request.method);
    response.end(request.url + ' ' + body + '\\n');
  });
}).listen(3000, () => console.log('listening on', server.address().port));`;

/** Lets a script go on when the server answers. */
const untilServing = 'until curl -s localhost:3000/ready > /dev/null; do sleep 0.05; done';

async function boot(): Promise<Guest> {
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  guests.push(guest);
  await guest.fs.write(`${guest.dirs.workspace}/server.js`, new TextEncoder().encode(server));
  return guest;
}

async function outputOf(guest: Guest, command: string): Promise<string> {
  let text = '';
  for await (const { bytes } of guest.run(command, { cwd: guest.dirs.workspace }).output)
    text += new TextDecoder().decode(bytes);
  return text;
}

test('a server of one process answers curl, fetch and http of others, and the page', async () => {
  const guest = await boot();
  const fetching = `fetch('http://127.0.0.1:3000/f', { method: 'POST', body: 'b' }).then((r) => r.text()).then((t) => process.stdout.write(t))`;
  const getting = `require('http').get({ port: 3000, path: '/g' }, (r) => r.pipe(process.stdout))`;
  const script = `node server.js > log & ${untilServing}
curl -s http://localhost:3000/c -d x
node -e "${fetching}"
node -e "${getting}"`;
  expect(await outputOf(guest, script)).toBe('/c x\n/f b\n/g \n');
  expect(await guest.ports?.()).toEqual([3000]);
  const body = new TextEncoder().encode('from the page');
  const answer = await guest.request?.(3000, {
    method: 'PUT',
    path: '/p?q=1',
    headers: { 'X-A': '1' },
    body,
  });
  expect(answer?.status).toBe(200);
  expect(new TextDecoder().decode(answer?.body)).toBe('/p?q=1 from the page\n');
  expect(answer?.headers.find(([name]) => name === 'X-Seen')).toEqual(['X-Seen', 'PUT']);
  expect(await outputOf(guest, 'node server.js')).toContain('EADDRINUSE: address already in use :::3000');
  expect(
    await outputOf(
      guest,
      'curl -s localhost:3000/stop; while curl -s localhost:3000 > /dev/null; do sleep 0.05; done; cat log',
    ),
  ).toBe('byelistening on 3000\n');
  expect(await guest.ports?.()).toEqual([]);
  await expect(guest.request?.(3000, { method: 'GET', path: '/', headers: {}, body: null })).rejects.toThrow(
    'localhost:3000: ECONNREFUSED',
  );
});

test('a port is free again when its process was killed, and who was connected hears of it', async () => {
  const guest = await boot();
  const script = `node server.js & ${untilServing}; kill -9 $!; sleep 0.1
node -e "require('http').get('http://localhost:3000').on('error', (e) => console.log(e.message))"
node server.js & ${untilServing}; curl -s localhost:3000/again; kill $!`;
  const output = await outputOf(guest, script);
  expect(output).toContain('connect ECONNREFUSED 127.0.0.1:3000');
  expect(output).toContain('/again \n');
});
