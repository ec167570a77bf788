import { pathToFileURL } from 'node:url';
import { headerRules } from './headers.mjs';

/**
 * The header rules in the words of hosts that read no `_headers` file, for a site at the root of its host:
 * `node .ci/host-snippets.mjs nginx` (or `vercel`) prints them. The README holds what these print; a test compares.
 */

const [everywhere, ...special] = headerRules;
const variableOf = (name) => `$spillway_${name.toLowerCase().replaceAll('-', '_')}`;
const inQuotes = (text) => `"${text.replaceAll('"', '\\"')}"`;

/** For nginx: a `map` per header that differs by path, which belong beside `server`, and the lines for inside it. */
export function nginxSnippet() {
  const names = Object.keys(everywhere.headers);
  const varying = names.filter((name) => special.some(({ headers }) => name in headers));
  const maps = varying.map((name) => {
    // The first expression that fits decides; in the rules it is the last.
    const rules = special.filter(({ headers }) => name in headers).reverse();
    const lines = rules.map(({ pattern, headers }) => {
      const path = pattern.replace(/\*$/, '').replaceAll('.', '\\.');
      return `  ~^${path}${pattern.endsWith('*') ? '' : '$'} ${inQuotes(headers[name])};`;
    });
    return `map $uri ${variableOf(name)} {\n  default ${inQuotes(everywhere.headers[name])};\n${lines.join('\n')}\n}`;
  });
  const added = names.map((name) => {
    const value = varying.includes(name) ? variableOf(name) : inQuotes(everywhere.headers[name]);
    return `  add_header ${name} ${value} always;`;
  });
  return `${maps.join('\n')}\nserver {\n  root /srv/spillway; # the contents of dist/\n${added.join('\n')}\n}\n`;
}

/** For Vercel, as `vercel.json` in the folder that is deployed. A later rule's header replaces an earlier one's there, too. */
export function vercelSnippet() {
  const rules = headerRules.map(({ pattern, headers }) => {
    const list = Object.entries(headers).map(([key, value]) => `      ${JSON.stringify({ key, value })}`);
    const source = JSON.stringify(pattern.replace(/\*$/, '(.*)'));
    return `    { "source": ${source}, "headers": [\n${list.join(',\n')}\n    ] }`;
  });
  return `{\n  "headers": [\n${rules.join(',\n')}\n  ]\n}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const snippets = { nginx: nginxSnippet, vercel: vercelSnippet };
  const snippet = snippets[process.argv[2]];
  if (snippet) process.stdout.write(snippet());
  else {
    console.error('Usage: node .ci/host-snippets.mjs nginx|vercel');
    process.exitCode = 2;
  }
}
