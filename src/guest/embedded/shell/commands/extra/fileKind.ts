/** What `file` says of some bytes: in words, and as a type with a charset. */
export interface Kind {
  readonly words: string;
  readonly mime: string;
  readonly charset: string;
}

function binary(words: string, mime: string): Kind {
  return { words, mime, charset: 'binary' };
}

function text(bytes: Uint8Array, at: number, length: number): string {
  return new TextDecoder('latin1').decode(bytes.subarray(at, at + length));
}

function bigEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let index = 0; index < size; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function littleEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let index = size - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function gzipKind(bytes: Uint8Array, size: number, last: Uint8Array): Kind {
  const hasName = ((bytes[3] ?? 0) & 8) > 0;
  const name = hasName ? text(bytes, 10, Math.max(0, bytes.indexOf(0, 10) - 10)) : '';
  const time = littleEndian(bytes, 4, 4);
  const parts = ['gzip compressed data'];
  if (hasName) parts.push(`was "${name}"`);
  if (time > 0) {
    const [day, month, date, year] = new Date(time * 1000).toUTCString().replace(',', '').split(' ');
    const clock = new Date(time * 1000).toISOString().slice(11, 19);
    parts.push(`last modified: ${day} ${date} ${String(Number(month)).padStart(2)} ${clock} ${year}`);
  }
  if (bytes[8] === 2) parts.push('max compression');
  if (bytes[8] === 4) parts.push('max speed');
  parts.push('from Unix');
  if (size > 18) parts.push(`original size modulo 2^32 ${littleEndian(last, last.length - 4, 4)}`);
  return binary(parts.join(', '), 'application/gzip');
}

const pngColours: Readonly<Record<number, string>> = {
  0: 'grayscale',
  2: '/color RGB',
  3: ' colormap',
  4: 'gray+alpha',
  6: '/color RGBA',
};

function pngKind(bytes: Uint8Array): Kind {
  const size = `${bigEndian(bytes, 16, 4)} x ${bigEndian(bytes, 20, 4)}`;
  const colour = pngColours[bytes[25] ?? 0] ?? '';
  const depth = `${bytes[24] ?? 8}-bit${colour.startsWith('g') ? ` ${colour}` : colour}`;
  return binary(
    `PNG image data, ${size}, ${depth}, ${bytes[28] === 1 ? 'interlaced' : 'non-interlaced'}`,
    'image/png',
  );
}

/** By the magic numbers at the start; null where it is none of these. */
function byMagic(bytes: Uint8Array, size: number, last: Uint8Array): Kind | null {
  const head = text(bytes, 0, 16);
  if (head.startsWith('\x1f\x8b')) return gzipKind(bytes, size, last);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return pngKind(bytes);
  if (/^GIF8[79]a/.test(head))
    return binary(
      `GIF image data, version ${head.slice(3, 6)}, ${littleEndian(bytes, 6, 2)} x ${littleEndian(bytes, 8, 2)}`,
      'image/gif',
    );
  if (head.startsWith('\xff\xd8\xff'))
    return binary(
      `JPEG image data${head.slice(6, 10) === 'JFIF' ? ', JFIF standard 1.01' : ''}`,
      'image/jpeg',
    );
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
    return binary('RIFF (little-endian) data, Web/P image', 'image/webp');
  if (head.startsWith('PK\x03\x04'))
    return binary(
      `Zip archive data, at least v${(bytes[4] ?? 20) / 10 === 2 ? '2.0' : '1.0'} to extract, compression method=${littleEndian(bytes, 8, 2) === 8 ? 'deflate' : 'store'}`,
      'application/zip',
    );
  if (head.startsWith('PK\x05\x06')) return binary('Zip archive data (empty)', 'application/zip');
  if (head.startsWith('%PDF-')) return binary(`PDF document, version ${head.slice(5, 8)}`, 'application/pdf');
  if (head.startsWith('\x7fELF')) {
    const bits = bytes[4] === 2 ? '64-bit' : '32-bit';
    const kinds: Readonly<Record<number, string>> = { 1: 'relocatable', 2: 'executable', 3: 'shared object' };
    const machine =
      littleEndian(bytes, 18, 2) === 62
        ? 'x86-64'
        : littleEndian(bytes, 18, 2) === 183
          ? 'ARM aarch64'
          : 'unknown arch';
    return binary(
      `ELF ${bits} LSB ${kinds[littleEndian(bytes, 16, 2)] ?? 'object'}, ${machine}, version 1 (SYSV)`,
      'application/x-executable',
    );
  }
  if (head.startsWith('\0asm'))
    return binary(
      `WebAssembly (wasm) binary module version 0x${(bytes[4] ?? 1).toString(16)} (MVP)`,
      'application/wasm',
    );
  if (head.startsWith('SQLite format 3\0')) return binary('SQLite 3.x database', 'application/vnd.sqlite3');
  if (head.startsWith('BZh'))
    return binary('bzip2 compressed data, block size = 900k', 'application/x-bzip2');
  if (head.startsWith('\xfd7zXZ\0')) return binary('XZ compressed data', 'application/x-xz');
  if (text(bytes, 257, 5) === 'ustar')
    return binary(
      text(bytes, 257, 8) === 'ustar  \0' ? 'POSIX tar archive (GNU)' : 'POSIX tar archive',
      'application/x-tar',
    );
  return null;
}

