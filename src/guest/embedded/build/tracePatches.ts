/**
 * - `set -x` writes where the shell's errors lead at that place, before the command runs, and whatever the redirections
 *   of the command itself: the transform notes the place as `traceTo`. `((…))`, the turns of `for` and `case` are traced.
 * - It traces each part of `[[ … ]]` with what it compares, and lists of arrays as they are written; values that need quotes
 *   have them, and what runs in `$(…)` has one more `+`.
 * - `"${a[*]}"` is joined by the first character of IFS also where it is one word (`x="${a[*]}"`, `<<<`).
 * - `for x; do` walks over the arguments as they are, blanks and all.
 * - `~+` and `~-`.
 */
export const tracePatches: readonly (readonly [from: string, to: string])[] = [
  [
    'let s=await t3(this.ctx,t);if(s.error)return s.error;',
    'let s=await t3(this.ctx,t);if(s.error)return s.error;s.xtraceOutput=await __traced(this.ctx,t,s.xtraceOutput);',
  ],
  [
    '__quiet(this.ctx,t.redirections,async()=>{try{let n=await os(',
    'this.ctx.state.__condition=t,__quiet(this.ctx,t.redirections,async()=>{try{let n=await os(',
  ],
  [
    'if(Wo(t.operator)){let i=e.state.shoptOptions.nocasematch;return Jl(',
    'if(e.state.options.xtrace)await __traceCondition(e,[n||"\'\'",t.operator,(Wo(t.operator)&&r?s.replace(/[^]/g,"\\\\$&"):s)||"\'\'"]);if(Wo(t.operator)){let i=e.state.shoptOptions.nocasematch;return Jl(',
  ],
  [
    'case"CondUnary":{let n=await _e(e,t.operand);',
    'case"CondUnary":{let n=await _e(e,t.operand);if(e.state.options.xtrace)await __traceCondition(e,[t.operator,n||"\'\'"]);',
  ],
  ['!=="":!await os(e,t.operand);', '!=="":!await __negated(e,t.operand);'],
  [
    'e.state.env.set(n,m)}return{continueToNext:!0,xtraceOutput:o}}',
    'e.state.env.set(n,m)}if(e.state.options.xtrace)o+=`${await Y4(e)}${n}${s?"+":""}=(${r.map(Ft).join(" ")})\n`;return{continueToNext:!0,xtraceOutput:o}}',
  ],
  ['?`${await Y4(e)}${t}=${n}\n`', '?`${await Y4(e)}${t}=${n===""?n:rO(n)}\n`'],
  [
    'async function Y4(e){let t=',
    'async function Y4(e){const k=await __prompt(e);return k.charAt(0).repeat(e.substitutionDepth??0)+k}async function __prompt(e){let t=',
  ],
  ['let x=await J4(this.ctx,u,f);', 'let x=await __traced(this.ctx,t,await J4(this.ctx,u,f));'],
  [
    '__quiet(this.ctx,t.redirections,async()=>{try{let n=await Te(',
    'this.ctx.state.options.xtrace&&await __traceOf(this.ctx,t,`(( ${t.expression.originalText??""} ))`),__quiet(this.ctx,t.redirections,async()=>{try{let n=await Te(',
  ],
  [
    'e.state.env.set(t.variable,o);try{for(let a of t.body){',
    'e.state.env.set(t.variable,o);try{if(e.state.options.xtrace)await __traceOf(e,t,`for ${t.variable} in ${t.words?t.words.map(Ft).join(" "):i.map(k=>JSON.stringify(k)).join(" ")}`);for(let a of t.body){',
  ],
  [
    'r=0,s=await _e(e,t.word),i=!1;for(let o=0;o<t.items.length;o++){',
    'r=0,s=await _e(e,t.word),i=!1;if(e.state.options.xtrace)await __traceOf(e,t,`case ${Ft(t.word)} in`);for(let o=0;o<t.items.length;o++){',
  ],
  [
    'if(f.length>0)return f.map(([,p])=>p).join(" ");let d=e.state.env.get(o);return d!==void 0?d:""}if(o==="BASH_VERSINFO"',
    'if(f.length>0)return f.map(([,p])=>p).join(a==="*"?Ne(e.state.env):" ");let d=e.state.env.get(o);return d!==void 0?d:""}if(o==="BASH_VERSINFO"',
  ],
  [
    'if(t.words===null)i=(e.state.env.get("@")||"").split(" ").filter(Boolean);else if(t.words.length===0)i=[];else try{for(let o of t.words){let a=await dr(e,o);Kt(i,a.values,e.limits.maxArrayElements,"for-loop expansion")}}catch',
    'if(t.words===null)i=Array.from({length:Number(e.state.env.get("#")??0)},(_,k)=>e.state.env.get(String(k+1))??"");else if(t.words.length===0)i=[];else try{for(let o of t.words){let a=await dr(e,o);Kt(i,a.values,e.limits.maxArrayElements,"for-loop expansion")}}catch',
  ],
  [
    ':t.user==="root"?"/root":`~${t.user}`);case"Glob"',
    ':t.user==="root"?"/root":t.user==="+"?e.state.env.get("PWD")??e.state.cwd:t.user==="-"?e.state.env.get("OLDPWD")??"~-":`~${t.user}`);case"Glob"',
  ],
  [
    '/[a-zA-Z0-9_-]/.test(t[r]);)r++;return r}function Hf(',
    '/[a-zA-Z0-9_+-]/.test(t[r]);)r++;return r}function Hf(',
  ],
];

/** Used by the patches above. */
export const traceHelpers = `
const __traced=async(context,node,text)=>{if(text==="")return text;const given=context.state.env.get("BASH_XTRACEFD"),place=given?Rn(context,Number(given)):void 0;
if(place?.kind==="output"){await context.fs.appendFile(place.path,text);return""}
if(!node.traceTo||!context.fs.hooks)return text;await context.fs.appendFile(node.traceTo,text);return""};
const __traceCondition=async(context,words)=>{const node=context.state.__condition;if(node)await __traceOf(context,node,"[[ "+(context.state.__negated?"! ":"")+words.join(" ")+" ]]")};
const __negated=async(context,expression)=>{const before=context.state.__negated;context.state.__negated=!before;try{return await os(context,expression)}finally{context.state.__negated=before}};
const __traceOf=async(context,node,text)=>{const rest=await __traced(context,node,(await Y4(context))+text+"\\n");context.state.expansionStderr=(context.state.expansionStderr||"")+rest};
`;
