/**
 * What each command of a script cost that only a shared process needs. Here the worker is the sandbox, and every command
 * is the product's own or just-bash's:
 * 1. No membrane of proxies around the context of a command: it copied each buffer that a command read, and cost more
 *    than `echo` itself.
 * 2. The command of just-bash that ours replaces is handed over when it is called, the exported variables when they are
 *    asked for, and both see the run's accounts as they are.
 * 3. No timer for a deadline that is never reached; an abort still ends the wait for a command that does not listen.
 * 4. A name that was found among the commands once is not looked for in files again, also where a subshell found it:
 *    `$(… | sed …)` in a loop looked for `sed` in files each time.
 * 5. A redirection to the terminal or a pipe that the transform has put there is no word to expand and no file to look
 *    at; `((…))` and `[[…]]`, which write only what is wrong, need theirs only then.
 * 6. Bytes of output are not counted, since their number has no limit (`shell/limits.ts`); nor is the clock looked at.
 * 7. A command that stands alone in its pipeline and writes nothing skips what is done with output and with neighbours.
 * 8. The engine of just-bash's own regular expressions is set up when the first of them is made, not when a worker starts:
 *    its tables were a twentieth of that.
 */
export const speedPatches: readonly (readonly [from: string, to: string])[] = [
  ['"use strict";k1();Ct();Z();Ib=', '"use strict";Ct();Z();Ib='],
  ['try{let s=Rb(t),i=Tb(n);', 'try{k1();let s=Rb(t),i=Tb(n);'],
  ['let w=c3(m,t),y=$p(w.context,t),x=()=>{w.revoke(),b()};', 'let y=m,x=()=>{};'],
  [
    'if(g){let S=Object.getOwnPropertyDescriptors(m);S.executionScope={value:i.executionScope,enumerable:!0,configurable:!0,writable:!0};let E=Object.defineProperties(Object.create(Object.getPrototypeOf(m)),S),A=c3(E,g.name),O=$p(A.context,g.name);b=A.revoke,m.origCommand=R=>{let N=()=>g.execute(R,O);return g.trusted?St.runTrustedAsync(N):St.runUntrustedAsync(N)}}',
    'if(g)m.origCommand=R=>g.execute(R,m);',
  ],
  [
    'executionScope:u.internalIsExtension?k6(i.executionScope):i.executionScope',
    'executionScope:i.executionScope',
  ],
  [',h=o();i.state.fileDescriptors??=', ',h;i.state.fileDescriptors??='],
  ['exportedEnv:h,', 'get exportedEnv(){return h??=o()},'],
  [
    'async function pO(e,t,n,r,s,i){let o=',
    'async function pO(e,t,n,r,s,i){return __untilAborted(e,i,t.limits.maxExtensionCleanupTimeMs,s);let o=',
  ],
  [
    'let o=e.state.hashTable.get(t);if(o){',
    'let o=e.state.hashTable.get(t);if(o){let C=e.commands.get(t);if(C&&bc(o,t))return{cmd:C,path:o};',
  ],
  ['e.hashTable=e.hashTable?new Map(e.hashTable):void 0', 'e.hashTable=__placesWithin(e)'],
  [
    'continue}let S,E=y.operator===">&"',
    'continue}if(y.live){s.set(w,y.live),m(y.fd,{kind:"output",path:y.live,append:!0});continue}let S,E=y.operator===">&"',
  ],
  [
    'let R=e.fs.resolvePath(e.state.cwd,E);A===1?h=',
    'let R=S.live??e.fs.resolvePath(e.state.cwd,E);A===1?h=',
  ],
  [
    '$n(this.ctx,t.redirections,"",async()=>{try{let n=await Te(',
    '__quiet(this.ctx,t.redirections,async()=>{try{let n=await Te(',
  ],
  [
    '$n(this.ctx,t.redirections,"",async()=>{try{let n=await os(',
    '__quiet(this.ctx,t.redirections,async()=>{try{let n=await os(',
  ],
  [
    ',__wallNow()-this.startedAt>this.limits.maxExecutionTimeMs&&this.fail(new He("",`bash: ${t} exceeded execution deadline (${this.limits.maxExecutionTimeMs}ms)\n`))',
    '',
  ],
  [
    'appendOutput(t,n,r="execution",s=0,i="text"){this.assertUsable();',
    'appendOutput(t,n,r="execution",s=0,i="text"){return this.assertUsable(),0;',
  ],
  [
    'accountResult(t,n="execution",r=Number.POSITIVE_INFINITY){',
    'accountResult(t,n="execution",r=Number.POSITIVE_INFINITY){return this.assertUsable(),t;',
  ],
  ['relinquishOutput(t,n,r){this.assertUsable(),', 'relinquishOutput(t,n,r){return this.assertUsable();'],
  ['attachedErrors=new WeakSet;', 'attachedErrors;'],
  ['this.attachedErrors.has(t)||', '(this.attachedErrors??=new WeakSet).has(t)||'],
  [
    'appendResult(t,n=t.stdout){',
    'appendResult(t,n=t.stdout){if(n===""&&t.stderr==="")return this.scope.assertUsable();',
  ],
  ['let o=await Ad(this.ctx,s);', 'if(jw(this.ctx)<=s)return i;let o=await Ad(this.ctx,s);'],
  [
    'async function b3(e,t,n){let r=',
    'async function b3(e,t,n){if(t.commands.length===1&&!t.timed)return __alone(e,t,n);let r=',
  ],
  [
    'async function fs(e,t,n,r,s=new Map,i=new Map,o="bash",a=!1){',
    'async function fs(e,t,n,r,s=new Map,i=new Map,o="bash",a=!1){if(t.stdout===""&&t.stderr===""&&__isLive(e,n))return{stdout:"",stderr:"",exitCode:t.exitCode,...t.internalPipeStatusOverride&&{internalPipeStatusOverride:t.internalPipeStatusOverride}};',
  ],
  [
    'let g=Wi(this.ctx,t.redirections,u==="exec"?A4:Ho);',
    'let g=u!=="exec"&&__ready(this.ctx,t.redirections)||Wi(this.ctx,t.redirections,u==="exec"?A4:Ho);',
  ],
];

