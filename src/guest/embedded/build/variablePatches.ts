/**
 * What belongs to one shell, and to its variables, where the interpreter differs from bash:
 * 1. A script that another shell runs (`bash s.sh`, `./s.sh`) begins with its exported functions, but without the other's read-only, integer, nameref and
 *    exported marks, its `shopt` options, directory stack and known paths: a script with `readonly X=…` failed the second time.
 * 2. The keys of an associative array come in the order of bash's own hash table, which loops over them show.
 * 3. `"${@:-d}"` keeps the arguments apart. `"${a[@]^}"`, `"${a[*]@Q}"` and their like change each element.
 * 4. `${x@Q}`, `@A` and `@K` quote as bash does; those of arrays are declarations and pairs.
 * 5. `shopt -s nocaseglob`; `$BASH_VERSINFO` without an index.
 * 6. `FUNCNAME`, `BASH_LINENO` and `BASH_SOURCE` name sourced files and the main script too; `caller` is there.
 * 7. `set -u` names what it misses with `$` where bash does, and ends the shell within `((…))` too. `${x:?…}` ends a script's
 *    file with 1.
 * 8. `$OLDPWD` is not set before the first `cd`.
 * 9. A here-document that the end of the script ends is warned about.
 * 10. `getopts` leaves `OPTARG` unset where an option has no argument.
 * 11. `local -r` holds until its function is left. Who assigns to a read-only variable leaves the line, not the shell.
 */
