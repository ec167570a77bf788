import { createHash } from 'node:crypto';

/**
 * The policy of the guest's frame and, by inheritance, of every worker in it: no network of any kind, code
 * only from the one inline script, from blobs that it makes and from `data:`. `eval` and WebAssembly are what `node` and
 * some shell tools are made of; the frame's opaque origin is what makes them harmless.
 */
export function guestPolicy(kernelCode: string): string {
  const hash = createHash('sha256').update(kernelCode, 'utf8').digest('base64');
  return [
    "default-src 'none'",
    // `data:` is taken away again where a blob's workers start (kernel/workerStart.ts), which is all but WebKit.
    `script-src 'sha256-${hash}' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:`,
    'worker-src blob: data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** What only a header can say; for hosts that can set headers on `guest.html`. */
export const guestHeaderPolicy = "sandbox allow-scripts; frame-ancestors 'self'";

function inlineScript(kernelCode: string): string {
  return kernelCode.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
}

/** The document of the frame with the kernel inside: an opaque origin can load no script by URL. */
export function guestHtml(kernelCode: string): string {
  const inline = inlineScript(kernelCode);
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${guestPolicy(inline)}">`,
    '<title>Spillway guest</title>',
    `<script>${inline}</script>`,
    '',
  ].join('\n');
}

/**
 * An empty document with the guest's policy, for pages that a service worker serves: the guest's document stands in
 * a frame inside it, given as text, and inherits the policy from here.
 */
export function guestOuterHtml(kernelCode: string): string {
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${guestPolicy(inlineScript(kernelCode))}">`,
    '<title>Spillway guest</title>',
    '',
  ].join('\n');
}
