/**
 * Words, assignments and reserved words in which the interpreter differs from bash:
 * 1. A bare assignment has the status of its last command substitution, or 0. It kept the status of the command before,
 *    so that under `set -e` the line after a false `[[ … ]] && …` ended the script.
 * 2. `"${x:-d}"` alone in its quotes was a fault under `set -u`.
 * 3. `${v~~}` and `${v~}`.
 * 4. An array of another name (`local -n`) is read and written through it.
 * 5. `select` is parsed as `for` with a mark; `shell/stream/select.ts` makes a loop of it.
 * 6. `**` matches folders, enters no hidden ones, and can be followed by more than one name; `*` follows links to folders.
 * 7. `$((10#$x))`: the digits of a number with a base may come out of a variable. `$((${x:1:2}))` was 0, as was every other
 *    operation on a variable but a default.
 * 8. `cd /usr/../tmp` gave `//tmp`; `cd -` goes to `$OLDPWD` as it is now. `TIMEFORMAT`.
 * 9. `local a=("$@")` made one word of the list, and no file names of `*`: each word is expanded as in `a=(…)`.
 * 10. `$(…)` in arithmetic ran in a shell without the functions and variables around it.
 *     Nor did `${a[…]}` know `${#a[@]}` and `$((…))` in its brackets.
 * 11. `$BASH_SOURCE` names the file of the script outside of functions too. `export -f`. `[ -t 0 ]` is true where a person types.
 * 12. `(( n -= 2 ))` was taken for subshells, since a word, a blank and a dash look like a command: as in bash it is arithmetic
 *    where the parenthesis that closes the second one is followed by another.
 * 13. `a && ;` and `a | | b` are mistakes.
 */