export const variablePatches: readonly (readonly [from: string, to: string])[] = [
  [
    'if(h)for(let[g,b]of h)b===void 0?e.state.env.delete(g):e.state.env.set(g,b);',
    'if(h)for(let[g,b]of h)e.state.readonlyVars?.delete(g),b===void 0?e.state.env.delete(g):e.state.env.set(g,b);',
  ],
  ['throw new he(1,"",r)}return null}', 'throw Object.assign(new Ge("","",r),{ofReadonly:!0})}return null}'],
  ['e.state.env.set("OPTARG",""),l>a.length', 'e.state.env.delete("OPTARG"),l>a.length'],
  ['extraArgs:u.args}', 'extraArgs:u.args,...u.replaceEnv?__ownShell(this.state,u.env):{}}'],
  [
    'function Ar(e,t){return Array.from(Bt(e,t)?.elements.keys()??[]).sort()}',
    'function Ar(e,t){return __hashOrder(Bt(e,t)?.elements)}',
  ],
  [
    'let l=r.parameter,c=await Cr(e,l),u=await We(e,l),f=u==="",d=s.checkEmpty??!1;if(s.type==="UseAlternative"?o=c&&!(d&&f):o=!c||d&&f,!o)return{values:[u],quoted:!0}}',
    'let l=r.parameter,c=await Cr(e,l),u=await We(e,l,!1),f=u==="",d=s.checkEmpty??!1;if(s.type==="UseAlternative"?o=c&&!(d&&f):o=!c||d&&f,!o)return{values:l==="@"?__arguments(e):[u],quoted:!0}}',
  ],
  [
    'function uw(e,t){if(t.length!==1||t[0].type!=="DoubleQuoted")return null;',
    'function uw(e,t){if(t.length!==1||t[0].type!=="DoubleQuoted")return null;const __each=__changedEach(e,t[0].parts);if(__each)return __each;',
  ],
  [
    'if(i&&s.operator==="Q")return xe(e,i[1]).map(([,c])=>ts(c)).join(" ");',
    'if(i&&/[QAKk]/.test(s.operator))return(__transformed(e,t,s.operator)??[]).join(" ");',
  ],
  ['case"Q":return r?"":ts(n);case"P":', 'case"Q":return r?"":__quoted(n);case"P":'],
  ['case"A":return r?"":`${t}=${ts(n)}`;', 'case"A":return r?"":__declaration(e,t);'],
  ['case"K":case"k":return r?"":ts(n);', 'case"K":case"k":return r?"":__quoted(n);'],
  [
    'this.globskipdots=s.globskipdots??!0,',
    'this.globskipdots=s.globskipdots??!0,this.anyCase=(r?.get("BASHOPTS")??"").includes("nocaseglob"),',
  ],
  [
    'patternToRegex(t){let n=this.patternToRegexStr(t);return ie(`^${n}$`)}',
    'patternToRegex(t){let n=this.patternToRegexStr(t);return ie(`^${n}$`,this.anyCase?"is":"s")}',
  ],
  [
    'case"UID":return',
    'case"BASH_VERSINFO":return __versionInfo[0];case"DIRSTACK":return e.state.cwd;case"UID":return',
  ],
  [
    't==="FUNCNAME"?(e.state.funcNameStack??[]).map((i,o)=>[o,i])',
    't==="FUNCNAME"?__functionNames(e).map((i,o)=>[o,i])',
  ],
  ['(e.state.callLineStack??[]).map((i,o)=>[o,String(i)])', '__callLines(e).map((i,o)=>[o,String(i)])'],
  ['f>=0?e.state.funcNameStack?.[f]??"":""', 'f>=0?__functionNames(e)[f]??"":""'],
  ['let d=e.state.callLineStack?.[f];', 'let d=__callLines(e)[f];'],
  ['if(t==="read"){let V=', 'if(t==="caller")return __caller(c,n);if(t==="read"){let V='],
  [
    'if(o==="BASH_VERSINFO"||o==="DIRSTACK")return',
    'if(/^(FUNCNAME|BASH_LINENO|BASH_SOURCE)$/.test(o))return __callPart(e,o,await Te(e,Me(new be,a).expression))??"";if(o==="BASH_VERSINFO"||o==="DIRSTACK")return',
  ],
  [
    'if(i==="@"||i==="*")return xe(e,s).length>0?!0:e.state.env.has(s);',
    'if(i==="@"||i==="*")return xe(e,s).length>0?!0:e.state.env.has(s);if(/^(FUNCNAME|BASH_LINENO|BASH_SOURCE)$/.test(s))return __callPart(e,s,await Te(e,Me(new be,i).expression))!==void 0;',
  ],
  [
    'super(`${t}: unbound variable`,n,`bash: ${t}: unbound',
    'super(`${__where()}${__sigil(t)}: unbound variable`,n,`bash: ${__sigil(t)}: unbound',
  ],
  [
    'e.state.bashPid===e.state.virtualPid?127:1',
    'e.state.bashPid===e.state.virtualPid&&!e.state.env.get("__SOURCE_FILE")?127:1',
  ],
  [
    'if(this.check(v.HEREDOC_CONTENT)){let n=this.advance(),r;',
    'if(this.check(v.HEREDOC_CONTENT)){let n=this.advance(),r;n.heredocTerminated||__unended.push([n.line-1,t.delimiter,this.tokens.at(-1)?.line]);',
  ],
  [
    'x=or(g,{maxHeredocSize:this.limits.maxHeredocSize}),S;',
    '__x=__unended.length=0,x=or(g,{maxHeredocSize:this.limits.maxHeredocSize}),__warning=__unendedText(m.env.get("0")||"bash"),S;',
  ],
  [
    ',R=await new Yo(E,m).executeScript(x);',
    ';let __shell=new Yo(E,m).ctx,R=await __whole(__shell,()=>__shell.executeScript(x),"script");if(__warning)R.stderr=__warning+R.stderr;',
  ],
  ['${b}`:`${b}\t\t${w?"on":"off"}', '${b}`:`${b.padEnd(15)}\t${w?"on":"off"}'],
  ['m=Ir(h,`${g}\t\t${b?"on":"off"}', 'm=Ir(h,`${g.padEnd(15)}\t${b?"on":"off"}'],
  ['${g}`:`${g}\t\t${y?"on":"off"}', '${g}`:`${g.padEnd(15)}\t${y?"on":"off"}'],
  ['h=Ir(p,`${m}\t\t${y?"on":"off"}', 'h=Ir(p,`${m.padEnd(15)}\t${y?"on":"off"}'],
  ['["PWD",r],["OLDPWD",r],', '["PWD",r],'],
  [
    'let a=e.state.currentSource,l=()=>{if(e.state.sourceDepth--,',
    'let a=e.state.currentSource,l=()=>{if(e.state.sourceDepth--,__leaveFile(e),',
  ],
  ['e.state.currentSource=r;try{', 'e.state.currentSource=r;__enterFile(e,r);try{'],
  [
    '}catch(n){return K(`bash: ((: ${t.expression',
    '}catch(n){if(n instanceof Jt)throw n;return K(`bash: ((: ${t.expression',
  ],
];

