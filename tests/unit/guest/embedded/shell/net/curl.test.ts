import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testServer } from '../../../network/brokerBench.ts';
import { NetShell } from './netBench.ts';

const realCurl = promisify(execFile);

/** Says back what it was asked, and knows a few paths. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { method, url = '', headers } = request;
  if (url === '/missing') response.writeHead(404).end('not here\n');
  else if (url === '/moved') response.writeHead(302, { location: '/there' }).end();
  else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
  else if (url === '/cut')
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  else if (url === '/silent') return;
  else if (url === '/chunks') {
    for (const part of ['one ', 'two ', 'three\n']) response.write(part);
    response.end();
  } else if (url === '/large') response.end(Buffer.alloc(3_000_000, 'x'));
  else {
    const shown = Object.entries(headers).filter(
      ([name]) => !/^(host|connection|user-agent|content-length)$/.test(name),
    );
    response.setHeader('content-type', 'text/plain');
    response.end(
      `${method} ${url}\n${shown.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${Buffer.concat(parts)}`,
    );
  }
}

const sameAsReal = [
  'URL/a?b=1',
  '-s URL/a -d x=1 -d y=2',
  '-s -X PUT URL/a --data-raw @literal',
  `-s URL/a -H 'X-One: 1' -H 'Accept:' -H 'X-Empty;'`,
  `-s --json '{"a":1}' URL/a`,
  '-s -G -d q=1 --data-urlencode "r=a b&c" URL/a?z=0',
  '-s -u me:secret URL/a',
  '-s -A agent -e from -b k=v URL/a',
  '-s -o /dev/null -w "%{http_code} %{size_download} %{content_type}%%\\n" URL/a',
  '-s -f URL/missing',
  '-sS -f URL/missing',
  '-s --fail-with-body URL/missing',
  '-s -L URL/moved',
  '-s URL/moved -w "%{http_code} %{redirect_url}"',
  '-sS -L --max-redirs 3 URL/loop',
  '-s URL/chunks',
  '-s URL/cut',
  '-s -I URL/missing -o /dev/null -w "%{http_code}"',
  '-s -w "%{http_code}" http://127.0.0.1:9/',
  '--nonsense',
  '-s',
  '-s -d @/nonexistent/file URL/a',
];

test.each(sameAsReal)('curl %s prints what the real one prints, with its exit code', async (args) => {
  const server = await testServer(echo);
  const line = `curl ${args.replaceAll('URL', server.url)}`;
  const mine = await new NetShell().run(line);
  const real = await realCurl('bash', ['-c', `${line}`]).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  expect([mine.stdout, mine.exitCode]).toEqual([real.stdout, real.code]);
  // Without -s the real one draws a meter beside a pipe.
  if (args.includes('-s')) expect(mine.stderr).toBe(real.stderr);
});

test('every name of this machine leads to the guest’s own servers, without permission', async () => {
  const server = await testServer((_, response) => response.end('mine\n'));
  const port = server.host.split(':')[1];
  const shell = new NetShell();
  for (const host of ['localhost', '127.0.0.1', '0.0.0.0', '[::1]', 'app.localhost'])
    expect(await shell.run(`curl -s http://${host}:${port}/`)).toMatchObject({
      exitCode: 0,
      stdout: 'mine\n',
    });
});

test('where nothing listens the connection is refused, whatever way it is asked', async () => {
  const shell = new NetShell();
  const ran = await shell.run('curl -sS http://localhost:9/; curl -s localhost:9; echo $?');
  expect(ran.stderr).toMatch(
    /^curl: \(7\) Failed to connect to localhost port 9 after \d+ ms: Couldn't connect to server\n$/,
  );
  expect(ran.stdout).toBe('7\n');
});

test('a host that is not allowed: one sentence with what to do, and the page is told', async () => {
  const shell = new NetShell();
  const heard: string[] = [];
  shell.broker.onRefused((host) => heard.push(host));
  expect(await shell.run('curl -sS https://example.org/x')).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr:
      "curl: (6) Could not resolve host: example.org: network is off in this guest; allow example.org in the session's settings\n",
  });
  expect((await shell.run('wget https://example.org/x')).stderr).toBe(
    "wget: unable to reach ‘example.org’: network is off in this guest; allow example.org in the session's settings\n",
  );
  expect(heard).toEqual(['example.org', 'example.org']);
});

test('an allowed host answers through the broker, also a large answer into a file', async () => {
  const server = await testServer(echo);
  const shell = new NetShell();
  shell.broker.allow([server.host]);
  const ran = await shell.runBrokered(
    `curl -s ${server.url}/a -H 'X-Own: yes' | grep -i x-own; curl -sO ${server.url}/large; wc -c < large`,
  );
  expect(ran.stdout).toBe('x-own: yes\n3000000\n');
  expect(server.seen).toEqual(['GET /a', 'GET /large']);
});

test('a redirect of an allowed host is not followed, and said', async () => {
  const server = await testServer(echo);
  const shell = new NetShell();
  shell.broker.allow([server.host]);
  const ran = await shell.runBrokered(`curl -sSL --max-redirs 0 ${server.url}/moved`);
  expect(ran).toMatchObject({
    exitCode: 47,
    stderr:
      'curl: (47) the server answered with a redirect, and a browser does not show a page where it leads\n',
  });
});

test('--max-time ends a silent server, and the first lines of a slow one come at once', async () => {
  const server = await testServer(echo);
  const shell = new NetShell();
  const ran = await shell.run(`curl -sS -m 0.2 ${server.url}/silent`);
  expect(ran.exitCode).toBe(28);
  expect(ran.stderr).toMatch(
    /^curl: \(28\) Operation timed out after \d+ milliseconds with 0 bytes received\n$/,
  );
});

test('a form is sent in parts, files with their names', async () => {
  const server = await testServer(echo);
  const ran = await new NetShell().run(
    `echo content > f.txt; curl -s -F a=1 -F 'file=@f.txt;type=text/plain' ${server.url}/a`,
  );
  expect(ran.stdout).toMatch(/content-type: multipart\/form-data; boundary=-{24}\w{11}\n/);
  expect(ran.stdout).toContain(
    'Content-Disposition: form-data; name="file"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\n\r\n',
  );
});

test('wget saves under the last part of the path, to standard output, into a folder; an error is its code 8', async () => {
  const server = await testServer(echo);
  const shell = new NetShell();
  const ran = await shell.run(
    `wget -q ${server.url}/chunks && cat chunks; wget -qO- ${server.url}/chunks; wget -q -P sub/deep ${server.url}/chunks; cat sub/deep/chunks; wget -q ${server.url}/missing; echo $?`,
  );
  expect(ran).toMatchObject({ stdout: 'one two three\none two three\none two three\n8\n', stderr: '' });
});