export const expansionPatches: readonly (readonly [from: string, to: string])[] = [
  [
    'this.looksLikeNestedSubshells(n+2)||this.dparenClosesWithSpacedParens(n+2)',
    '__nestedSubshells(this.input,n+2)',
  ],
  [
    '?"&&":"||"),this.skipNewlines();let c=this.parsePipeline()',
    '?"&&":"||"),this.skipNewlines(),this.check(v.SEMICOLON,v.AMP,v.AND_AND,v.OR_OR,v.PIPE,v.PIPE_AMP)&&this.checkUnexpectedToken();let c=this.parsePipeline()',
  ],
  [
    'this.skipNewlines(),o.push(l.type===v.PIPE_AMP);',
    'this.skipNewlines(),this.check(v.SEMICOLON,v.AMP,v.AND_AND,v.OR_OR,v.PIPE,v.PIPE_AMP)&&this.checkUnexpectedToken(),o.push(l.type===v.PIPE_AMP);',
  ],
  [
    'this.ctx.state.expansionStderr="";let s=await t3(this.ctx,t);',
    'this.ctx.state.expansionStderr="";let __before=this.ctx.state.__substitutions,s=await t3(this.ctx,t);',
  ],
  [
    'return this.ctx.state.expansionStderr="",Q("",N,this.ctx.state.lastExitCode)',
    'return this.ctx.state.expansionStderr="",Q("",N,__before===this.ctx.state.__substitutions?0:this.ctx.state.lastExitCode)',
  ],
  [
    'case"CommandSubstitution":{let s=B7(t.body);',
    'case"CommandSubstitution":{e.state.__substitutions=(e.state.__substitutions??0)+1;let s=B7(t.body);',
  ],
  [
    'if(o==="^"||o===","){let l=a===o,c=o==="^"?"upper":"lower";',
    'if(o==="^"||o===","||o==="~"){let l=a===o,c=o==="^"?"upper":o===","?"lower":"other";',
  ],
  [
    'case"CaseModification":{let n=t.direction==="upper"?"^":",",',
    'case"CaseModification":{let n=t.direction==="upper"?"^":t.direction==="lower"?",":"~",',
  ],
  [
    'n.direction==="upper"?f=>f.toUpperCase():f=>f.toLowerCase(),c="",u=!1;for(let f of t)',
    'n.direction==="upper"?f=>f.toUpperCase():n.direction==="lower"?f=>f.toLowerCase():__otherCase,c="",u=!1;for(let f of t)',
  ],
  [
    'c+=f;return c}return n.direction==="upper"?',
    'c+=f;return c}return n.direction==="other"?n.all?[...t].map(__otherCase).join(""):__otherCase(t.charAt(0))+t.slice(1):n.direction==="upper"?',
  ],
  [
    'function Bt(e,t){return e.state.arrays?.get(t)}',
    'function Bt(e,t){return e.state.arrays?.get(__named(e,t))}',
  ],
  [
    'function Gt(e,t){return e.state.arrays?.has(t)??!1}',
    'function Gt(e,t){return e.state.arrays?.has(__named(e,t))??!1}',
  ],
  ['function $o(e,t,n="indexed"){', 'function $o(e,t,n="indexed"){t=__named(e,t);'],
  ['function xe(e,t){return ', 'function xe(e,t){t=__named(e,t);return '],
  ['async function sO(e,t,n,r,s,i){let o="";', 'async function sO(e,t,n,r,s,i){n=__named(e,n);let o="";'],
  [
    'function Qf(e,t){let n=e.expect(v.FOR);',
    'function Qf(e,t){let __select=e.check(v.SELECT),n=e.expect(__select?v.SELECT:v.FOR);',
  ],
  ['return Y.forNode(s,i,o,a)', 'return __select?{...Y.forNode(s,i,o,a),select:!0}:Y.forNode(s,i,o,a)'],
  ['case v.FOR:return Qf(this);', 'case v.FOR:case v.SELECT:return Qf(this);'],
  [
    'if(this.check(v.FOR))return Qf(this,{skipRedirections:n});',
    'if(this.check(v.FOR,v.SELECT))return Qf(this,{skipRedirections:n});',
  ],
  [
    'return{expr:__number(c),pos:s}',
    'const __digits=c.endsWith("#")?__dynamicDigits(t,s):null;if(__digits)return{expr:{type:"ArithDynamicNumber",head:c,prefix:__digits[1]??__digits[2],suffix:__digits[3]},pos:s+__digits[0].length};return{expr:__number(c),pos:s}',
  ],
  [
    'case"ArithDynamicNumber":{let o=await Gl(e,t.prefix)',
    'case"ArithDynamicNumber":{let o=(t.head??"")+await Gl(e,t.prefix)',
  ],
  [
    'async function Gl(e,t){',
    'async function Gl(e,t){if(!/^\\w+$/.test(t))return _e(e,new be().parseWordFromString("${"+t+"}",!1,!1));',
  ],
  [
    ',g=()=>{m(c,p),c="",u=0,d=!1,p=!0};for(let S of t.parts)if',
    ',g=()=>{m(c,p),c="",u=0,d=!1,p=!0};for(const S of __listWords(t.parts)){if(S.isKeyed)m(await _e(e,S));else for(const k of(await dr(e,S)).values)m(k)}for(let S of[])if',
  ],
  [
    'case"ArithCommandSubst":{if(e.execFn)',
    'case"ArithCommandSubst":{if(t.part)return __int((await _e(e,{type:"Word",parts:[t.part]})).trim(),10)||0;if(e.execFn)',
  ],
  [
    'case"ArithCommandSubst":return e.execFn?',
    'case"ArithCommandSubst":return t.part?await _e(e,{type:"Word",parts:[t.part]}):e.execFn?',
  ],
  [
    'type:"ArithCommandSubst",command:f}',
    'type:"ArithCommandSubst",command:f,part:{type:"CommandSubstitution",body:or(f),legacy:!1}}',
  ],
  [
    'type:"ArithCommandSubst",command:u}',
    'type:"ArithCommandSubst",command:u,part:{type:"CommandSubstitution",body:or(u),legacy:!0}}',
  ],
  ['case"BASH_SOURCE":{let o=e.state.sourceStack?.[0];', 'case"BASH_SOURCE":{let o=__sources(e)[0];'],
  [
    'if(o==="BASH_SOURCE"){let f=Number.parseInt(a,10);return!Number.isNaN(f)&&f>=0?e.state.sourceStack?.[f]??"":""}',
    'if(o==="BASH_SOURCE"){let f=Number.parseInt(a,10);return!Number.isNaN(f)&&f>=0?__sources(e)[f]??"":""}',
  ],
  ['t==="BASH_SOURCE"?(e.state.sourceStack??[]).map(', 't==="BASH_SOURCE"?__sources(e).map('],
  ['t==="BASH_SOURCE"?(e.state.sourceStack?.length??0)>0', 't==="BASH_SOURCE"?__sources(e).length>0'],
  [
    'sourceFile:t.sourceFile??e.state.currentSource??"main"',
    'sourceFile:t.sourceFile??__sources(e)[0]??"environment"',
  ],
  [
    'function gp(e,t){let n=!1,r=[];',
    'function gp(e,t){if(t.some(o=>o==="-f"||o==="-fn"||o==="-nf")&&e.fs.hooks)return __exportFunctions(e,t);let n=!1,r=[];',
  ],
  [
    '(r||s)&&(n=t.slice(1,-1)),s)return n;let i="",o=0;',
    '(r||s)&&(n=t.slice(1,-1)),s)return n;return _e(e,new be().parseWordFromString(n,!0,!1));let i="",o=0;',
  ],
  ['case"-t":return!1;', 'case"-t":return n==="0"&&!!e.fs.hooks?.isTyped(e.state.groupStdin);'],
  ['async expandRecursive(t){', 'async expandRecursive(t){return __globstar(this,t);'],
  [
    'i.length===0?l.push(Promise.resolve([h])):d.isDirectory&&',
    'i.length===0?l.push(Promise.resolve([h])):(d.isDirectory||d.isSymbolicLink)&&',
  ],
  [
    'l)if(f==="..")c=c.split("/").slice(0,-1).join("/")||"/";else',
    'l)if(f==="..")c=c.split("/").slice(0,-1).join("/");else',
  ],
  ['o[0]==="-"?(n=e.state.previousDir,r=!0)', 'o[0]==="-"?(n=e.state.env.get("OLDPWD"),r=!0)'],
  [
    'E;t.timePosix?E=`real',
    'E;const __form=e.state.env.get("TIMEFORMAT");!t.timePosix&&__form!==void 0?E=__timeText(__form,y):t.timePosix?E=`real',
  ],
];

