import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command } from '../command.ts';
import { CommandOutput } from '../commandOutput.ts';
import { headText } from './curl.ts';
import { FileSink } from './fileSink.ts';
import { ask, type HttpAnswer, HttpFailure } from './http.ts';

interface WgetOptions {
  readonly quiet: boolean;
  readonly file: string | null;
  readonly folder: string | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly post: string | null;
  readonly method: string | null;
  readonly timeoutMs: number | null;
  readonly showsHead: boolean;
  readonly onlyChecks: boolean;
  readonly noClobber: boolean;
  readonly urls: readonly string[];
}

const valueLetters: Readonly<Record<string, string>> = {
  ...{
    O: 'output-document',
    P: 'directory-prefix',
    T: 'timeout',
    t: 'tries',
    U: 'user-agent',
    o: 'output-file',
  },
};
const flagWords =
  /^(q|nv|nc|c|S|N|4|6|k|quiet|no-verbose|no-clobber|continue|server-response|spider|no-check-certificate|show-progress|progress|https-only|no-cache|timestamping|content-disposition|no-proxy|inet4-only)$/;

function parse(args: readonly string[]): WgetOptions | { readonly error: string } {
  const values = new Map<string, string[]>();
  const flags = new Set<string>();
  const urls: string[] = [];
  const valued =
    /^(output-document|directory-prefix|timeout|tries|user-agent|header|post-data|body-data|method|output-file|read-timeout|connect-timeout|waitretry|wait|progress)$/;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (!arg.startsWith('-') || arg === '-') urls.push(arg);
    else if (arg.startsWith('--')) {
      const [name = '', ...rest] = arg.slice(2).split('=');
      if (valued.test(name))
        values.set(name, [
          ...(values.get(name) ?? []),
          rest.length > 0 ? rest.join('=') : (args[++index] ?? ''),
        ]);
      else if (flagWords.test(name)) flags.add(name);
      else return { error: `unrecognized option '--${name}'` };
    } else if (/^-n[vc]$/.test(arg)) flags.add(arg.slice(1));
    else {
      for (let at = 1; at < arg.length; at++) {
        const letter = arg[at]!;
        const name = valueLetters[letter];
        if (name) {
          const attached = arg.slice(at + 1);
          values.set(name, [attached === '' ? (args[++index] ?? '') : attached]);
          break;
        }
        if (!flagWords.test(letter)) return { error: `invalid option -- '${letter}'` };
        flags.add(letter);
      }
    }
  }
  const last = (name: string) => values.get(name)?.at(-1) ?? null;
  const agent = last('user-agent');
  const seconds = Number(last('timeout') ?? last('read-timeout') ?? 0);
  return {
    quiet: flags.has('q') || flags.has('quiet'),
    file: last('output-document'),
    folder: last('directory-prefix'),
    headers: [
      ...(values.get('header') ?? []).flatMap((line): [string, string][] => {
        const colon = line.indexOf(':');
        return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : [];
      }),
      ...(agent === null ? [] : [['User-Agent', agent] as const]),
    ],
    post: last('post-data') ?? last('body-data'),
    method: last('method'),
    timeoutMs: seconds > 0 ? seconds * 1000 : null,
    showsHead: flags.has('S') || flags.has('server-response'),
    onlyChecks: flags.has('spider'),
    noClobber: flags.has('nc') || flags.has('no-clobber'),
    urls,
  };
}

/** `wget`, over the same servers as `curl`. */
export function wget(tools: CommandTools): Command {
  return command('wget', async (args, context) => {
    const output = new CommandOutput('wget', tools, tools.live.takeCall('wget'));
    if (args[0] === '--version') {
      await output.write(new TextEncoder().encode('GNU Wget 1.21.3 built on linux-gnu.\n'));
      return output.result(0);
    }
    const options = parse(args);
    const usage = "Usage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.\n";
    if ('error' in options) {
      await output.errorText(`wget: ${options.error}\n${usage}`);
      return output.result(2);
    }
    if (options.urls.length === 0) {
      await output.errorText(`wget: missing URL\n${usage}`);
      return output.result(1);
    }
    let exitCode = 0;
    for (const url of options.urls)
      exitCode = (await download(tools, context, options, output, url)) || exitCode;
    return output.result(exitCode);
  });
}

async function download(
  tools: CommandTools,
  context: Context,
  options: WgetOptions,
  output: CommandOutput,
  text: string,
): Promise<number> {
  const say = async (words: string): Promise<void> => {
    if (!options.quiet) await output.errorText(words);
  };
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) {
    await say(`${text}: Invalid URL.\n`);
    return 1;
  }
  let url = new URL(whole);
  const file =
    options.file ??
    `${options.folder ? `${options.folder}/` : ''}${url.pathname.slice(url.pathname.lastIndexOf('/') + 1) || 'index.html'}`;
  if (options.noClobber && (await tools.disk.exists(tools.disk.resolvePath(context.cwd, file)))) {
    await say(`File ‘${file}’ already there; not retrieving.\n`);
    return 0;
  }
  try {
    let answer: HttpAnswer;
    for (let redirects = 0; ; redirects++) {
      answer = await ask(tools, {
        url,
        method: options.method ?? (options.onlyChecks ? 'HEAD' : options.post === null ? 'GET' : 'POST'),
        headers: [['Accept', '*/*'], ...options.headers],
        body: options.post === null ? null : new TextEncoder().encode(options.post),
        timeoutMs: options.timeoutMs,
        signal: tools.signal,
      });
      const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
      if (!location || answer.status < 300 || answer.status >= 400 || redirects >= 20) break;
      url = new URL(location, url);
    }
    if (options.showsHead)
      await output.errorText(
        headText(answer)
          .replaceAll('\r', '')
          .replaceAll(/^(?=.)/gm, '  '),
      );
    if (answer.status >= 400) {
      await say(
        `HTTP request sent, awaiting response... ${answer.status} ${answer.statusText}\nERROR ${answer.status}: ${answer.statusText}.\n`,
      );
      return 8;
    }
    if (options.onlyChecks) return 0;
    const sink = file === '-' ? null : new FileSink(tools, context, file, options.folder !== null);
    let size = 0;
    for await (const bytes of answer.body) {
      size += bytes.length;
      if (!(await (sink ? sink.write(bytes) : output.write(bytes)))) {
        await say(`${file}: cannot be written\n`);
        return 3;
      }
    }
    await sink?.finish();
    await say(`‘${file}’ saved [${size}]\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const isRefused = error.kind === 'refused';
    const reason = isRefused ? 'Connection refused' : error.detail;
    await say(
      isRefused
        ? `Connecting to ${url.host}... failed: ${reason}.\n`
        : `wget: unable to reach ‘${url.host}’: ${reason}\n`,
    );
    return 4;
  }
}
