const paint = (color: string, text: string): string => `\x1b[${color}m${text}\x1b[0m`;
const [bold, red, green, cyan] = ['1', '31', '32', '36'];

/** The two lines that name the files. */
export function coloredHeader(header: string): string {
  return header.replace(/^.+$/gm, (line) => paint(bold, line));
}

/** What `diff --color=always` makes of its hunks in one of the three forms that have colours. */
export function coloredHunks(hunks: string, style: 'normal' | 'unified' | 'context'): string {
  let side = '';
  return hunks.replace(/^.+$/gm, (line) => {
    const place = /^(?:@@ .*? @@|\*\*\* \d.* \*{4}|--- \d.* -{4}|\d[\d,]*[acd][\d,]*)/.exec(line)?.[0];
    if (place !== undefined && (style !== 'unified' || line.startsWith('@@'))) {
      side = line.startsWith('---') ? green : red;
      return paint(cyan, place) + line.slice(place.length);
    }
    if (style === 'context') return /^[-+! ] /.test(line) ? paint(side, line) : line;
    if (/^[-<]/.test(line) && line !== '---') return paint(red, line);
    return /^[+>]/.test(line) ? paint(green, line) : line;
  });
}
