/**
 * Where just-bash read or ran the language otherwise than bash:
 * - a script with a syntax error is run up to the line on which the command begins that cannot be read;
 * - `[!a]` in `case` and `[[ ]]` is the complement, as in globs; a bracket may hold `]` and what regexes escape;
 * - `a=1 cmd "$a"`: the words are expanded before the assignment;
 * - `break` outside of loops says so; `return` there ends with 2;
 * - `$((1/0))` says which expression;
 * - DEBUG fires at each turn of `for`; `mapfile -C` calls back.
 */
export const languagePatches: readonly (readonly [from: string, to: string])[] = [
  ['function Jf(e,t){e.expect(v.CASE)', 'function Jf(e,t){let __line=e.getSourceLine();e.expect(v.CASE)'],
  ['return Y.caseNode(n,r,s)}', 'return Object.assign(Y.caseNode(n,r,s),{line:__line})}'],
  // What looks like an assignment is a word behind `<<<` and `>`, and in the lists of `for`, `case` and arrays.
  [
    'e.checkIterationLimit(),e.isWord()?t.push(e.parseWord()):bk.has(',
    'e.checkIterationLimit(),e.isWord()||e.check(v.ASSIGNMENT_WORD)?t.push(e.parseWord()):bk.has(',
  ],
  [
    '!e.check(v.SEMICOLON,v.NEWLINE,v.DO,v.EOF)&&e.isWord();)i.push(',
    '!e.check(v.SEMICOLON,v.NEWLINE,v.DO,v.EOF)&&(e.isWord()||e.check(v.ASSIGNMENT_WORD));)i.push(',
  ],
  [
    'e.isWord()||e.error("Expected word after \'case\'")',
    'e.isWord()||e.check(v.ASSIGNMENT_WORD)||e.error("Expected word after \'case\'")',
  ],
  [
    'for(;e.isWord()&&(t.push(e.parseWord())',
    'for(;(e.isWord()||e.check(v.ASSIGNMENT_WORD))&&(t.push(e.parseWord())',
  ],
  [
    'e.isWord()||e.error("Expected redirection target")',
    'e.isWord()||e.check(v.ASSIGNMENT_WORD)||e.error("Expected redirection target")',
  ],
  [
    'parseScript(){let t=[],r=0;for(this.skipNewlines();!this.check(v.EOF);){',
    'parseScript(){let t=[],r=0,__lines=[];for(this.skipNewlines();!this.check(v.EOF);){let __line=this.current().line;try{',
  ],
  [
    'if(s){t.push(s),this.skipSeparators(!1);continue}let i=this.pos,o=this.parseStatement();o&&t.push(o),',
    'if(s){t.push(s),__lines.push(__line),this.skipSeparators(!1);continue}let i=this.pos,o=this.parseStatement();o&&(t.push(o),__lines.push(__line)),',
  ],
  [
    "this.pos===i&&!this.check(v.EOF)&&this.error(`syntax error near unexpected token \\`${this.current().value}'`)}return Y.script(t)}",
    "this.pos===i&&!this.check(v.EOF)&&this.error(`syntax error near unexpected token \\`${this.current().value}'`)}catch(E){if(!this.ownsParseBudget||!__upTo(t,__lines,__line,E))throw E;break}}return Y.script(t)}",
  ],
  ['if(t.deferredError)throw new Ut(', 'if(t.deferredError)throw t.deferredError.at??new Ut('],
  [
    'x=or(g,{maxHeredocSize:this.limits.maxHeredocSize})',
    'x=__readUpTo(()=>or(g,{maxHeredocSize:this.limits.maxHeredocSize}))',
  ],
  [
    'let i=e.indexOf("]",r+1);i!==-1?(n+=e.slice(r,i+1),r=i):n+="\\\\["',
    'let i=__bracket(e,r);i?(n+=i[0],r=i[1]):n+="\\\\["',
  ],
  [
    'let u=await _e(this.ctx,t.name),f=[]',
    'let __new=__hideGiven(this.ctx,i),u=await _e(this.ctx,t.name),f=[]',
  ],
  ['let m=t.name.parts.every(N=>', '__new&&__showGiven(this.ctx,__new);let m=t.name.parts.every(N=>'],
  [
    'case"ArithArrayElement":{let i=e.state.associativeArrays?.has(t.array)',
    'case"ArithArrayElement":{let i=e.state.associativeArrays?.has(__named(e,t.array))',
  ],
  [
    'case"ArithAssignment":{let i=t.variable,o=i,a;',
    'case"ArithAssignment":{let i=t.subscript||t.stringKey!==void 0?__named(e,t.variable):t.variable,o=i,a;',
  ],
  [
    'function Nd(e,t){if(e.state.loopDepth===0){if(e.state.parentHasLoopContext)throw new hr;return Fe}',
    'function Nd(e,t){if(e.state.loopDepth===0){if(e.state.parentHasLoopContext)throw new hr;return __noLoop("break")}',
  ],
  [
    'function rp(e,t){if(e.state.loopDepth===0){if(e.state.parentHasLoopContext)throw new hr;return Fe}',
    'function rp(e,t){if(e.state.loopDepth===0){if(e.state.parentHasLoopContext)throw new hr;return __noLoop("continue")}',
  ],
  [
    'e.state.env.set(t.variable,o);try{',
    'e.fs.hooks?.traps.debugs(e.state)&&await e.fs.hooks.traps.beforeTurn({ctx:e,executeScript:e.executeScript},`for ${t.variable}${t.words?" in "+t.words.map(Ft).join(" "):""}`,e.state.currentLine??0);e.state.env.set(t.variable,o);try{',
  ],
  [
    'return String(await Te(e,l.expression,!0))}return String(await Te(e,t.expression.expression,!0))}',
    'return String(await __reckoned(o,()=>Te(e,l.expression,!0)))}return String(await __reckoned(s,()=>Te(e,t.expression.expression,!0)))}',
  ],
  [
    'return: can only `return\' from a function or sourced script\\n");',
    'return: can only `return\' from a function or sourced script\\n",2);',
  ],
];

