/**
 * What each command of a script cost that only a shared process needs. Here the worker is the sandbox, and every command
 * is the product's own or just-bash's:
 * 1. No membrane of proxies around the context of a command: it copied each buffer that a command read, and cost more
 *    than `echo` itself.
 * 2. The command of just-bash that ours replaces is handed over when it is called, the exported variables when they are
 *    asked for, and both see the run's accounts as they are.
 * 3. No timer for a deadline that is never reached; an abort still ends the wait for a command that does not listen.
 * 4. A name that was found among the commands once is not looked for in files again.
 */
export const speedPatches: readonly (readonly [from: string, to: string])[] = [
  ['let w=c3(m,t),y=$p(w.context,t),x=()=>{w.revoke(),b()};', 'let y=m,x=()=>{};'],
  [
    'if(g){let S=Object.getOwnPropertyDescriptors(m);S.executionScope={value:i.executionScope,enumerable:!0,configurable:!0,writable:!0};let E=Object.defineProperties(Object.create(Object.getPrototypeOf(m)),S),A=c3(E,g.name),O=$p(A.context,g.name);b=A.revoke,m.origCommand=R=>{let N=()=>g.execute(R,O);return g.trusted?St.runTrustedAsync(N):St.runUntrustedAsync(N)}}',
    'if(g)m.origCommand=R=>g.execute(R,m);',
  ],
  ['executionScope:u.internalIsExtension?k6(i.executionScope):i.executionScope', 'executionScope:i.executionScope'],
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
];

/** Used by the patches above. */
export const speedHelpers = `
const __aborted={};
const __untilAborted=async(run,signal,graceMs,scope)=>{
if(!signal)return run();
let abort;const aborted=new Promise(resolve=>{abort=()=>resolve(__aborted);signal.aborted?abort():signal.addEventListener("abort",abort,{once:true})});
try{const running=run(),result=await Promise.race([running,aborted]);if(result!==__aborted)return result;
let timer;const over=await Promise.race([running.then(()=>true,()=>true),new Promise(resolve=>{timer=Xi(()=>resolve(false),graceMs)})]);Yi(timer);
const error=new He("","bash: execution aborted\\n");if(!over)scope.poisonAfterAbort(error);throw error}
finally{signal.removeEventListener("abort",abort)}};
`;
