import { expect, test } from 'vitest';
import { type GuestResponse, inlinePage } from '../../../../src/ui/preview/inlinePage.ts';

const encoder = new TextEncoder();
const files: Readonly<Record<string, readonly [string, string]>> = {
  '/app/style.css': ['text/css', 'p { color: red }'],
  '/app/run.js': ['text/javascript', 'document.title = "</script>"'],
  '/pixel.png': ['image/png', '\x89PNG'],
};

async function fetchFromGuest(path: string): Promise<GuestResponse> {
  const [type, text] = files[decodeURI(path)] ?? ['text/plain', ''];
  return {
    status: path in files ? 200 : 404,
    headers: [['Content-Type', type]],
    body: encoder.encode(text),
  };
}

const inlined = async (body: string) => {
  const page = await inlinePage(
    `<html><head></head><body>${body}</body></html>`,
    '/app/index.html',
    fetchFromGuest,
  );
  return /<body>([\s\S]*)<\/body>/.exec(page)?.[1];
};

test('styles, scripts and pictures of the same server are put into the page', async () => {
  expect(await inlined('<link rel="stylesheet" href="style.css"><img src="/pixel.png" alt="p">')).toBe(
    `<style>p { color: red }</style><img src="data:image/png;base64,${btoa('\xc2\x89PNG')}" alt="p">`,
  );
  expect(await inlined('<script src="run.js"></script>')).toBe(
    '<script>document.title = "<\\/script>"</script>',
  );
});

test('what lies elsewhere or is not there stays as it is', async () => {
  const body =
    '<img src="https://example.org/a.png"><img src="missing.png"><script src="http://[bad"></script>';
  expect(await inlined(body)).toBe(body);
});

test('nothing of the page runs while it is made ready', async () => {
  await inlined('<img src="x" onerror="globalThis.ran = true"><script>globalThis.ran = true</script>');
  expect('ran' in globalThis).toBe(false);
});

test('what would make the browser look a host up or connect to it is taken out, in templates as well', async () => {
  const hints =
    '<link rel="preconnect" href="https://a.example"><link rel="dns-prefetch" href="//b.example"><link rel="icon" href="https://c.example/i">' +
    '<meta http-equiv="x-dns-prefetch-control" content="on"><meta http-equiv="refresh" content="0;url=https://d.example">' +
    '<iframe srcdoc="&lt;link rel=preconnect href=//e.example&gt;"></iframe><object data="https://f.example"></object><embed src="https://g.example">';
  const inside = `<template><p>kept</p>${hints}<template>${hints}</template></template>`;
  expect(await inlined(`${hints}<p>kept</p>${inside}`)).toBe(
    '<p>kept</p><template><p>kept</p><template></template></template>',
  );
});
