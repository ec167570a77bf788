import type { HttpAnswer } from './http.ts';

interface Facts {
  readonly answer: HttpAnswer | null;
  readonly url: URL;
  readonly size: number;
  readonly redirects: number;
  readonly elapsedMs: number;
  readonly method: string;
  readonly exitCode: number;
}

function absolute(location: string, url: URL): string {
  return location === '' ? '' : new URL(location, url).href;
}

/** The text of `-w FORMAT`: `%{name}`, `%%`, `\n`, `\r`, `\t`. Unknown names are nothing, as in curl. */
export function writeOut(format: string, facts: Facts): string {
  const { answer, url } = facts;
  const header = (name: string) => answer?.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  const status = String(answer?.status ?? 0).padStart(3, '0');
  const seconds = (facts.elapsedMs / 1000).toFixed(6);
  const values: Readonly<Record<string, string | number>> = {
    ...{
      http_code: status,
      response_code: status,
      url_effective: url.href,
      url: url.href,
      method: facts.method,
    },
    ...{ size_download: facts.size, num_redirects: facts.redirects, content_type: header('content-type') },
    ...{
      redirect_url: absolute(header('location'), url),
      exitcode: facts.exitCode,
      scheme: url.protocol.slice(0, -1),
      http_version: '1.1',
    },
    ...{
      time_total: seconds,
      time_connect: seconds,
      time_starttransfer: seconds,
      time_namelookup: '0.000000',
    },
    ...{
      num_headers: answer?.headers.length ?? 0,
      remote_port: url.port || (url.protocol === 'https:' ? 443 : 80),
    },
    speed_download: Math.round(facts.size / Math.max(0.001, facts.elapsedMs / 1000)),
  };
  const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return format.replaceAll(
    /%\{(header_json|[\w]+)\}|%%|\\([nrt])/g,
    (whole, name?: string, letter?: string) => {
      if (name) return String(values[name] ?? '');
      return letter ? (escapes[letter] ?? whole) : '%';
    },
  );
}
