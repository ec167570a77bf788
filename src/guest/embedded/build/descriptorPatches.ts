/**
 * Descriptors of just-bash's interpreter that are more than a path or a text, and coprocesses. See
 * ../shell/stream/descriptors.ts for the other side.
 * 1. `< pipe`, `> pipe`, `<> pipe` and `exec 3< big` open what they name; `>&3` writes to a pipe that is open for both.
 * 2. What was opened lives as long as the redirection, or as a descriptor leads to it; a subshell's end is looked at too.
 * 3. `< <(…)` is read while it is written, and `exec > >(…)` reads what the shell writes from then on.
 * 4. A command with `>&3` writes to the file of 3 as it goes.
 * 5. `exec {list[1]}>&-`.
 * 6. `coproc NAME …` is a group with a mark; `[ -p … ]` knows pipes.
 */
export const descriptorPatches: readonly (readonly [from: string, to: string])[] = [
  ['prepare:(i="")=>bI(e,t,i,r),', 'prepare:(i="")=>e.fs.hooks?__made(e,r,bI(e,t,i,r)):bI(e,t,i,r),'],
  [
    'e.state.nextFd=r.nextFd}}}}}function ji(',
    'e.state.nextFd=r.nextFd}e.fs.hooks?.descriptors.ended(e.state,r)}}}}function ji(',
  ],
  [
    '{n||(n=!0,Object.assign(e,t))}}async function x3(',
    '{n||(n=!0,Object.assign(e,t),e.onTable?.())}}async function x3(',
  ],
  [
    '}catch(a){return{error:Q("",`bash: ${t}: ${',
    '}catch(a){if(a?.code==="ENXIO"&&e.fs.hooks){let V=await e.fs.hooks.descriptors.openOutput(i,e.state).catch(()=>null);if(V){e.fs.hooks.live.fileOpened(V);return{entry:{kind:"output",path:V,append:!0}}}}return{error:Q("",`bash: ${t}: ${',
  ],
  [
    'let O=A.entry;y.operator==="&>"||',
    'let O=A.entry;O.path?.startsWith("/dev/pipe/")&&s.set(w,O.path);y.operator==="&>"||',
  ],
  [
    'try{let s=await e.fs.readFile(r);return n?',
    'try{if(n&&e.fs.hooks){let V=await e.fs.hooks.descriptors.openBoth(r,e.state);if(V!==null)return{entry:{kind:"input",content:V}}}let s=await(!n&&e.fs.hooks?e.fs.hooks.openInput(r,e.state):e.fs.readFile(r));return n?',
  ],
  ['yI=(e,t,n)=>{let r=Rn(e,t);', 'yI=(e,t,n)=>{let r=__side(e,Rn(e,t),n);'],
  [
    'if(r===void 0)return;let s;if(r.kind==="input")s=',
    'if(r===void 0||r.kind==="input"&&e.fs.hooks?.holdsBack(r.content))return;let s;if(r.kind==="input")s=',
  ],
  [
    'if(y.target.type==="HereDoc"){let A=await wI(e,y.target);',
    'if(y.into&&e.fs.hooks){let V=e.fs.hooks.substituteInto(y.into,{ctx:e,fork:Yo.prototype.fork}),O={kind:"output",path:V,append:!0};s.set(w,V);y.operator==="&>"||y.operator==="&>>"?(m(1,O),m(2,O)):x>=Ot?Kn(e,x,O):m(x,O);continue}let __given=__substituted(e,y);if(__given!==null||y.target.type==="HereDoc"){let A=__given??await wI(e,y.target);',
  ],
  [
    'if(S.target.type==="HereDoc"||S.fdVariable)continue;',
    'if(S.target.type==="HereDoc"||S.fdVariable||S.substitution)continue;',
  ],
  [
    'if(i.set(w,O),O.kind==="entry"&&r.policy',
    'if(i.set(w,O),O.kind==="entry"&&O.entry.kind==="output"&&e.fs.hooks?.live.fileOpened(O.entry.path),O.kind==="entry"&&r.policy',
  ],
  [
    'let o=n.slice(i,s);if(s>=r||n[s]!=="}"',
    'let q=/^\\[\\w+\\](?=\\})/.exec(n.slice(s,s+64));q&&(s+=q[0].length);let o=n.slice(i,s);if(s>=r||n[s]!=="}"',
  ],
  [
    'Number.parseInt(e.state.env.get(y.fdVariable)??"",10)',
    'Number.parseInt(__descriptorIn(e,y.fdVariable)??"",10)',
  ],
  ['e.state.env.set(y.fdVariable,String(O))', '__keepDescriptor(e,y.fdVariable,String(O))'],
  ['e.state.env.set(y.fdVariable,String(A))', '__keepDescriptor(e,y.fdVariable,String(A))'],
  ['case"-p":return!1;', 'case"-p":return!!e.fs.hooks&&e.fs.hooks.isPipe(r,e.state.groupStdin);'],
  [
    'case v.FUNCTION:return this.parseFunctionDef();case v.TIME:break;',
    'case v.FUNCTION:return this.parseFunctionDef();case v.COPROC:return __coproc(this);case v.TIME:break;',
  ],
];

/** Used by the patches above. */
export const descriptorHelpers = `
const __made=async(e,pins,prepared)=>{try{return await prepared}finally{e.fs.hooks.descriptors.made(e.state,pins)}};
const __side=(e,entry,reads)=>{if(reads||entry?.kind!=="input"||!e.fs.hooks)return entry;const path=e.fs.hooks.descriptors.outputOf(entry.content);return path?{kind:"output",path,append:!0}:entry};
const __substituted=(e,redirection)=>redirection.substitution&&e.fs.hooks?e.fs.hooks.substitute(redirection.substitution,{ctx:e,fork:Yo.prototype.fork}):null;
const __element=name=>/^(\\w+)\\[(\\w+)\\]$/.exec(name);
const __descriptorIn=(e,name)=>{const at=__element(name);return at?e.state.arrays?.get(at[1])?.elements.get(at[2]):e.state.env.get(name)};
const __keepDescriptor=(e,name,text)=>{const at=__element(name);at?we(e,at[1],at[2],text,e.state.associativeArrays?.has(at[1])?"associative":"indexed"):e.state.env.set(name,text)};
const __coproc=parser=>{const line=parser.getSourceLine?.();parser.advance();let name="COPROC";const next=parser.peek(1).type;
if(parser.check(v.NAME,v.WORD)&&[v.LBRACE,v.LPAREN,v.DPAREN_START,v.DBRACK_START,v.IF,v.FOR,v.WHILE,v.UNTIL,v.CASE,v.SELECT].includes(next))name=parser.advance().value;
const body=parser.parseCommand();return{type:"Group",line,body:[{type:"Statement",pipelines:[{type:"Pipeline",commands:[body],negated:!1}],operators:[],background:!1}],redirections:[],coproc:name}};
`;
