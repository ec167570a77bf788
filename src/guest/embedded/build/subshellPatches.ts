/**
 * What a subshell keeps to itself, and what ends more than one command:
 * 1. `$(…)` is captured also after `exec > file`, and is a subshell whole: options, functions, marks and aliases that it sets are gone behind it. `set -e` does not hold in
 *    it without `inherit_errexit`: `x=$(grep …; echo …)` ended scripts.
 * 6. A shell and a subshell end where a handler of EXIT may be left to run.
 * 2. Its lines, in `$LINENO` and in messages, are those of the command that it stands in.
 * 3. A variable that `set -u` misses, a bad substitution and a fault of arithmetic end a loop or a function as well, not
 *    only the command in them; in a text of `eval` or `source` they end what runs it. A command ends with 127 then, a file with 1.
 * 4. `SECONDS=0` and `RANDOM=42` start anew; the numbers that follow a seed are bash's own.
 * 5. `unset` reaches a variable again that a function, which has returned, had of its own: nothing happened.
 *    `unset -f` takes an exported function from the environment as well.
 */
export const subshellPatches: readonly (readonly [from: string, to: string])[] = [
  [
    'let p=await e.executeScript(t.body),h=p.exitCode;e.state.env=c',
    'let p=await __captured(e,()=>__whole(e,()=>e.executeScript(t.body),"substitution")),h=p.exitCode;e.state.env=c',
  ],
  [
    'l=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0)',
    'l=>__whole(e,()=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0),"subshell")',
  ],
  [
    'let s=ht(e);return{action:"error"',
    'if(e instanceof yt)return e.prependOutput(t,n),{action:"rethrow",stdout:t,stderr:n,error:e};let s=ht(e);return{action:"error"',
  ],
  [
    'if(sa(d)||d instanceof Yt||d instanceof he)throw d.prependOutput(o.stdout,o.stderr),d;',
    'if(d instanceof yt)throw d.prependOutput(o.stdout,o.stderr),d;',
  ],
  [
    'i.build(a.exitCode)):(i.append("stderr",`${ht(a)}\n`),i.build(1))}return i.build(o)}async function E3',
    'i.build(a.exitCode)):(a instanceof yt&&i.append("stdout",a.stdout),i.append("stderr",a instanceof yt&&a.stderr||`${ht(a)}\n`),i.build(1))}return i.build(o)}async function E3',
  ],
  [
    'u===void 0?e.state.env.set(a,c):we(e,a,u,c),',
    'u===void 0?__restarts(e.state,a,c)||e.state.env.set(a,c):we(e,a,u,c),',
  ],
  [
    'e.state.funcNameStack.unshift(t.name),',
    'e.state.funcNameStack.unshift(t.name),__base=e.state.__lineBase,e.state.__lineBase=0,',
  ],
  ['async function pc(e,t,n,r="",s,i=!1){', 'async function pc(e,t,n,r="",s,i=!1){let __base=0;'],
  [
    'e.state.sourceStack?.shift(),e.state.callDepth--}',
    'e.state.sourceStack?.shift(),e.state.callDepth--,e.state.__lineBase=__base}',
  ],
  [
    'if(i instanceof Jt)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=1,',
    'if(i instanceof Jt&&this.ctx.state.__texts)throw i.prependOutput(r.stdout,r.stderr),i;if(i instanceof Jt)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=__endedAt(this.ctx.state),',
  ],
  [
    'let l=or(i);return await e.executeScript(l)}',
    'let l=or(i);return await __asText(e,()=>e.executeScript(l))}',
  ],
  ['let c=or(i),u=await e.executeScript(c);', 'let c=or(i),u=await __asText(e,()=>e.executeScript(c));'],
  [
    'function m4(e,t){',
    'function m4(e,t){for(const[name,depth]of e.state.localVarDepth??[])if(depth===t+1){const around=e.state.localVarStack?.get(name)?.findLast(each=>each.scopeIndex<t);around?e.state.localVarDepth.set(name,around.scopeIndex+1):e.state.localVarDepth.delete(name)}',
  ],
  [
    'if(n==="function"){e.state.functions.delete(i);continue}',
    'if(n==="function"){e.state.functions.delete(i);e.state.env.delete(`BASH_FUNC_${i}%%`);e.state.exportedVars?.delete(`BASH_FUNC_${i}%%`);continue}',
  ],
];

/** Used by the patches above. */
export const subshellHelpers = `
const __whole=(e,run,kind)=>e.fs.hooks?e.fs.hooks.runWhole({ctx:e,executeScript:e.executeScript},run,kind):run();
const __captured=async(e,run)=>{const{state}=e,restore=_p(state),line=state.currentLine,base=state.__lineBase,texts=state.__texts;
state.__texts=0;state.__lineBase=Math.max((line??1)-1,0);
if(state.options.errexit&&!state.shoptOptions.inherit_errexit&&!state.options.posix)state.options.errexit=!1;
if(state.fileDescriptors)state.fileDescriptors.delete(1);
try{return await run()}finally{const said=state.expansionStderr;restore();state.expansionStderr=said;state.currentLine=line;state.__lineBase=base;state.__texts=texts}};
const __endedAt=state=>state.bashPid===state.virtualPid&&!state.env.get("__SOURCE_FILE")?127:1;
const __asText=async(e,run)=>{e.state.__texts=(e.state.__texts??0)+1;try{return await run()}finally{e.state.__texts--}};
const __nextRandom=seed=>{const last=seed===0?123459876:seed,next=16807*(last%127773)-2836*Math.trunc(last/127773);return next<0?next+2147483647:next};
const __random=state=>{if(state.__seed===void 0)return Math.floor(Math.random()*32768);state.__seed=__nextRandom(state.__seed);return((state.__seed>>>16)^(state.__seed&65535))&32767};
const __restarts=(state,name,value)=>{if(name==="SECONDS"){state.startTime=Date.now()-(Number.parseInt(value,10)||0)*1e3;return!0}
if(name==="RANDOM"){state.__seed=(Number.parseInt(value,10)||0)>>>0;return!0}return!1};
`;
