/**
 * Words that were read otherwise than by bash:
 * 1. What stands in `$'…'` is quoted: blanks in `declare -a l=($'a\nb')` cut it, and `$'*'` was a pattern. `\U0001F600`, `\u41` and `\x9` with
 *    fewer digits, `\?`.
 * 2. `{a\,b,c}` and `{"a,b",c}`: a quoted comma separates nothing. `{A..z}` has what is between the letters.
 *    In `${v//%/x}` the `%` is one, and no mark of the end.
 * 3. `c\**` is a star and a pattern; names with a newline in them are matched.
 * 4. `s=text; s[1]=more` keeps the text as the first element.
 * 5. `getopts` names the script in its messages, and has none with `OPTERR=0`; `unset -n`; `${x:?}` without words.
 * 6. `mapfile -u 3 … 3< file`.
 * 7. `cd -P ..` leads out of the folder that a link names.
 * 9. `x$a` ends a word where `$a` begins with a blank; in `["$a"]` and `"a  b"*` the quoted is not split.
 * 8. A function goes before the builtin of its name: `pushd() { command pushd "$@" > /dev/null; }`.
 */
export const wordPatches: readonly (readonly [from: string, to: string])[] = [
  [
    'let{words:p,hadLeadingDelimiter:h,hadTrailingDelimiter:m}=$l(d.value,n,e.limits.maxArrayElements);',
    'let{words:p,hadLeadingDelimiter:h,hadTrailingDelimiter:m}=$l(d.value,n,e.limits.maxArrayElements);(h||u)&&p.length>0&&l!==""&&(en(e,a,l),c=!0,l="",u=!1);',
  ],
  [
    'let l=yd(r);if(!Zt(e.state.env)){',
    'let l=yd(r);if(!Zt(e.state.env)&&n.some(a=>a.type==="Glob"&&cd(a.pattern))){',
  ],
  [
    'function cd(e){for(let t=0',
    'function cd(e){e=e.replace(/\'[^\']*\'|"(?:[^"\\\\]|\\\\[^])*"/g,"");for(let t=0',
  ],
  [
    'default:r+=i,s++}else r+=i,s++}return s<t.length&&t[s]==="\'"&&s++,{part:Y.literal(r),endIndex:s}}',
    'case"?":r+="?",s+=2;break;case"U":{let a=/^[0-9a-fA-F]{1,8}/.exec(t.slice(s+2,s+10))?.[0];a===void 0?(r+="\\\\U",s+=2):(r+=String.fromCodePoint(Math.min(Number.parseInt(a,16),1114111)),s+=2+a.length);break}default:r+=i,s++}else r+=i,s++}return s<t.length&&t[s]==="\'"&&s++,{part:Y.singleQuoted(r),endIndex:s}}',
  ],
  [
    'let a=t.slice(s+2,s+6),l=parseInt(a,16);Number.isNaN(l)?(r+="\\\\u",s+=2):(r+=String.fromCharCode(l),s+=6);break',
    'let a=/^[0-9a-fA-F]{1,4}/.exec(t.slice(s+2,s+6))?.[0];a===void 0?(r+="\\\\u",s+=2):(r+=String.fromCharCode(Number.parseInt(a,16)),s+=2+a.length);break',
  ],
  [
    'let c=t.slice(l+2,l+4),u=parseInt(c,16);',
    'let c=/^[0-9a-fA-F]*/.exec(t.slice(l+2,l+4))[0],u=parseInt(c,16);',
  ],
  [
    't[i]==="#"?(c="start",i++):t[i]==="%"&&(c="end",i++)',
    'l||(t[i]==="#"?(c="start",i++):t[i]==="%"&&(c="end",i++))',
  ],
  [
    '(n.startsWith("/")?n:`${e.state.cwd}/${n}`).split("/").filter(f=>f&&f!==".")',
    '(n.startsWith("/")?n:`${s?await e.fs.realpath(e.state.cwd).catch(()=>e.state.cwd):e.state.cwd}/${n}`).split("/").filter(f=>f&&f!==".")',
  ],
  ['function s7(e){', 'function s7(e){return __braceItems(e);'],
  ['i.includes(",")&&r?', '__braceItems(i).length>1&&r?'],
  ['},endIndex:s+1}:i.includes(",")?{part', '},endIndex:s+1}:__braceItems(i).length>1?{part'],
  ['if(l&&f||c&&u){let h=n!==void 0?`..${n}`:"";throw new Xs(`{${e}..${t}${h}}: invalid sequence`)}', ''],
  [
    'let r=t.replace(/\\*\\*+/g,"*");n=await this.expandSimple(r)',
    'let r=t.replace(/\\\\[^]|\\*\\*+/g,c=>c[0]==="\\\\"?c:"*");n=await this.expandSimple(r)',
  ],
  [
    'return t.name||we(e,a,c,u,l?"associative":"indexed")',
    'return t.name||(l||__asFirst(e,a),we(e,a,c,u,l?"associative":"indexed"))',
  ],
  ['m=`bash: illegal option -- ${d}\n`', 'm=__optionFault(e,`illegal option -- ${d}`)'],
  [
    'm=`bash: option requires an argument -- ${d}\n`',
    'm=__optionFault(e,`option requires an argument -- ${d}`)',
  ],
  [
    'if(i==="-f"){n="function";continue}if(n==="function"){',
    'if(i==="-f"){n="function";continue}if(i==="-n"){n="nameref";continue}if(n==="nameref"){e.state.namerefs?.delete(i);e.state.env.delete(i);continue}if(n==="function"){',
  ],
  [
    'c.coverage.hit(`bash:builtin:${t}`),t==="export")return gp(c,n);',
    'c.coverage.hit(`bash:builtin:${t}`),!i){let f=c.state.functions.get(t);if(f)return pc(c,f,n,s,void 0,l)}if(t==="export")return gp(c,n);',
  ],
  [
    'let V=c.fs.hooks?.sourceForMapfile(c,n,s)',
    's=__givenInput(c,n,s);let V=c.fs.hooks?.sourceForMapfile(c,n,s)',
  ],
  [
    'let o=n.word?await s(e,n.word.parts,r.inDoubleQuotes):',
    'let o=n.word&&await s(e,n.word.parts,r.inDoubleQuotes)||',
  ],
];

/** Used by the patches above. */
export const wordHelpers = `
const __braceItems=text=>{const items=[];let from=0,depth=0;for(let at=0;at<text.length;at++){const c=text[at];
if(c==="\\\\"){at++;continue}
if(c==="'"||c==='"'){const quote=c;for(at++;at<text.length&&text[at]!==quote;at++)if(quote==='"'&&text[at]==="\\\\")at++;continue}
if(c==="{"||c==="(")depth++;else if(c==="}"||c===")")depth--;else if(c===","&&depth===0){items.push(text.slice(from,at));from=at+1}}
items.push(text.slice(from));return items};
const __asFirst=(e,name)=>{const text=e.state.env.get(name);if(text===void 0||Gt(e,name))return;e.state.env.delete(name);we(e,name,"0",text)};
const __givenInput=(e,words,stdin)=>{const at=words.findIndex(word=>/^-u\\d*$/.test(word)),number=at<0?0:Number(words[at].slice(2)||words[at+1]);
const entry=number>0?Rn(e,number):void 0;return entry?.kind==="input"?entry.content:stdin};
const __optionFault=(e,text)=>e.state.env.get("OPTERR")==="0"?"":(e.state.env.get("0")||"bash")+": "+text+"\\n";
`;
