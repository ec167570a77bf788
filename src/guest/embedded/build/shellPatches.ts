/**
 * Smaller differences of the interpreter from bash:
 * - after a fault of arithmetic or a glob without a match the rest of the same line is not run, the next line is;
 * - a function called in `f && …` is not ended by `set -e`;
 * - `((1/0))` says which expression, `08` and `1e3` say which number;
 * - `${x:?words}` names the variable, and ends the shell with 127, a subshell with 1;
 * - `[ a b ]` and `[ 1 -eq x ]` say what is wrong, and are 2;
 * - `((x>=3))` and `((x<<2))` are read as they are written, not as words, and `<<` in them begins no here-document;
 * - `$-`, `$BASH`, `$BASH_SUBSHELL`, `$BASH_VERSINFO`, `$DIRSTACK`, `$GROUPS`;
 * - `declare -p` of an associative array, `set -o`, quotes of `set -x`;
 * - `declare -f` and `type` print functions;
 * - `cd` to two places fails, `shift` past the end says nothing, aliases that are not there are named with the place.
 */
export const shellPatches: readonly (readonly [from: string, to: string])[] = [
  [
    'parseFunctionDef(){',
    'parseFunctionDef(){const line=this.getSourceLine();return Object.assign(this.__functionDef(),{line})}__functionDef(){',
  ],
  [
    'n=1,this.ctx.state.lastExitCode=n,this.ctx.state.env.set("?",String(n));continue}if(i instanceof Xs',
    'n=1,this.ctx.state.lastExitCode=n,this.ctx.state.env.set("?",String(n));__stop=this.ctx.state.currentLine;if(i.ofReadonly&&this.ctx.state.options.errexit)break;continue}if(i instanceof Xs',
  ],
  [
    'r=new hn(this.ctx.executionScope,"script");for(let s of t.statements)try{let i=await this.executeStatement(s);',
    'r=new hn(this.ctx.executionScope,"script"),__stop=0;for(let s of t.statements)try{if(__stop&&__lineOf(s)===__stop)continue;let i=await this.executeStatement(s);',
  ],
  [
    's instanceof pr)return K(s.stderr);throw s',
    's instanceof pr)throw new Ge("",s.stdout,s.stderr);throw s',
  ],
  [
    'let f=await this.executePipeline(c);',
    'let __was=this.ctx.state.inCondition,f;if(c.negated||t.operators[l]==="&&"||t.operators[l]==="||")this.ctx.state.inCondition=!0;try{f=await this.executePipeline(c)}finally{this.ctx.state.inCondition=__was}',
  ],
  [
    'return K(`bash: arithmetic expression: ${n.message}\n`)',
    'return K(`bash: ((: ${t.expression.originalText?.trim()??""}: ${n.message}\n`)',
  ],
  ['K(`bash: conditional expression: ${n.message}\n`,r)', 'K(`bash: ${n.message}\n`,r)'],
  ['return{expr:{type:"ArithNumber",value:Lo(c)},pos:s}', 'return{expr:__number(c),pos:s}'],
  [
    'throw new Ge("value too great for base");return t.value',
    'throw new Ge("value too great for base");return typeof t.value==="string"?__wrap(BigInt(t.value)):t.value',
  ],
  [
    ':`${t}: parameter null or not set`;throw new he(1,"",`bash: ${o}\n`)',
    ':`parameter ${n.checkEmpty?"null or ":""}not set`;throw new he(e.state.bashPid===e.state.virtualPid?127:1,"",`bash: ${t}: ${o}\n`)',
  ],
  [
    'return K("[: missing `]\'\\n",2);f=n.slice(0,-1)}return jo(c,f)',
    "return K(`bash: [: missing \\`]'\n`,2);f=n.slice(0,-1)}let __wrong=__testFault(f);return __wrong?K(`bash: ${t}: ${__wrong}\n`,2):jo(c,f)",
  ],
  [
    'o+="B",e.state.options.noclobber&&(o+="C"),o+="s",o}',
    'o+="B",e.state.options.noclobber&&(o+="C"),o+="c",o}',
  ],
  [
    'case"BASH_VERSION":return',
    'case"BASH":return e.state.env.get("BASH")??"/bin/bash";case"GROUPS":return e.state.env.get("GROUPS")??"1000";case"BASH_SUBSHELL":return String(e.state.__subshell??0);case"BASH_VERSION":return',
  ],
  [
    'e.env=new Map(e.env),e.arrays=qn(e.arrays)',
    'e.__subshell=(t.__subshell=e.__subshell??0)+1,e.env=new Map(e.env),e.arrays=qn(e.arrays)',
  ],
  [
    'return t==="FUNCNAME"?(e.state.funcNameStack??[])',
    'return t==="BASH_VERSINFO"?__versionInfo.map((i,o)=>[o,i]):t==="DIRSTACK"?[e.state.cwd,...e.state.directoryStack??[]].map((i,o)=>[o,i]):t==="FUNCNAME"?(e.state.funcNameStack??[])',
  ],
  [
    'if(o==="FUNCNAME"){let f=Number.parseInt(a,10);',
    'if(o==="BASH_VERSINFO"||o==="DIRSTACK")return xe(e,o)[Number(a)]?.[1]??"";if(o==="FUNCNAME"){let f=Number.parseInt(a,10);',
  ],
  [
    'let N=!0;for(let I of w)e.state.functions.has(I)||(N=!1);return Q("","",N?0:1)',
    'let N=!0,__text="";for(let I of w)e.state.functions.has(I)?__text+=__function(e,I):N=!1;return Q(__text,"",N?0:1)',
  ],
  ['I+=`${W} ()\n{\n    # function body\n}\n`', 'I+=__function(e,W)'],
  ['A=E?r3(m,E):`${m} is a function\n`;u+=A}g=!0}', 'A=`${m} is a function\n`+__function(e,m);u+=A}g=!0}'],
  [
    'A=E?r3(m,E):`${m} is a function\n`;u+=A}g=!0;continue}',
    'A=`${m} is a function\n`+__function(e,m);u+=A}g=!0;continue}',
  ],
  ['["HOSTNAME","localhost"]', '["HOSTNAME","spillway"]'],
  ['virtualPpid:t.processInfo?.ppid??0', 'virtualPpid:t.processInfo?.ppid||1'],
  [
    'let r=`${n}: ${t}: readonly variable\n`',
    'let r=`${n==="bash"?__where().slice(0,-2):n}: ${t}: readonly variable\n`',
  ],
  [
    'let o=t.slice(i);if(o.length===0||o[0]==="~"',
    'let o=t.slice(i);if(o.length>1)return K(`bash: cd: too many arguments\n`);if(o[0]==="-"&&!e.state.env.has("OLDPWD"))return K(`bash: cd: OLDPWD not set\n`);if(o.length===0||o[0]==="~"',
  ],
  [
    '{let o=`bash: shift: shift count out of range\n`;if(e.state.options.posix)throw new dn(1,"",o);return K(o)}',
    '{let o=`bash: shift: shift count out of range\n`;if(e.state.options.posix)throw new dn(1,"",o);return It(!1)}',
  ],
  [
    '{...await f3(c,t,n,s,o),internalProducerCommand:t}',
    '{...__placed(await f3(c,t,n,s,o),t,n),internalProducerCommand:t}',
  ],
  [
    'K(`bash: ${t}: command not found\n`,127);if("error"in c)',
    'K(`bash: ${t}: command not found\n${__hint(t)}`,127);if("error"in c)',
  ],
  ['stderr:`alias: ${r}: not found\n`', 'stderr:`${__where()}alias: ${r}: not found\n`'],
  ['s+=`unalias: ${i}: not found\n`', 's+=`${__where()}unalias: ${i}: not found\n`'],
  ['h=sp(p);return`[${ip(d)}]=${h}`', 'h=ds(p);return`[${__keyText(d)}]=${h} `'],
  ['n+=`declare -A ${i}=(${f.join(" ")})\n`', 'n+=`declare -A ${i}=(${f.join("")})\n`'],
  ['t=j4.map(r=>`${r.padEnd(16)}${', 't=j4.map(r=>`${r.padEnd(15)}\t${'],
  ['n=H4.map(r=>`${r.padEnd(16)}off`)', 'n=H4.map(r=>`${r.padEnd(15)}\toff`)'],
  [
    'o||this.expect(v.DPAREN_END);let a=this.parseArithmeticExpression(n.trim())',
    'o||this.expect(v.DPAREN_END);let a=this.parseArithmeticExpression(__between(this,t,n).trim())',
  ],
  ['if(i==="<"&&o==="<"&&a==="-")return', 'if(i==="<"&&o==="<"&&a==="-"&&this.dparenDepth===0)return'],
  [
    'if(i==="<"&&o==="<")return this.pos=n+2,',
    'if(i==="<"&&o==="<"&&this.dparenDepth===0)return this.pos=n+2,',
  ],
  ['if(n||r||s||i){let l="";for(let c of e){', 'if(n||r||s){let l="";for(let c of e){'],
  [
    'return o?`"${e.replace(/([\\\\$`"])/g,"\\\\$1")}"`:`\'${e}\'`',
    "return`'${e.replaceAll(\"'\",\"'\\\\''\")}'`",
  ],
];

