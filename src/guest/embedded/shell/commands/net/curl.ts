import type { Command } from 'just-bash/browser';
import { bytesFromText } from '../../disk/bytes.ts';
import { type CommandTools, type Context, command } from '../command.ts';
import { CommandOutput } from '../commandOutput.ts';
import { type CurlBody, curlBody, UnreadableFile } from './curlBody.ts';
import { curlFailure } from './curlFailures.ts';
import { type CurlOptions, parseCurl } from './curlOptions.ts';
import { FileSink } from './fileSink.ts';
import { ask, type Headers, type HttpAnswer, HttpFailure, type HttpRequest, isLoopback } from './http.ts';
import { writeOut } from './writeOut.ts';

const version = `curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1
Release-Date: 2023-02-20
Protocols: http https
Features: HTTP over the page of this guest
`;
const tryHelp = "curl: try 'curl --help' or 'curl --manual' for more information\n";
const mostRedirects = 50;

/** One transfer as it goes. */
interface Transfer {
  readonly tools: CommandTools;
  readonly context: Context;
  readonly options: CurlOptions;
  readonly output: CommandOutput;
  readonly body: CurlBody | null;
}

/** `curl` over servers of the guest, and over the page for hosts that the user has allowed. */
export function curl(tools: CommandTools): Command {
  return command('curl', async (args, context) => {
    const output = new CommandOutput('curl', tools, tools.live.takeCall('curl'));
    const options = parseCurl(args);
    if ('error' in options) {
      await output.errorText(`curl: ${options.error}\n${tryHelp}`);
      return output.result(2);
    }
    if (options.flags.has('version') || options.flags.has('help')) {
      await output.write(
        bytesFromText(options.flags.has('version') ? version : 'Usage: curl [options...] <url>\n'),
      );
      return output.result(0);
    }
    if (options.urls.length === 0) {
      await output.errorText(`${args.length > 0 ? 'curl: no URL specified!\n' : ''}${tryHelp}`);
      return output.result(2);
    }
    let body: CurlBody | null;
    try {
      body = await curlBody(tools, context, options);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      await output.errorText(`curl: Failed to open ${error.message}\n`);
      return output.result(26);
    }
    let exitCode = 0;
    for (const [index, url] of options.urls.entries()) {
      const failed = await transfer({ tools, context, options, output, body }, url, index);
      if (failed !== 0) exitCode = failed;
    }
    return output.result(exitCode);
  });
}

async function transfer(now: Transfer, text: string, index: number): Promise<number> {
  const { options, output, tools } = now;
  const startedMs = Date.now();
  const say = async (code: number, sentence: string): Promise<number> => {
    const isQuiet = options.flags.has('silent') && !options.flags.has('show-error');
    if (!isQuiet) await output.errorText(`curl: (${code}) ${sentence}\n`);
    return code;
  };
  if (options.values.has('proxy'))
    return say(5, 'Could not resolve proxy: there are no proxies in this guest');
  const url = parseUrl(text);
  if (typeof url === 'string') return say(url.startsWith('Protocol') ? 1 : 3, url);
  let sink: FileSink | null = null;
  let size = 0;
  let shown: { answer: HttpAnswer; url: URL; redirects: number } | null = null;
  let code = 0;
  try {
    shown = await follow(now, url);
    const { answer } = shown;
    const isError =
      answer.status >= 400 && (options.flags.has('fail') || options.flags.has('fail-with-body'));
    const dump = options.values.get('dump-header')?.at(-1);
    const head = bytesFromText(headText(answer));
    if (dump === '-') await output.write(head);
    else if (dump !== undefined)
      await tools.disk.writeFile(tools.disk.resolvePath(now.context.cwd, dump), head);
    if (isError) code = await say(22, `The requested URL returned error: ${answer.status}`);
    if (!isError || options.flags.has('fail-with-body')) {
      const target = targetOf(options, shown.url, index);
      sink =
        target === null ? null : new FileSink(tools, now.context, target, options.flags.has('create-dirs'));
      const put = (bytes: Uint8Array) => (sink ? sink.write(bytes) : output.write(bytes));
      if (options.flags.has('include') || options.flags.has('head')) await put(head);
      for await (const bytes of answer.body) {
        size += bytes.length;
        if (!(await put(bytes))) {
          code = await say(23, 'Failure writing output to destination');
          break;
        }
      }
      await sink?.finish();
    }
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const { code: failed, sentence } = curlFailure(error, url, { size, elapsedMs: Date.now() - startedMs });
    code = await say(failed, sentence);
  }
  const format = options.values.get('write-out')?.at(-1);
  if (format !== undefined) {
    const facts = {
      answer: shown?.answer ?? null,
      url: shown?.url ?? url,
      size,
      redirects: shown?.redirects ?? 0,
    };
    const said = writeOut(format, {
      ...facts,
      elapsedMs: Date.now() - startedMs,
      method: methodOf(now),
      exitCode: code,
    });
    await output.write(bytesFromText(said));
  }
  return code;
}

function parseUrl(text: string): URL | string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole) || /\s/.test(whole)) return 'URL rejected: Malformed input to a URL function';
  const url = new URL(whole);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  return `Protocol "${url.protocol.slice(0, -1)}" not supported or disabled in libcurl`;
}

