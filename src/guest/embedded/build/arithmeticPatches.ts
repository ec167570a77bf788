/**
 * bash counts in 64-bit integers that wrap around; just-bash in doubles, and shifts in 32 bits. Here a value is
 * a number while it is a safe integer, and a bigint beyond: the common case stays as fast as it was, and
 * comparing, `String()` and truth work on both.
 */
const helpers = `
const __wrap=b=>{const w=BigInt.asIntN(64,b),n=Number(w);return Number.isSafeInteger(n)?n:w};
const __big=x=>typeof x==="bigint"?x:BigInt(Math.trunc(x)||0);
const __int=(text,radix)=>{if(typeof text==="bigint")return text;const t=String(text).trim();return/^[-+]?\\d{16,}$/.test(t)?__wrap(BigInt(t.replace("+",""))):Number.parseInt(t,radix)};
const __power=(base,exponent)=>{let result=1n,factor=BigInt.asIntN(64,base);for(let left=exponent;left>0n;left>>=1n){if(left&1n)result=BigInt.asIntN(64,result*factor);factor=BigInt.asIntN(64,factor*factor)}return __wrap(result)};
const __small=x=>typeof x==="number"&&(x|0)===x;
const __digit=c=>c>="0"&&c<="9"?c.charCodeAt(0)-48:c>="a"&&c<="z"?c.charCodeAt(0)-87:c>="A"&&c<="Z"?c.charCodeAt(0)-29:c==="@"?62:63;
const __literal=text=>{const based=/^(\\d+)#([0-9a-zA-Z@_]+)$/.exec(text);if(text.includes("#")){if(!based)return Number.NaN;const base=Number(based[1]);if(base<2||base>64)return Number.NaN;let value=0n;for(const c of based[2]){let digit=__digit(c);if(base<=36&&digit>=36&&digit<62)digit-=26;if(digit>=base)return Number.NaN;value=value*BigInt(base)+BigInt(digit)}return __wrap(value)}if(/^0[xX][0-9a-fA-F]+$/.test(text))return __wrap(BigInt(text));if(/^0\\d+$/.test(text))return/[89]/.test(text)?Number.NaN:__wrap(BigInt("0o"+text));return/^\\d+$/.test(text)?__wrap(BigInt(text)):Number.parseInt(text,10)};
const __operate=(a,b,sign)=>{switch(sign){
case"+":case"-":case"*":{if(typeof a==="number"&&typeof b==="number"){const r=sign==="+"?a+b:sign==="-"?a-b:a*b;if(Number.isSafeInteger(r))return r}const x=__big(a),y=__big(b);return __wrap(sign==="+"?x+y:sign==="-"?x-y:x*y)}
case"/":case"%":{if(b==0)throw new Ge("division by 0 (error token is \\"0\\")");if(typeof a==="number"&&typeof b==="number")return sign==="/"?Math.trunc(a/b):a%b;const x=__big(a),y=__big(b);return __wrap(sign==="/"?x/y:x%y)}
case"**":{if(b<0)throw new Ge("exponent less than 0");return __power(__big(a),__big(b))}
case"<<":return __wrap(__big(a)<<(__big(b)&63n));
case">>":return __wrap(__big(a)>>(__big(b)&63n));
case"&":return __small(a)&&__small(b)?a&b:__wrap(__big(a)&__big(b));
case"|":return __small(a)&&__small(b)?a|b:__wrap(__big(a)|__big(b));
case"^":return __small(a)&&__small(b)?a^b:__wrap(__big(a)^__big(b));
case"<":return a<b?1:0;case"<=":return a<=b?1:0;case">":return a>b?1:0;case">=":return a>=b?1:0;case"==":return a===b?1:0;case"!=":return a!==b?1:0;
case",":return b;default:return 0}};
const __assign=(a,b,sign)=>sign==="="?b:__operate(a,b,sign.slice(0,-1));
const __sign=(x,sign)=>sign==="-"?__operate(0,x,"-"):sign==="!"?x===0?1:0:sign==="~"?__operate(__operate(0,x,"-"),1,"-"):x;
`;

/** Where the evaluator begins and ends in the bundle. */
const evaluatorStart = 'function qN(e,t,n){switch(n)';
const evaluatorEnd = 'async function Fi(';

function only(code: string, text: string, from = 0): number {
  const at = code.indexOf(text, from);
  if (at < 0) throw new Error(`just-bash patch: 0 places instead of 1 for ${text}`);
  return at;
}

/** The bundle with 64-bit arithmetic. Throws where its evaluator is not as expected. */
export function patchArithmetic(code: string): string {
  const start = only(code, evaluatorStart);
  const end = only(code, evaluatorEnd, start);
  let evaluator = code.slice(start, end);
  const parses = evaluator.split('Number.parseInt(').length - 1;
  if (parses < 12) throw new Error(`just-bash patch: ${parses} places that read a number in its arithmetic`);
  evaluator = evaluator
    .replaceAll('Number.parseInt(', '__int(')
    .replace('function qN(e,t,n){', 'function qN(e,t,n){return __operate(e,t,n);')
    .replace('function Yw(e,t,n){', 'function Yw(e,t,n){return __assign(e,t,n);')
    .replace('function ZN(e,t){', 'function ZN(e,t){return __sign(e,t);')
    .replace(/([a-z])\+1:\1-1/g, '__operate($1,1,"+"):__operate($1,1,"-")');
  const literal = 'function Lo(e){if(e.includes("#"))';
  only(code, literal);
  const patched = code.slice(0, start) + evaluator + code.slice(end);
  return helpers + patched.replace(literal, 'function Lo(e){return __literal(e);if(e.includes("#"))');
}
