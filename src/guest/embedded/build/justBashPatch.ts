import type { Plugin } from 'vite';
import { patchArithmetic } from './arithmeticPatches.ts';
import { descriptorHelpers, descriptorPatches } from './descriptorPatches.ts';
import { expansionHelpers, expansionPatches } from './expansionPatches.ts';
import { languageHelpers, languagePatches } from './languagePatches.ts';
import { leaveOutCommands } from './leftOutCommands.ts';
import { patchMessages } from './messagePatches.ts';
import { replacementHelpers, replacementPatches } from './replacementPatches.ts';
import { shellHelpers, shellPatches } from './shellPatches.ts';
import { speedHelpers, speedPatches } from './speedPatches.ts';
import { streamHelpers, streamPatches } from './streamPatches.ts';
import { subshellHelpers, subshellPatches } from './subshellPatches.ts';
import { traceHelpers, tracePatches } from './tracePatches.ts';
import { isTurndown, patchTurndown } from './turndownProbes.ts';
import { variableHelpers, variablePatches } from './variablePatches.ts';
import { wordHelpers, wordPatches } from './wordPatches.ts';

/** What bash says of a file that could not be opened or written, in the bundle's own words. */
const reasonOf = (error: string) =>
  `({ENOSPC:"No space left on device",EFBIG:"File too large",ENOTDIR:"Not a directory",EISDIR:"Is a directory",ELOOP:"Too many levels of symbolic links",ENAMETOOLONG:"File name too long",EACCES:"Permission denied",EPIPE:"Broken pipe"}[${error}?.code]??"No such file or directory")`;

/**
 * 1. just-bash turns bytes into text by `String.fromCharCode(...chunk)` with chunks of 65,536. A worker's stack
 * does not hold that many arguments, and the tool then says "No such file or directory" of every file of
 * 64 KB and more. 8,192 fit.
 * 2. It has `$SECONDS` but not the two other clocks of bash 5, which agents measure with.
 * 3. Its own file systems make the parents of a file and are never full, so it does not expect that a
 *    redirection fails: `echo x > missing/file` ended the whole shell. It must fail that command alone.
 * 4. `grep -o '[0-9]*'` failed on lines that end in a match, and printed empty ones.
 * 5. A glob that ends in a slash gave files too, and no slash; it is how loops walk over folders.
 * 6. Its own time limit, and `time`, must not ask the clock that a job with virtual time has in their sense: the one
 *    looks at each turn of a loop, the other took the real one when it was loaded.
 * 7. `jq @csv` left strings unquoted; a program that is not there was explained by a build option.
 */