/** Used by the patches above. */
export const variableHelpers = `
const __ownShell=(state,given={})=>({readonlyVars:new Set(["SHELLOPTS","BASHOPTS"]),exportedVars:new Set(["HOME","PATH","PWD","OLDPWD",...Object.keys(given).filter(name=>name.startsWith("BASH_FUNC_"))]),
integerVars:new Set,lowercaseVars:new Set,uppercaseVars:new Set,associativeArrays:new Set,namerefs:new Set,boundNamerefs:new Set,invalidNamerefs:new Set,declaredVars:new Set,
shoptOptions:Object.fromEntries(Object.keys(state.shoptOptions).map(name=>[name,name==="globskipdots"||name==="patsub_replacement"])),
directoryStack:void 0,hashTable:new Map,completionSpecs:void 0,localScopes:[],localArrayScopes:[],localVarDepth:void 0,localVarStack:void 0,
funcNameStack:void 0,callLineStack:void 0,sourceStack:void 0,currentSource:void 0,callDepth:0,sourceDepth:0,loopDepth:0,inCondition:!1});
const __hashOf=key=>{let hash=2166136261;for(const byte of new TextEncoder().encode(key))hash=Math.imul(hash,16777619)^(byte<<24>>24);return hash&1023};
const __hashOrder=elements=>{const keys=[...elements?.keys()??[]];if(keys.length<2)return keys;return keys.reverse().map(key=>[key,__hashOf(key)]).sort((a,b)=>a[1]-b[1]).map(([key])=>key)};
const __arguments=e=>Array.from({length:Number(e.state.env.get("#")??0)},(_,k)=>e.state.env.get(String(k+1))??"");
const __quoted=text=>/[\\x00-\\x1f\\x7f]/.test(text)?ts(text):"'"+text.replaceAll("'","'\\\\''")+"'";
const __flags=(e,name)=>{const flags=R4(e,name).replace(/-/g,"");return flags===""?"":flags};
const __keyText=key=>/[\\s'"\\\\|&;()<>!{}*[\\]?^$\`\\x00-\\x1f\\x7f]|(?:^|[=:])~|(?:^|\\s)#|^@$|^$/.test(key)?ds(key):key;
const __pairs=(e,name)=>{const isKeyed=e.state.associativeArrays?.has(name);return xe(e,name).map(([key,value])=>[isKeyed?__keyText(key):String(key),value])};
const __declaration=(e,parameter)=>{const whole=/\\[[@*]\\]$/.test(parameter),name=parameter.replace(/\\[.*$/s,""),flags=__flags(e,name),isKeyed=e.state.associativeArrays?.has(name);
if(!isKeyed&&!Gt(e,name)){const value=e.state.env.get(name);return value===void 0?"":(flags===""?"":"declare -"+flags+" ")+name+"="+__quoted(value)}
const kind=isKeyed?"A":"a";
if(!whole)return"declare -"+kind+flags+" "+name+"="+__quoted(String((isKeyed?Xe(e,name,"0"):xe(e,name)[0]?.[1])??""));
const pairs=__pairs(e,name).map(([key,value])=>"["+key+"]="+ds(value));
return"declare -"+kind+flags+" "+name+"=("+pairs.join(" ")+(isKeyed&&pairs.length>0?" ":"")+")"};
const __valuesOf=(e,parameter)=>{const name=/^([A-Za-z_]\\w*)\\[[@*]\\]$/.exec(parameter)?.[1];
if(name!==void 0){const list=xe(e,name).map(([,value])=>value);const plain=e.state.env.get(name);return list.length===0&&plain!==void 0?[plain]:list}
return parameter==="@"||parameter==="*"?__arguments(e):null};
const __transformed=(e,parameter,operator)=>{const values=__valuesOf(e,parameter);if(values===null)return null;
const name=parameter.replace(/\\[.*$/s,"");
switch(operator){case"Q":return values.map(__quoted);
case"A":return name==="@"||name==="*"?[values.length===0?"":"set -- "+values.map(__quoted).join(" ")]:[__declaration(e,parameter)];
case"K":if(name==="@"||name==="*")return values.map(__quoted);{const text=__pairs(e,name).map(([key,value])=>key+" "+ds(value)).join(" ");return[e.state.associativeArrays?.has(name)&&text!==""?text+" ":text]}
case"k":return name==="@"||name==="*"?values.map(__quoted):xe(e,name).flatMap(([key,value])=>[String(key),value]);
case"U":return values.map(value=>value.toUpperCase());case"u":return values.map(value=>value.charAt(0).toUpperCase()+value.slice(1));case"L":return values.map(value=>value.toLowerCase());
default:return null}};
const __recased=({direction,all},value)=>{const change=direction==="upper"?c=>c.toUpperCase():direction==="lower"?c=>c.toLowerCase():__otherCase;return all?[...value].map(change).join(""):change(value.charAt(0))+value.slice(1)};
const __changedEach=(e,parts)=>{if(parts.length!==1||parts[0].type!=="ParameterExpansion")return null;const{parameter,operation}=parts[0];
if(operation?.type!=="Transform"&&(operation?.type!=="CaseModification"||operation.pattern))return null;
const values=operation.type==="Transform"?__transformed(e,parameter,operation.operator):__valuesOf(e,parameter)?.map(value=>__recased(operation,value));
if(!values)return null;
const isOne=/\\*\\]?$/.test(parameter);
return{values:isOne?[values.join(Ne(e.state.env))]:values,quoted:!0}};
const __functionNames=e=>{const names=e.state.funcNameStack??[];return names.length>0&&e.state.env.get("__SOURCE_FILE")?[...names,"main"]:names};
const __callLines=e=>{const lines=e.state.callLineStack??[];return e.state.env.get("__SOURCE_FILE")?[...lines,0]:lines};
const __callPart=(e,name,at)=>{const list=xe(e,name);return list[at<0?list.length+at:at]?.[1]};
const __sigil=name=>/^\\d+$/.test(name)?"$"+name:name;
const __unended=[];
const __unendedText=zero=>__unended.splice(0).map(([from,delimiter,line])=>zero+": line "+line+": warning: here-document at line "+from+" delimited by end-of-file (wanted \`"+delimiter+"')\\n").join("");
const __enterFile=(e,path)=>{(e.state.funcNameStack??=[]).unshift("source");(e.state.callLineStack??=[]).unshift(e.state.currentLine);(e.state.sourceStack??=[]).unshift(path);(e.state.__lineBases??=[]).push(e.state.__lineBase);e.state.__lineBase=0};
const __leaveFile=e=>{e.state.funcNameStack?.shift();e.state.callLineStack?.shift();e.state.sourceStack?.shift();e.state.__lineBase=e.state.__lineBases?.pop()};
const __caller=(e,words)=>{const names=__functionNames(e),lines=__callLines(e),files=__sources(e);
if(words.length===0)return lines.length===0||names.length===0?Q("","",1):Q(lines[0]+" "+(files[1]??"NULL")+"\\n","",0);
const at=Number(words[0]);if(!/^\\d+$/.test(words[0]))return Q("",__where()+"caller: "+words[0]+": invalid number\\ncaller: usage: caller [expr]\\n",2);
return at+1<names.length?Q(lines[at]+" "+names[at+1]+" "+(files[at+1]??"environment")+"\\n","",0):Q("","",1)};
`;