/** Used by the patches above. */
export const shellHelpers = `
const __lineOf=s=>{const c=s.pipelines[0]?.commands[0];return s.line??c?.line};
const __between=(parser,opening,words)=>{const last=parser.tokens[parser.pos-1],text=last?.type===v.DPAREN_END?parser._input.slice(opening.end,last.start):"";return text===""||/["'\\\\\`]/.test(text)?words:text};
const __wallNow=Date.now.bind(Date);
const __function=(e,name)=>(e.fs.functionText?.(name,e.state.functions.get(name))??name+" ()")+"\\n";
const __placed=(result,name,words)=>!(/^(ba)?sh$/.test(name)&&!String(words[0]).includes("/"))&&/^bash: (?!line \\d|-c: |warning: )/.test(result.stderr??"")?{...result,stderr:__where()+result.stderr.slice(6)}:result;
const __absent=new Set("python python2 python3 pip pip3 pipx uv poetry conda ipython gcc g++ cc c++ clang cmake ninja perl ruby gem bundle rails go gofmt cargo rustc rustup java javac mvn gradle kotlin scala php composer lua swift dotnet docker docker-compose podman kubectl helm terraform ansible apt apt-get dpkg yum dnf rpm apk pacman brew snap sudo su doas vim vi nvim nano emacs ed code ssh scp sftp rsync ssh-keygen telnet nc ncat ping systemctl service journalctl crontab tmux screen top htop psql mysql sqlite3 redis-cli mongo deno bun gdb strace lsof ip ifconfig netstat ss open xdg-open chromium google-chrome firefox ffmpeg convert pandoc latex pdflatex".split(" "));
const __hint=name=>__absent.has(name)?"(this computer runs inside a web page: it has bash, the usual text and file tools, git, node and npm; other programs cannot be installed)\\n":"";
const __versionInfo=["5","2","15","1","release","x86_64-pc-linux-gnu"];
const __number=text=>{const value=__literal(text);return Number.isNaN(value)?{type:"ArithSyntaxError",errorToken:text,message:text+": value too great for base (error token is \\""+text+"\\")"}:{type:"ArithNumber",value:typeof value==="bigint"?String(value):value}};
const __binary=new Set(["=","==","!=","<",">","-eq","-ne","-lt","-le","-gt","-ge","-nt","-ot","-ef","-a","-o"]);
const __testFault=w=>{if(w.length===2&&!/^(!|-[a-zA-Z])$/.test(w[0])&&w[0]!=="(")return w[0]+": unary operator expected";if(w.length!==3||w[0]==="!"||w[0]==="(")return"";if(!__binary.has(w[1]))return w[1]+": binary operator expected";if(!/^-(eq|ne|lt|le|gt|ge)$/.test(w[1]))return"";const bad=[w[0],w[2]].find(x=>!/^\\s*[-+]?\\d+\\s*$/.test(x));return bad===undefined?"":bad+": integer expression expected"};
`;
