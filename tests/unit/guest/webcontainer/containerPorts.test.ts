import type { PortListener, ServerReadyListener } from '@webcontainer/api';
import { expect, test } from 'vitest';
import { ContainerPorts, type PortSource } from '../../../../src/guest/webcontainer/page/containerPorts.ts';

/** What a container says of its ports, said by the test. */
function container() {
  const events = new EventTarget();
  const on: PortSource['on'] = (event: string, listener: (...args: never) => void) => {
    const hear = (told: Event) => {
      if (told instanceof CustomEvent) Reflect.apply(listener, null, told.detail);
    };
    events.addEventListener(event, hear);
    return () => events.removeEventListener(event, hear);
  };
  const tell = (type: string, detail: unknown[]) => events.dispatchEvent(new CustomEvent(type, { detail }));
  const port = (...args: Parameters<PortListener>) => tell('port', args);
  const ready = (...args: Parameters<ServerReadyListener>) => tell('server-ready', args);
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