const replacements: readonly (readonly [from: string, to: string])[] = [
  ['let n=65536,r="";for', 'let n=8192,r="";for'],
  [
    'let n=65536;if(e.length<=n)return String.fromCharCode(...e);let r="";for',
    'let n=8192;if(e.length<=n)return String.fromCharCode(...e);let r="";for',
  ],
  [
    'case"SECONDS":return',
    'case"EPOCHSECONDS":return String(Math.floor(Date.now()/1e3));case"EPOCHREALTIME":return (Date.now()/1e3).toFixed(6);case"SECONDS":return',
  ],
  [
    `catch(a){if(!s)throw a;return{error:Q("",\`bash: \${t}: cannot open redirect target\n\`,1)}}`,
    `catch(a){return{error:Q("",\`bash: \${t}: \${${reasonOf('a')}}\n\`,1)}}`,
  ],
  [
    'E=async(A,O,R)=>{A.append?await e.fs.appendFile(A.path,O,R):await e.fs.writeFile(A.path,O,R)};',
    `E=async(A,O,R)=>{try{A.append?await e.fs.appendFile(A.path,O,R):await e.fs.writeFile(A.path,O,R)}catch(B){c+=\`\${a?"":"bash: "}\${o}: write error: \${${reasonOf('B')}}\n\`;u=1}};`,
  ],
  ['find(t=null){if(t!==null){', 'find(t=null){if(t!==null){if(t>this.matcherInputLength)return!1;'],
  ['N(D,se+tt),ge[0].length===0&&t.lastIndex++', 'ge[0].length===0||N(D,se+tt)'],
  [
    'return this.filterGlobignore(n)}isGlobstarValid',
    'if(t.endsWith("/")&&this.hasGlobChars(t)){let o=[];for(let i of n)try{(await this.fs.stat(this.fs.resolvePath(this.cwd,i))).isDirectory&&o.push(i+"/")}catch{}n=o}return this.filterGlobignore(n)}isGlobstarValid',
  ],
  [
    'let i=String(s);return i.includes(",")||i.includes(\'"\')||i.includes(`\n`)||i.includes("\\r")?',
    'let i=String(s);return!0?',
  ],
  [
    `command not available in browser environments. Exclude '\${t}' from your commands or use the Node.js bundle.\n\`,127)`,
    'command not found\n${__hint(t)}`,127)',
  ],
  // The bash whose answers this shell is compared with.
  ['T6="5.1.0(1)-release"', 'T6="5.2.15(1)-release"'],
  // Options that are accepted and hold.
  ['globskipdots:!0,nocaseglob:!1', 'globskipdots:!0,patsub_replacement:!0,inherit_errexit:!1,nocaseglob:!1'],
  [
    '"nocaseglob","nocasematch","expand_aliases","lastpipe","xpg_echo"],XI=',
    '"nocaseglob","nocasematch","expand_aliases","lastpipe","xpg_echo","patsub_replacement","inherit_errexit"],XI=',
  ],
  [
    '"globskipdots","globstar","lastpipe",',
    '"globskipdots","globstar","inherit_errexit","lastpipe","patsub_replacement",',
  ],
  ['"EUID","RANDOM","SECONDS"', '"EUID","RANDOM","SRANDOM","EPOCHSECONDS","EPOCHREALTIME","SECONDS"'],
  [
    'case"RANDOM":return String(Math.floor(Math.random()*32768))',
    'case"SRANDOM":return String(Math.floor(Math.random()*4294967296));case"RANDOM":return String(__random(e.state))',
  ],
  ['Si=performance.now.bind(performance)', 'Si=()=>performance.now()'],
  ['poisoned;closed=!1;startedAt=Date.now();', 'poisoned;closed=!1;startedAt=__wallNow();'],
  ['Date.now()-this.startedAt>this.limits', '__wallNow()-this.startedAt>this.limits'],
  ['(Date.now()-this.startedAt))}registerCleanup', '(__wallNow()-this.startedAt))}registerCleanup'],
];

/** The patched bundle text. Throws unless each of its places is there exactly once. */
export function patchJustBash(code: string): string {
  const replaced = [
    ...replacements,
    ...shellPatches,
    ...streamPatches,
    ...speedPatches,
    ...tracePatches,
    ...expansionPatches,
    ...variablePatches,
    ...descriptorPatches,
    ...languagePatches,
    ...replacementPatches,
    ...subshellPatches,
    ...wordPatches,
  ].reduce((patched, [from, to]) => {
    const count = patched.split(from).length - 1;
    if (count !== 1) throw new Error(`just-bash patch: ${count} places instead of 1 for ${from}`);
    // As a function: in a text `$` would mean something.
    return patched.replace(from, () => to);
  }, code);
  return leaveOutCommands(
    patchMessages(
      patchArithmetic(
        speedHelpers +
          traceHelpers +
          shellHelpers +
          expansionHelpers +
          variableHelpers +
          streamHelpers +
          descriptorHelpers +
          languageHelpers +
          replacementHelpers +
          subshellHelpers +
          wordHelpers +
          replaced,
      ),
    ),
  );
}

/** For tests, some of which have no just-bash at all. */
export function justBashPatchInTests(): Plugin {
  const { buildEnd: _unused, ...plugin } = justBashPatch();
  return plugin;
}

/** Fails the build where just-bash changed under the patch, or where the bundle has no just-bash at all. */
export function justBashPatch(): Plugin {
  let patched = 0;
  return {
    name: 'spillway-just-bash-patch',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0] ?? '';
      if (isTurndown(path)) return { code: patchTurndown(code), map: null };
      if (!/just-bash\/dist\/bundle\/browser\.js$/.test(path)) return null;
      patched += 1;
      return { code: patchJustBash(code), map: null };
    },
    buildEnd(error) {
      if (!error && patched !== 1)
        throw new Error(`just-bash patch: applied to ${patched} files instead of 1`);
    },
  };
}