const interpreters: Readonly<Record<string, readonly [words: string, mime: string]>> = {
  bash: ['Bourne-Again shell script', 'text/x-shellscript'],
  sh: ['POSIX shell script', 'text/x-shellscript'],
  node: ['Node.js script executable', 'application/javascript'],
  python: ['Python script', 'text/x-script.python'],
  python3: ['Python script', 'text/x-script.python'],
  perl: ['Perl script', 'text/x-perl'],
  ruby: ['Ruby script', 'text/x-ruby'],
};

function isJson(content: string): boolean {
  if (!/^\s*[[{]/.test(content)) return false;
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}

/** Rows of the same number of cells, at least two of each. */
function isCsv(content: string): boolean {
  const lines = content
    .split('\n')
    .slice(0, 10)
    .filter((line) => line !== '');
  const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(',').length);
  return lines.length > 1 && counts[0]! > 1 && counts.every((count) => count === counts[0]);
}

export function kindOf(bytes: Uint8Array, size: number, last: Uint8Array): Kind {
  if (size === 0) return { words: 'empty', mime: 'inode/x-empty', charset: 'binary' };
  const magic = byMagic(bytes, size, last);
  if (magic) return magic;
  let content: string;
  let [charset, name] = ['us-ascii', 'ASCII text'];
  const odd = bytes.some((byte) => byte < 7 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127);
  if (odd) return binary('data', 'application/octet-stream');
  try {
    // The bytes may end inside a character.
    content = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    if (bytes.some((byte) => byte > 127))
      [charset, name] = [
        'utf-8',
        bytes[0] === 0xef && bytes[1] === 0xbb
          ? 'Unicode text, UTF-8 (with BOM) text'
          : 'Unicode text, UTF-8 text',
      ];
  } catch {
    content = new TextDecoder('latin1').decode(bytes);
    [charset, name] = bytes.some((byte) => byte >= 128 && byte < 160)
      ? ['unknown-8bit', 'Non-ISO extended-ASCII text']
      : ['iso-8859-1', 'ISO-8859 text'];
  }
  if (isJson(content)) return { words: 'JSON text data', mime: 'application/json', charset };
  const crlf = /\r\n/.test(content);
  const ends = crlf
    ? /[^\r]\n/.test(content)
      ? ', with CRLF, LF line terminators'
      : ', with CRLF line terminators'
    : content.includes('\n')
      ? ''
      : ', with no line terminators';
  const longest = Math.max(...content.split('\n').map((line) => line.length));
  const long = longest > 300 ? `, with very long lines (${longest})` : '';
  const [words, mime] = textKind(content);
  if (words.endsWith('document') || words === '' || /source|text$/.test(words)) {
    const front = words === '' ? '' : `${words}, `;
    return { words: words === 'CSV text' ? words : `${front}${name}${long}${ends}`, mime, charset };
  }
  if (words.startsWith('SVG')) return { words, mime, charset };
  return {
    words: `${words}, ${name}${words.endsWith('executable') ? '' : ' executable'}${long}${ends}`,
    mime,
    charset,
  };
}

function textKind(content: string): readonly [words: string, mime: string] {
  const program = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?(\S+)/.exec(content)?.[1];
  const known = program === undefined ? undefined : interpreters[program];
  if (known) return known;
  if (program !== undefined) return [`a /usr/bin/env ${program} script`, 'text/plain'];
  if (/^\s*(<!doctype html|<html)/i.test(content)) return ['HTML document', 'text/html'];
  if (/^\s*(<\?xml[^>]*>\s*)?<svg/i.test(content))
    return ['SVG Scalable Vector Graphics image', 'image/svg+xml'];
  if (/^\s*<\?xml/.test(content)) return ['XML 1.0 document', 'text/xml'];
  if (/^\s*#\s*include\s*[<"]/m.test(content)) return ['C source', 'text/x-c'];
  if (
    /^(\s*import \w+(\.\w+)* *$|\s*from \w[\w.]* import |def \w+\(.*\):)/m.test(content) &&
    /:\s*$/m.test(content)
  )
    return ['Python script', 'text/x-script.python'];
  if (/^(diff --git |--- \S+.*\n\+\+\+ )/.test(content)) return ['unified diff output', 'text/x-diff'];
  if (isCsv(content)) return ['CSV text', 'text/csv'];
  return ['', 'text/plain'];
}