/** Used by the patches above. */
export const expansionHelpers = `
const __nestedSubshells=(text,from)=>{let depth=2;for(let at=from;at<text.length;at++){const c=text[at];if(c==="\\\\")at++;else if(c==="'"||c==='"'){for(at++;at<text.length&&text[at]!==c;at++)if(c==='"'&&text[at]==="\\\\")at++}else if(c==="(")depth++;else if(c===")"&&--depth===1)return text[at+1]!==")"}return!1};
const __sources=e=>{const file=e.state.env.get("__SOURCE_FILE")||void 0,stack=e.state.sourceStack??[];return file===void 0?stack:[...stack,file]};
const __exportFunctions=(e,words)=>{let wrong="";const undo=words.some(word=>/^-\\w*n/.test(word));
for(const name of words.filter(word=>!word.startsWith("-"))){const text=e.state.functions.has(name)?e.fs.hooks.functionText(name):null,key="BASH_FUNC_"+name+"%%";
if(text===null){wrong+=__where()+"export: "+name+": not a function\\n";continue}
if(undo){e.state.env.delete(key);e.state.exportedVars?.delete(key)}else{e.state.env.set(key,text);(e.state.exportedVars??=new Set).add(key)}}
return Q("",wrong,wrong===""?0:1)};
const __listWords=parts=>{const words=[];let current=[],opened=!1;
const finish=()=>{if(current.length===0)return;const[first]=current;
const isKeyed=first.type==="Glob"&&first.pattern.startsWith("[")||first.type==="Literal"&&/^\\[[^\\]]*\\]=/.test(first.value);
words.push({type:"Word",parts:current,isKeyed});current=[]};
parts.forEach((part,at)=>{if(part.type!=="Literal"){if(opened)current.push(part);return}
let text=part.value;if(!opened){const from=text.indexOf("=(");if(from<0)return;opened=!0;text=text.slice(from+2)}
if(at===parts.length-1&&text.endsWith(")"))text=text.slice(0,-1);
text.split(/\\s+/).forEach((piece,index)=>{if(index>0)finish();if(piece!=="")current.push({type:"Literal",value:piece})})});
finish();return words};
const __dynamicDigits=(text,at)=>/^\\$(?:\\{([^{}]+)\\}|(\\w+))(\\w*)/.exec(text.slice(at));
const __otherCase=c=>{const upper=c.toUpperCase();return upper===c?c.toLowerCase():upper};
const __named=(e,name)=>{if(!e.state.namerefs?.size||!rt(e,name))return name;const to=cn(e,name);return to!==void 0&&/^[A-Za-z_]\\w*$/.test(to)?to:name};
const __timeText=(form,seconds)=>form===""?"":form.replace(/%(?:([0-9])?(l)?([RUS])|P|%)/g,(whole,digits,long,what)=>{
if(whole==="%%")return"%";if(whole==="%P")return"0.00";
const value=what==="R"?seconds:0,places=Math.min(3,Number(digits??3));
return long?Math.floor(value/60)+"m"+(value%60).toFixed(places)+"s":value.toFixed(places)})+"\\n";
const __globstar=async(glob,pattern)=>{
const segments=pattern.split("/").filter((part,at,all)=>part!==""&&!(part==="**"&&all[at-1]==="**")),found=new Set;
const hidden=(name,segment)=>name.startsWith(".")&&!segment.startsWith(".")&&!glob.dotglob&&!glob.hasGlobignore;
const entries=async path=>{glob.checkOpsLimit();try{return await glob.fs.readdirWithFileTypes(path)}catch{return[]}};
const walk=async(path,shown,at,deep=-1)=>{
const show=name=>shown===""||shown==="/"?shown+name:shown+"/"+name,under=name=>path==="/"?"/"+name:path+"/"+name;
const segment=segments[at],isLast=at===segments.length-1;
if(segment!=="**"&&!glob.hasGlobChars(segment)){
if(!isLast)return walk(under(segment),show(segment),at+1);
try{await glob.fs.lstat(under(segment));found.add(show(segment))}catch{}return}
if(segment==="**")if(!isLast)await walk(path,shown,at+1);else if(shown!==""&&at!==deep)found.add(shown==="/"?"/":shown+"/");
for(const entry of await entries(path)){
if(hidden(entry.name,segment)||segment!=="**"&&!glob.matchPattern(entry.name,segment))continue;
if(isLast)found.add(show(entry.name));
if(segment==="**"?entry.isDirectory:!isLast&&(entry.isDirectory||entry.isSymbolicLink))await walk(under(entry.name),show(entry.name),segment==="**"?at:at+1,segment==="**"?at:-1)}};
await walk(pattern.startsWith("/")?"/":glob.cwd,pattern.startsWith("/")?"/":"",0);
return[...found].sort()};
`;
