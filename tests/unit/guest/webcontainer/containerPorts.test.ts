import type { PortListener, ServerReadyListener } from '@webcontainer/api';
import { expect, test } from 'vitest';
import type { Container } from '../../../../src/guest/webcontainer/page/client.ts';
import { ContainerPorts } from '../../../../src/guest/webcontainer/page/containerPorts.ts';

/** What a container says of its ports, said by the test. */
function container() {
  const told = new Map<string, (...args: never[]) => void>();
  const on = ((event: string, listener: PortListener | ServerReadyListener) => {
    told.set(event, listener);
    return () => told.delete(event);
  }) as Container['on'];
  const port: PortListener = (...args) => (told.get('port') as PortListener | undefined)?.(...args);
  const ready: ServerReadyListener = (...args) =>
    (told.get('server-ready') as ServerReadyListener | undefined)?.(...args);
  return { on, port, ready };
}

test('ports are listed in order while they are open, and each server is told of as it begins to answer', () => {
  const { on, port, ready } = container();
  const ports = new ContainerPorts({ on });
  const heard: number[] = [];
  const stop = ports.onServer((each) => heard.push(each));
  port(5173, 'open', 'https://a.webcontainer-api.io');
  port(80, 'open', 'https://b.webcontainer-api.io');
  expect(ports.list()).toEqual([80, 5173]);
  expect(heard).toEqual([]);
  ready(5173, 'https://a.webcontainer-api.io');
  ready(5173, 'https://a.webcontainer-api.io');
  expect(heard).toEqual([5173, 5173]);
  port(5173, 'close', 'https://a.webcontainer-api.io');
  expect([ports.list(), ports.previewUrl(5173)]).toEqual([[80], null]);
  stop();
  ready(80, 'https://b.webcontainer-api.io');
  ports.dispose();
  ready(81, 'https://c.webcontainer-api.io');
  expect([heard, ports.list()]).toEqual([[5173, 5173], [80]]);
});

test('only an address below the host that the page’s policy lets be framed is a preview', () => {
  const { on, ready } = container();
  const ports = new ContainerPorts({ on });
  const framed = (url: string) => {
    ready(1, url);
    return ports.previewUrl(1);
  };
  expect(framed('https://x--1--y.local-corp.webcontainer-api.io')).toBe(
    'https://x--1--y.local-corp.webcontainer-api.io/',
  );
  for (const other of [
    'http://x.webcontainer-api.io',
    'https://webcontainer-api.io.example',
    'https://xwebcontainer-api.io',
    'https://webcontainer-api.io',
    'javascript:alert(1)//.webcontainer-api.io',
    'http://localhost:3000',
    'no address',
    '',
  ])
    expect(framed(other), other).toBeNull();
});