/** Used by the patches above. */
export const speedHelpers = `
const __placesWithin=state=>{const outer=state.hashTable,own=new Map(outer),path=state.env.get("PATH");
own.set=(name,place)=>{if(outer&&bc(place,name)&&!outer.has(name)&&state.env.get("PATH")===path)outer.set(name,place);return Map.prototype.set.call(own,name,place)};return own};
const __quiet=async(context,redirections,run)=>{
for(const each of redirections)if(!each.live)return $n(context,redirections,"",run);
const result=await run();return result.stderr===""?result:$n(context,redirections,"",async()=>result)};
const __isLive=({state},redirections)=>{const{closedStandardFds:closed,fileDescriptors:open}=state;
if(closed?.size||open?.size&&(open.has(0)||open.has(1)||open.has(2)))return!1;
for(const each of redirections)if(!each.live)return!1;return!0};
const __prepared=new WeakMap;
const __ready=(context,redirections)=>{if(!__isLive(context,redirections))return null;
let ready=__prepared.get(redirections);if(ready)return ready;
const targets=new Map,standardRoutes=new Map([[0,{kind:"dup-in",sourceFd:0}],[1,{kind:"dup-out",sourceFd:1}],[2,{kind:"dup-out",sourceFd:2}]]);
redirections.forEach(({fd,live},index)=>{targets.set(index,live);standardRoutes.set(fd,{kind:"output",path:live,append:!0})});
const prepared={targets,dupSources:new Map,standardRoutes,stdin:void 0,stdinSourceFd:-1,error:null};
ready={prepare:()=>prepared,finish(){}};__prepared.set(redirections,ready);return ready};
const __alone=async(context,pipeline,run)=>{const{state,executionScope}=context,[command]=pipeline.commands;
state.commandCount=executionScope.chargeCommand();let result;
try{result=await run(command,"")}catch(error){if(!(error instanceof nn))throw error;result={stdout:error.stdout,stderr:error.stderr,exitCode:1}}
const codes=result.internalPipeStatusOverride;
if(command.type==="SimpleCommand"){if(codes){kt(context,"PIPESTATUS");codes.forEach((code,index)=>we(context,"PIPESTATUS",index,String(code)))}
else{const known=state.arrays?.get("PIPESTATUS")?.elements;if(known?.size===1&&known.has("0"))known.set("0",String(result.exitCode));else{kt(context,"PIPESTATUS");we(context,"PIPESTATUS",0,String(result.exitCode))}}}
if(codes){const{internalPipeStatusOverride:_,...rest}=result;result=rest}
return pipeline.negated?{...result,exitCode:result.exitCode===0?1:0}:result};
const __aborted={};
const __untilAborted=async(run,signal,graceMs,scope)=>{
if(!signal)return run();
let abort;const aborted=new Promise(resolve=>{abort=()=>resolve(__aborted);signal.aborted?abort():signal.addEventListener("abort",abort,{once:true})});
try{const running=run(),result=await Promise.race([running,aborted]);if(result!==__aborted)return result;
let timer;const over=await Promise.race([running.then(()=>true,()=>true),new Promise(resolve=>{timer=Xi(()=>resolve(false),graceMs)})]);Yi(timer);
const error=new He("","bash: execution aborted\\n");if(!over)scope.poisonAfterAbort(error);throw error}
finally{signal.removeEventListener("abort",abort)}};
`;
