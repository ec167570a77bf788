/**
 * Doors for the streaming shell (../shell/stream) in just-bash's interpreter. Each does what it did before
 * where the file system carries no `hooks`. See ../shell/stream/interpreter.ts for the other side.
 * 1. The stages of a pipeline that the transform has prepared run together, each in a fork of the interpreter:
 *    a copy of its state with a file system, commands and signal of its own.
 * 2. What a place of the script knows about the call it makes is announced when its arguments are expanded.
 * 3. A group may have a body that is made when it runs, for whoever runs it.
 * 4. A command that asks for its input is given a held-back stream as one string only when it asks.
 * 5. `read` and `mapfile` take from such a stream no more than they use, and their variables hold text.
 * 6. `< file` of a big file opens it instead of reading it.
 * 7. Scripts that commands run keep the file system and commands of their stage.
 * 8. Stages that run together must not choose the same `/dev/fd/N`; what `<(…)` writes there is read while it is written.
 * 10. What runs inside a compound writes to the file of its redirection at once; what is left for the end is appended.
 * 11. The handlers of DEBUG and RETURN: before each command, and when a function that set it is left.
 * 9. Before each statement the shell sets its clock and may run the handler of a signal (`trap`); and whoever computes without a pause lets the timers of other stages fire now and then.
 */