/** Used by the patches above. */
export const languageHelpers = `
let __partly=!1;
const __readUpTo=read=>{__partly=!0;try{return read()}finally{__partly=!1}};
const __upTo=(statements,lines,line,error)=>{if(!__partly||!(error instanceof Ut))return!1;let count=statements.length;while(count>0&&lines[count-1]>=line)count--;
if(count===0||statements.slice(0,count).some(each=>each.deferredError))return!1;statements.length=count;statements.push({...Y.statement([],[],!1,{message:error.message,token:""}),line});statements[count].deferredError.at=error;return!0};
const __bracket=(text,from)=>{let at=from+1,body="",first=!0;const not=text[at]==="!"||text[at]==="^";if(not)at++;
for(;at<text.length;at++,first=!1){const c=text[at];if(c==="]"&&!first)return["["+(not?"^":"")+body+"]",at];
if(c==="["&&text[at+1]===":"){const end=text.indexOf(":]",at+2);if(end>0){body+=text.slice(at,end+2);at=end+1;continue}}
if(c==="\\\\"&&at+1<text.length){const next=text[++at];body+=/\\w/.test(next)?next:"\\\\"+next;continue}
body+=/[\\]\\[^&~|]/.test(c)?"\\\\"+c:c}return null};
const __hideGiven=(e,old)=>{if(old.size===0)return null;const given=new Map;for(const[name,value]of old){given.set(name,e.state.env.get(name));value===void 0?e.state.env.delete(name):e.state.env.set(name,value)}return given};
const __showGiven=(e,given)=>{for(const[name,value]of given)value===void 0?e.state.env.delete(name):e.state.env.set(name,value)};
const __reckoned=async(text,run)=>{try{return await run()}catch(error){if(error instanceof Ge&&text&&/^bash: (?:line \\d+: )?(?:division by 0|syntax error)/.test(error.stderr))error.stderr=error.stderr.replace(/(division by 0|syntax error)/,()=>text.trimStart()+": "+RegExp.lastMatch);throw error}};
const __noLoop=name=>K(__where()+name+": only meaningful in a \`for', \`while', or \`until' loop\\n",0);
`;
