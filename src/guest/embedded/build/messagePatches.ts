/**
 * bash begins its messages with the script's name and the line: `bash: line 3: x: command not found`,
 * `build.sh: line 2: …`. just-bash says `bash: …` in all places but a few. The place of the command that runs is
 * kept where it sets the line, and each message asks for it.
 */
const helpers = `
let __shell={env:new Map(),currentLine:1};
const __where=()=>(__shell.env.get("0")||"bash")+": line "+(__shell.currentLine||1)+": ";
`;

/** The interpreter's part of the bundle, and its classes of errors; tools outside of it word theirs themselves. */
const regions: readonly (readonly [start: string, end: string, places: number])[] = [
  ['NounsetError', 'ExecutionLimitError', 5],
  ['async function We(e,t,n=!0,r=!1)', 'function Bp(e){try{let t=new URL(e)', 110],
];

/** What bash says without a line, and what is nobody's output. */
const unplaced =
  /`bash: (?=illegal option|option requires an argument --|execution aborted|\$\{[a-z]\} (?:aborted|used its context|context revoked|exceeded)|invalid internal|line \$\{)/g;

export function patchMessages(code: string): string {
  let patched = code;
  for (const [startText, endText, least] of regions) {
    const start = patched.indexOf(startText);
    const end = patched.indexOf(endText, start);
    if (start < 0 || end < 0) throw new Error(`just-bash patch: 0 places instead of 1 for ${startText}`);
    let places = 0;
    const region = patched
      .slice(start, end)
      .replace(unplaced, (found) => found.replace('bash', '\0'))
      .replace(/`bash: /g, () => {
        places++;
        return '`${__where()}';
      })
      .replaceAll('"bash: return', () => {
        places++;
        return '__where()+"return';
      })
      .replaceAll('`\0: ', '`bash: ');
    if (places < least) throw new Error(`just-bash patch: ${places} messages where ${least} were expected`);
    patched = patched.slice(0, start) + region + patched.slice(end);
  }
  const lines = patched.split('(this.ctx.state.currentLine=t.line)').length - 1;
  if (lines !== 3) throw new Error(`just-bash patch: ${lines} places instead of 3 that set the line`);
  patched = patched
    .replaceAll(
      '(this.ctx.state.currentLine=t.line)',
      '((__shell=this.ctx.state).currentLine=t.line+(__shell.__lineBase||0))',
    )
    .replaceAll('&&(e.state.currentLine=n', '&&((__shell=e.state).currentLine=n+(__shell.__lineBase||0)');
  return helpers + patched;
}