export const streamPatches: readonly (readonly [from: string, to: string])[] = [
  [
    'async executePipeline(t){return b3(this.ctx,t,(n,r)=>this.executeCommand(n,r))}',
    'async executePipeline(t){let h=t.runsTogether?this.ctx.fs.hooks:void 0;if(h&&h.traps.debugs(this.ctx.state))for(let c of t.commands)await h.traps.beforeCommand(this,c);return b3(this.ctx,t,h?h.startStages(t,this):(n,r)=>this.executeCommand(n,r))}' +
      'fork(h,k){let s={...this.ctx.state};k||_p(s);s.processSubstitutions=void 0;s.bashPid=this.ctx.state.nextVirtualPid++;s.parentHasLoopContext=s.loopDepth>0;s.loopDepth=0;s.signal=h.signal;' +
      'let f=new Yo({...this.ctx,fs:h.disk,commands:h.commands,exec:(N,I,T)=>this.ctx.execFn(N,{...I,signal:I?.signal??h.signal,stage:h},T)},s);f.ctx.substitutionDepth=this.ctx.substitutionDepth;return f}' +
      'async runStage(t,n,o){try{return await this.executeCommand(t,n,o)}catch(a){if(a instanceof He)throw a;' +
      'return{stdout:a.stdout??"",stderr:a.stderr??ht(a)+"\\n",exitCode:a instanceof hr||a instanceof Qt||a instanceof Xt?0:a.exitCode??1}}}',
  ],
  // The state of the shell around needs no copy where its stages have theirs.
  [
    'let E=u&&(!x||!e.state.shoptOptions.lastpipe),',
    'let E=u&&!(t.runsTogether&&e.fs.hooks)&&(!x||!e.state.shoptOptions.lastpipe),',
  ],
  // Output of stages is counted while others take theirs back: a difference of counts tells nothing.
  [
    'R=e.executionScope.accountResult(R,"pipeline",e.executionScope.outputBytesUsed-N)',
    'R=e.executionScope.accountResult(R,"pipeline",Math.max(0,e.executionScope.outputBytesUsed-N))',
  ],
  [
    'let g=Wi(this.ctx,t.redirections,u==="exec"?A4:Ho);',
    't.call&&this.ctx.fs.hooks?.live.announceCall(t.call);let g=Wi(this.ctx,t.redirections,u==="exec"?A4:Ho);',
  ],
  [
    'for(let d of t.body){let p=await r(d)',
    'for(let d of t.bodyFor&&e.fs.hooks?t.bodyFor(e.fs.hooks):t.body){let p=await r(d)',
  ],
  ['let d=r||i.state.groupStdin||"",p=!1,h=o();', 'let d=r||i.state.groupStdin||"",k=!1,p=!1,h=o();'],
  [
    'get stdin(){return p=!0,d}',
    'rawStdin:d,get stdin(){if(i.fs.hooks?.holdsBack(d))throw k=!0,new Error("standard input is not read yet");return p=!0,d}',
  ],
  [
    '()=>u.execute(n,y))',
    'async()=>{let L,B=!1;try{L=await u.execute(n,y)}catch(R){B=!0,L=R}if(k)return d=await i.fs.hooks.collect(d,t),u.execute(n,y);if(B)throw L;return L})',
  ],
  [
    'if(t==="read")return Sp(c,n,s,a);if(t==="mapfile"||t==="readarray")return Ep(c,n,s);',
    'if(t==="read"){let V=c.fs.hooks?.sourceForRead(c,n,s);return V?await V((f,d)=>Sp(c,f,d)):Sp(c,n,s,a)}if(t==="mapfile"||t==="readarray"){let V=c.fs.hooks?.sourceForMapfile(c,n,s);return V?await V((f,d)=>Ep(c,f,d)):Ep(c,n,s)}',
  ],
  // What is read is bytes; variables hold text.
  [
    'S.endsWith(`\n`)&&(S=S.slice(0,-1));',
    'S.endsWith(`\n`)&&(S=S.slice(0,-1));S=e.fs.hooks?e.fs.hooks.textOf(S):ue(S);',
  ],
  [
    'let z=d[0]||"REPLY";e.state.env.set(z,S)',
    'let z=d[0]||"REPLY";e.state.env.set(z,e.fs.hooks?e.fs.hooks.textOf(S):ue(S))',
  ],
  ['"string_length");f.push(w)}', '"string_length");f.push(e.fs.hooks?e.fs.hooks.textOf(w):ue(w))}'],
  ['c=await Wt(e.fs,A),u=-1,', 'c=await(e.fs.hooks?e.fs.hooks.openInput(A,e.state):Wt(e.fs,A)),u=-1,'],
  ['I.transform({ast:x,metadata:N})', 'I.transform({ast:x,metadata:N,stage:u.stage})'],
  [
    'let E={fs:this.fs,commands:this.commands,limits:this.limits,executionScope:r,exec:(N,I,T=!1)=>this.execInScope(N,I,r,s+1,u.signal,T),',
    'let E={fs:u.stage?.disk??this.fs,commands:u.stage?.commands??this.commands,limits:this.limits,executionScope:r,exec:(N,I,T=!1)=>this.execInScope(N,u.stage&&!I?.stage?{...I,stage:u.stage}:I,r,s+1,u.signal,T),',
  ],
  ['let s=Bw-n.length,i=', 'let s=e.fs.hooks?.takeDescriptor(Bw)??Bw-n.length,i='],
  [
    'if(t.direction==="input"){let o=await zw(e,t.body,void 0)',
    'if(t.direction==="input"&&!(t.streamed&&e.fs.hooks)){let o=await zw(e,t.body,void 0)',
  ],
  [
    'n.push({fd:s,path:i,direction:t.direction,body:t.body});',
    'n.push({fd:s,path:i,direction:t.direction,body:t.body});if(t.streamed&&e.fs.hooks)return e.fs.hooks.substituteNamed(i,t.streamed,{ctx:e,fork:Yo.prototype.fork}),i;',
  ],
  [
    'async function zN(e,t){try{await e.fs.rm(t,{force:!0})}catch{}}',
    'async function zN(e,t){try{await e.fs.rm(t,{force:!0})}catch{}e.fs.hooks?.freeDescriptor(t)}',
  ],
  [
    'async function $n(e,t,n,r){let s=Wi(e,t,Ho),i;try{if(i=await s.prepare(n),i.error)return ji(i);',
    'async function $n(e,t,n,r){let s=Wi(e,t,Ho),i,P=t.place&&e.fs.hooks?.live.openPlace(t.place),V=P?t.appended:t;try{if(i=await s.prepare(n),P?.opened(i.targets),i.error)return ji(i);',
  ],
  [
    'let l=await r(i);return await fs(e,l,t,i.targets,i.dupSources,i.standardRoutes)}finally{i.stdin!==void 0&&(e.state.groupStdin=o,e.state.groupStdinSourceFd=a)}}catch(o){throw!(o instanceof yt)||!i||await Zd(e,o,t,i),o}finally{s.finish()}}',
    'let l=await r(i);return await fs(e,P?P.kept(l):l,V,i.targets,i.dupSources,i.standardRoutes)}finally{i.stdin!==void 0&&(e.state.groupStdin=o,e.state.groupStdinSourceFd=a)}}catch(o){throw!(o instanceof yt)||!i||await Zd(e,o,V,i),o}finally{s.finish();P?.close()}}',
  ],
  [
    'async executeStatement(t){',
    'async executeStatement(t){let V=this.ctx.fs.hooks;V?.mustPause&&await V.pause();V?.interrupted(this.ctx.state)&&await V.interrupt(this);V?.takeTurn(this.ctx.state);',
  ],
  [
    'async executeCommand(t,n,r=!1){',
    'async executeCommand(t,n,r=!1){this.ctx.fs.hooks?.traps.debugs(this.ctx.state)&&await this.ctx.fs.hooks.traps.beforeCommand(this,t);',
  ],
  [
    'm=await e.executeCommand(t.body,p,h);return fs',
    'm=await __toReturn(e,()=>e.executeCommand(t.body,p,h));return fs',
  ],
];

/** Used by the patches above. */
export const streamHelpers = `
const __toReturn=async(e,run)=>{const traps=e.fs.hooks?.traps;if(!traps)return run();const mark=traps.returnMark(),runner={ctx:e,executeScript:e.executeScript};let result;
try{result=await run()}catch(error){if(error instanceof _t){const more=await traps.atReturn(runner,mark,null);if(more){error.stdout+=zr(more);error.stderr+=more.stderr}}throw error}
const more=await traps.atReturn(runner,mark,result.exitCode);
return more?{...result,stdout:zr(result)+zr(more),stdoutKind:"bytes",stderr:result.stderr+more.stderr}:result};
`;
