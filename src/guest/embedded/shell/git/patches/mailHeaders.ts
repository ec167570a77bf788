/** Longest line of a mail's header. */
const longestLine = 78;
const longestEncodedLine = 76;
const wordStart = '=?UTF-8?q?';

const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

/** A header in the form for text beyond ASCII, on as many lines as that takes. `taken` is what stands on its first. */
function encoded(text: string, taken: number, alsoSpecial: RegExp): string {
  let result = wordStart;
  let length = taken + wordStart.length;
  for (const unit of text) {
    const isPlain = /^[\x21-\x7e]$/.test(unit) && !/[=?_]/.test(unit) && !alsoSpecial.test(unit);
    const bytes = Array.from(new TextEncoder().encode(unit), (byte) => byte.toString(16).padStart(2, '0'));
    const piece = isPlain ? unit : bytes.map((hex) => `=${hex.toUpperCase()}`).join('');
    if (length + piece.length + 2 > longestEncodedLine) {
      result += `?=\n ${wordStart}`;
      length = wordStart.length + 1;
    }
    result += piece;
    length += piece.length;
  }
  return `${result}?=`;
}

/** `Subject: …` behind its prefix, folded or encoded as git does it. */
export function subjectHeader(prefix: string, subject: string): string {
  const head = `Subject: ${prefix}`;
  if (!isAscii(subject) || subject.includes('=?')) return head + encoded(subject, head.length, /(?!)/);
  let line = head;
  const lines: string[] = [];
  for (const [at, word] of subject.split(' ').entries()) {
    if (at > 0 && line.length + 1 + word.length > longestLine) {
      lines.push(line);
      line = ` ${word}`;
    } else line += at === 0 ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

/** `From: …` */
export function fromHeader(name: string, email: string): string {
  if (!isAscii(name)) return `From: ${encoded(name, 'From: '.length, /[^A-Za-z0-9!*+/-]/)} <${email}>`;
  const shown = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `From: ${shown} <${email}>`;
}

/** Encoded words of a header as text. */
export function decodedHeader(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_whole, kind: string, content: string) => {
    const bytes =
      kind.toLowerCase() === 'b'
        ? Uint8Array.from(atob(content), (unit) => unit.charCodeAt(0))
        : Uint8Array.from(
            content
              .replaceAll('_', ' ')
              .replace(/=([0-9a-fA-F]{2})/g, (_all, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            (unit) => unit.charCodeAt(0),
          );
    return new TextDecoder().decode(bytes);
  });
}

/** What a mail with text beyond ASCII says of itself. */
export const eightBitHeaders =
  'MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n';