function methodOf({ options, body }: Transfer): string {
  const asked = options.values.get('request')?.at(-1);
  if (asked) return asked;
  if (options.flags.has('head')) return 'HEAD';
  if (options.values.has('upload-file')) return 'PUT';
  return body && !options.flags.has('get') ? 'POST' : 'GET';
}

/** The answer at the end of all redirects that `-L` allows. */
async function follow(
  now: Transfer,
  first: URL,
): Promise<{ answer: HttpAnswer; url: URL; redirects: number }> {
  const { options, tools } = now;
  const follows = options.flags.has('location') || options.flags.has('location-trusted');
  const most = Number(options.values.get('max-redirs')?.at(-1) ?? mostRedirects);
  let url = new URL(first);
  let method = methodOf(now);
  let { body } = now;
  if (body && options.flags.has('get')) {
    const query = new TextDecoder().decode(body.bytes);
    url.search = url.search === '' ? query : `${url.search}&${query}`;
    body = null;
  }
  let hidden: HttpFailure | null = null;
  for (let redirects = 0; ; redirects++) {
    const request = requestFor(now, url, method, body);
    await trace(now, request, null);
    let answer: HttpAnswer;
    try {
      answer = await ask(tools, request);
    } catch (error) {
      // The usual redirect by far is from http to https of the same host, which can be tried without seeing it.
      // Where that does not answer either, what counts is that the redirect could not be followed.
      if (hidden) throw hidden;
      const isUpgrade =
        error instanceof HttpFailure &&
        error.kind === 'redirected' &&
        url.protocol === 'http:' &&
        url.port === '';
      if (!follows || !isUpgrade || redirects >= most) throw error;
      hidden = error;
      url = new URL(url.href.replace(/^http:/, 'https:'));
      continue;
    }
    await trace(now, request, answer);
    const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    if (!follows || !location || answer.status < 300 || answer.status >= 400)
      return { answer, url, redirects };
    if (redirects >= most) throw new HttpFailure('redirected', `Maximum (${most}) redirects followed`);
    for await (const _ of answer.body);
    url = new URL(location, url);
    const keepsMethod = answer.status === 307 || answer.status === 308 || options.values.has('request');
    if (!keepsMethod && method === 'POST') {
      method = 'GET';
      body = null;
    }
  }
}

function requestFor(now: Transfer, url: URL, method: string, body: CurlBody | null): HttpRequest {
  const { options, tools } = now;
  const last = (name: string) => options.values.get(name)?.at(-1);
  const headers = new Map<string, readonly [string, string]>();
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), [name, value]);
  // In curl's own order, which servers that print their headers show.
  const user = last('user') ?? (url.username === '' ? undefined : `${url.username}:${url.password}`);
  if (user !== undefined) set('Authorization', `Basic ${btoa(user)}`);
  const bearer = last('oauth2-bearer');
  if (bearer !== undefined) set('Authorization', `Bearer ${bearer}`);
  const range = last('range');
  if (range !== undefined) set('Range', `bytes=${range}`);
  const agent = last('user-agent') ?? (isLoopback(url) ? 'curl/7.88.1' : undefined);
  if (agent !== undefined) set('User-Agent', agent);
  const isJson = options.data.some(({ kind }) => kind === 'json');
  if (!isJson) set('Accept', '*/*');
  const referer = last('referer');
  if (referer !== undefined) set('Referer', referer);
  const cookie = last('cookie');
  if (cookie?.includes('=')) set('Cookie', cookie);
  if (isJson) {
    set('Content-Type', 'application/json');
    set('Accept', 'application/json');
  }
  for (const line of options.values.get('header') ?? []) {
    const match = /^([^:;]+)([:;])\s*(.*)$/.exec(line);
    if (!match) continue;
    const [, name = '', mark, value = ''] = match;
    // `-H 'Accept:'` takes a header away, `-H 'X;'` sends an empty one.
    if (value === '' && mark === ':') headers.delete(name.toLowerCase());
    else set(name, value);
  }
  if (body?.contentType && !headers.has('content-type')) set('Content-Type', body.contentType);
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  const seconds = Number(last('max-time') ?? Number.POSITIVE_INFINITY);
  return {
    url: plain,
    method,
    headers: [...headers.values()],
    body: body?.bytes ?? null,
    timeoutMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
    signal: tools.signal,
  };
}

/** `-o`, `-O` and `--output-dir` for the URL at this place; null for standard output. */
function targetOf(options: CurlOptions, url: URL, index: number): string | null {
  const named = options.values.get('output')?.[index];
  const folder = options.values.get('output-dir')?.at(-1);
  const place = (name: string) => (folder === undefined ? name : `${folder}/${name}`);
  if (named !== undefined) return named === '-' ? null : place(named);
  if (!options.flags.has('remote-name')) return null;
  return place(decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) || 'curl_response');
}

export function headText(answer: {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
}): string {
  const lines = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.status} ${answer.statusText}\r\n${lines.join('')}\r\n`;
}

async function trace(now: Transfer, request: HttpRequest, answer: HttpAnswer | null): Promise<void> {
  if (!now.options.flags.has('verbose')) return;
  const { url, method, headers } = request;
  const lines = answer
    ? headText(answer)
        .trimEnd()
        .split('\r\n')
        .concat('')
        .map((line) => `< ${line}`)
    : [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`]
        .concat(
          headers.map(([name, value]) => `${name}: ${value}`),
          '',
        )
        .map((line) => `> ${line}`);
  await now.output.errorText(lines.map((line) => `${line}\r\n`).join(''));
}
