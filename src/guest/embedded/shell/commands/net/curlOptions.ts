/** Options of curl by their long names; those with a value may be given more than once. */
export interface CurlOptions {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Data options in the order in which they were given, since they are joined. */
  readonly data: readonly { readonly kind: string; readonly value: string }[];
  readonly urls: readonly string[];
}

const flagLetters: Readonly<Record<string, string>> = {
  ...{
    s: 'silent',
    S: 'show-error',
    f: 'fail',
    L: 'location',
    O: 'remote-name',
    i: 'include',
    I: 'head',
    G: 'get',
  },
  ...{
    k: 'insecure',
    v: 'verbose',
    N: 'no-buffer',
    g: 'globoff',
    J: 'remote-header-name',
    q: 'disable',
    R: 'remote-time',
  },
  ...{
    V: 'version',
    h: 'help',
    '#': 'progress-bar',
    '4': 'ipv4',
    '6': 'ipv6',
    Z: 'parallel',
    '0': 'http1.0',
    a: 'append',
  },
};

const valueLetters: Readonly<Record<string, string>> = {
  ...{
    o: 'output',
    X: 'request',
    H: 'header',
    d: 'data',
    F: 'form',
    u: 'user',
    A: 'user-agent',
    w: 'write-out',
  },
  ...{
    m: 'max-time',
    x: 'proxy',
    e: 'referer',
    b: 'cookie',
    c: 'cookie-jar',
    T: 'upload-file',
    D: 'dump-header',
  },
  ...{
    r: 'range',
    C: 'continue-at',
    K: 'config',
    E: 'cert',
    y: 'speed-time',
    Y: 'speed-limit',
    z: 'time-cond',
  },
};

const flags = new Set([
  ...Object.values(flagLetters),
  ...[
    'fail-with-body',
    'create-dirs',
    'compressed',
    'http1.1',
    'http2',
    'no-progress-meter',
    'path-as-is',
    'tcp-nodelay',
  ],
  ...[
    'location-trusted',
    'no-keepalive',
    'remove-on-error',
    'retry-all-errors',
    'retry-connrefused',
    'raw',
    'fail-early',
  ],
  ...[
    'tlsv1.2',
    'tlsv1.3',
    'ssl-no-revoke',
    'no-location',
    'no-silent',
    'post301',
    'post302',
    'post303',
    'disallow-username-in-url',
  ],
]);

const valued = new Set([
  ...Object.values(valueLetters),
  ...[
    'data-raw',
    'data-binary',
    'data-ascii',
    'data-urlencode',
    'json',
    'url',
    'connect-timeout',
    'max-redirs',
  ],
  ...[
    'retry',
    'retry-delay',
    'retry-max-time',
    'output-dir',
    'max-filesize',
    'noproxy',
    'cacert',
    'capath',
    'proto',
  ],
  ...[
    'proto-redir',
    'resolve',
    'limit-rate',
    'oauth2-bearer',
    'form-string',
    'proto-default',
    'key',
    'interface',
    'url-query',
  ],
  ...['stderr', 'trace-ascii', 'unix-socket', 'expect100-timeout', 'keepalive-time', 'connect-to'],
]);

const dataOptions = new Set(['data', 'data-raw', 'data-binary', 'data-ascii', 'data-urlencode', 'json']);

/** The options, or the sentence that curl refuses them with (exit code 2). */
export function parseCurl(args: readonly string[]): CurlOptions | { readonly error: string } {
  const given = new Set<string>();
  const values = new Map<string, string[]>();
  const data: { kind: string; value: string }[] = [];
  const urls: string[] = [];
  const take = (name: string, value: string): void => {
    if (name === 'url') urls.push(value);
    else if (dataOptions.has(name)) data.push({ kind: name, value });
    else values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (let index = 0, onlyUrls = false; index < args.length; index++) {
    const arg = args[index]!;
    if (onlyUrls || !arg.startsWith('-') || arg === '-') urls.push(arg);
    else if (arg === '--') onlyUrls = true;
    else if (arg.startsWith('--')) {
      const name = arg.slice(2);
      if (flags.has(name) || (name.startsWith('no-') && flags.has(name.slice(3)))) given.add(name);
      else if (!valued.has(name)) return { error: `option ${arg}: is unknown` };
      else if (index + 1 >= args.length) return { error: `option ${arg}: requires parameter` };
      else take(name, args[++index]!);
    } else {
      for (let at = 1; at < arg.length; at++) {
        const letter = arg[at]!;
        const flag = flagLetters[letter];
        const name = valueLetters[letter];
        if (flag) given.add(flag);
        else if (!name) return { error: `option ${arg}: is unknown` };
        else {
          const attached = arg.slice(at + 1);
          if (attached === '' && index + 1 >= args.length)
            return { error: `option ${arg}: requires parameter` };
          take(name, attached === '' ? args[++index]! : attached);
          break;
        }
      }
    }
  }
  return { flags: given, values, data, urls };
}
