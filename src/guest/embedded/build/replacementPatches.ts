/**
 * `${v/pattern/replacement}`:
 * 1. Since bash 5.2 an unquoted `&` in the replacement stands for what matched (`shopt -u patsub_replacement` takes it
 *    back); it was written as it is.
 * 2. Those of whole arrays took `$$`, `$1` and `$&` in a replacement for marks of JavaScript's own `replace`.
 */
export const replacementPatches: readonly (readonly [from: string, to: string])[] = [
  ['let a=n.replacement?await r(e,n.replacement.parts):""', 'let a=await __replacement(e,n.replacement,r)'],
  ['let p=c.replacement?await n(e,c.replacement.parts):""', 'let p=await __replacement(e,c.replacement,n)'],
  ['for(let b of f)m.push(g.replace(b,p))', 'for(let b of f)m.push(Fl(e,b,g,p,c.all))'],
  ['let b=m.replacement?await s(e,m.replacement.parts):""', 'let b=await __replacement(e,m.replacement,s)'],
  ['p=p.map(x=>y.replace(x,b))', 'p=p.map(x=>Fl(e,x,y,b,m.all))'],
  ['let p=l.replacement?await r(e,l.replacement.parts):""', 'let p=await __replacement(e,l.replacement,r)'],
  [
    'for(let y of c){let x=0;w.lastIndex=0;for(let N=w.exec(y);N&&(x++,!!l.all);N=w.exec(y))N[0].length===0&&w.lastIndex++;let S=_(y),E=_(p),A=0,O=/\\$(?:\\$|&|\\d+|<[^>]+>|`|\')/g;for(;O.exec(p)!==null;)A++;if(S+x*E+x*A*S>e.limits.maxStringLength-g.value)throw new C(`positional expansion string limit exceeded (${e.limits.maxStringLength} bytes)`,"string_length");xd(m,w.replace(y,p),g,e)}',
    'for(let y of c)xd(m,Fl(e,y,w,p,l.all),g,e);',
  ],
  ['let d=l.replacement?await n(e,l.replacement.parts):""', 'let d=await __replacement(e,l.replacement,n)'],
  [
    'i.append(t.slice(o,a.index)),i.append(r),',
    'i.append(t.slice(o,a.index)),i.append(typeof r==="string"?r:r(a[0])),',
  ],
];

/** Used by the patches above. */
export const replacementHelpers = `
const __replacement=async(e,word,expand)=>{if(!word)return"";const pieces=[];
for(const part of word.parts){const text=await expand(e,[part]);
if(!e.state.shoptOptions.patsub_replacement||/Quoted|Escaped/.test(part.type)||!text.includes("&")){pieces.push(text);continue}
let plain="";for(let k=0;k<text.length;k++){if(text[k]==="\\\\"&&(text[k+1]==="&"||text[k+1]==="\\\\")&&part.type!=="Literal"){plain+=text[++k];continue}
if(text[k]==="&"){pieces.push(plain,null);plain=""}else plain+=text[k]}pieces.push(plain)}
return pieces.includes(null)?matched=>pieces.map(piece=>piece??matched).join(""):pieces.join("")};
`;
