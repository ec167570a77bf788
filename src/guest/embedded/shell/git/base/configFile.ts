/** One `[section "sub"] name = value` of a config file. `key` is `section.sub.name` in git's canonical case. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
  /** Its line in the file, counted from 0. */
  readonly line: number;
}

/** Section and name are case-blind, the subsection between them is not. */
export function canonicalKey(key: string): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  if (first < 0) return key.toLowerCase();
  const middle = key.slice(first, last);
  return `${key.slice(0, first).toLowerCase()}${middle}${key.slice(last).toLowerCase()}`;
}

function readValue(text: string): string {
  let value = '';
  let kept = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text[index]!;
    if (unit === '\\') {
      const next = text[++index] ?? '';
      value += next === 'n' ? '\n' : next === 't' ? '\t' : next === 'b' ? '\b' : next;
    } else if (unit === '"') {
      quoted = !quoted;
      kept = value.length;
      continue;
    } else if (!quoted && (unit === '#' || unit === ';')) break;
    else value += unit;
    if (quoted || !/\s/.test(unit)) kept = value.length;
  }
  return value.slice(0, kept);
}

export function parseConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = '';
  text.split('\n').forEach((raw, line) => {
    let rest = raw.trim();
    const head = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(rest);
    if (head) {
      const sub = head[2] === undefined ? '' : `.${head[2].replace(/\\(.)/g, '$1')}`;
      section = `${head[1]!.toLowerCase()}${sub}`;
      rest = rest.slice(head[0].length).trim();
    }
    const pair = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    if (!pair) return;
    const value = pair[2] === undefined ? 'true' : readValue(pair[2]);
    entries.push({ key: `${section}.${pair[1]!.toLowerCase()}`, value, line });
  });
  return entries;
}

function writtenValue(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return /^\s|\s$|[#;]/.test(value) ? `"${escaped}"` : escaped;
}

function sectionHead(key: string): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  const name = key.slice(0, first);
  if (first === last) return `[${name}]`;
  return `[${name} "${key.slice(first + 1, last).replace(/[\\"]/g, '\\$&')}"]`;
}

function sectionOf(key: string): string {
  return canonicalKey(key).slice(0, key.lastIndexOf('.'));
}

/** The text with `key` set: in place of its last value (unless `add`), else at the end of its section. */
export function setInConfig(text: string, key: string, value: string, add = false): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const written = `\t${key.slice(key.lastIndexOf('.') + 1)} = ${writtenValue(value)}`;
  const known = parseConfig(text).filter((entry) => entry.key === canonicalKey(key));
  if (known.length > 0 && !add) {
    lines[known.at(-1)!.line] = written;
    return `${lines.join('\n')}\n`;
  }
  const end = endOfSection(lines, sectionOf(key));
  if (end === null) lines.push(sectionHead(key), written);
  else lines.splice(end, 0, written);
  return `${lines.join('\n')}\n`;
}

/** The line behind the last one of a section; null where there is no such section. */
function endOfSection(lines: readonly string[], section: string): number | null {
  let end: number | null = null;
  let inside = false;
  lines.forEach((line, index) => {
    if (/^\s*\[/.test(line)) {
      const probe = parseConfig(`${line}\nx = y`)[0]?.key ?? '';
      inside = probe === `${section}.x`;
    }
    if (inside && line.trim() !== '') end = index + 1;
  });
  return end;
}

/** The text without `key`, or without a whole section; a section that became empty goes too. */
export function unsetInConfig(text: string, keyOrSection: string, wholeSection: boolean): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const dropped = new Set<number>();
  const key = canonicalKey(keyOrSection);
  let section = '';
  lines.forEach((line, index) => {
    if (/^\s*\[/.test(line)) section = (parseConfig(`${line}\nx = y`)[0]?.key ?? '').replace(/\.x$/, '');
    if (wholeSection && section === keyOrSection) dropped.add(index);
  });
  if (!wholeSection) for (const entry of parseConfig(text)) if (entry.key === key) dropped.add(entry.line);
  const kept = lines.filter((_line, index) => !dropped.has(index));
  const full = kept.filter(
    (line, index) =>
      !/^\s*\[[^\]]*\]\s*$/.test(line) || (kept[index + 1] !== undefined && !/^\s*\[/.test(kept[index + 1]!)),
  );
  return full.length === 0 ? '' : `${full.join('\n')}\n`;
}

/** The text with a section's heads renamed; the same text where there is no such section. */
export function renameInConfig(text: string, from: string, to: string): string {
  const lines = text.split('\n').map((line) => {
    if (!/^\s*\[/.test(line)) return line;
    const section = (parseConfig(`${line}\nx = y`)[0]?.key ?? '').replace(/\.x$/, '');
    return section === canonicalKey(`${from}.x`).replace(/\.x$/, '') ? sectionHead(`${to}.x`) : line;
  });
  return lines.join('\n');
}
