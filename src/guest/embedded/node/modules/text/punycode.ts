import punycode from 'punycode/punycode.es6.js';

/** `punycode`: deprecated in Node, still required by packages. */
export function createPunycode(): object {
  const { version, ucs2, decode, encode, toASCII, toUnicode } = punycode;
  return { version, ucs2, decode, encode, toASCII, toUnicode };
}
