/** The names of HTML entities that people and programs write in headings. HTML has 2,125 names. Pure. */

/** The names of U+00A0 to U+00FF, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'

const ASCII =
  '& amp & AMP < lt < LT > gt > GT " quot " QUOT \' apos # num * ast _ lowbar ` grave \\ bsol | vert | verbar [ lsqb ' +
  '[ lbrack ] rsqb ] rbrack { lcub } rcub ( lpar ) rpar @ commat / sol : colon ! excl $ dollar % percnt + plus = equals'

const OTHERS = {
  COPY: 0xa9,
  REG: 0xae,
  ensp: 0x2002,
  emsp: 0x2003,
  thinsp: 0x2009,
  zwnj: 0x200c,
  zwj: 0x200d,
  ndash: 0x2013,
  mdash: 0x2014,
  lsquo: 0x2018,
  rsquo: 0x2019,
  sbquo: 0x201a,
  ldquo: 0x201c,
  rdquo: 0x201d,
  bdquo: 0x201e,
  dagger: 0x2020,
  Dagger: 0x2021,
  bull: 0x2022,
  hellip: 0x2026,
  permil: 0x2030,
  prime: 0x2032,
  lsaquo: 0x2039,
  rsaquo: 0x203a,
  euro: 0x20ac,
  numero: 0x2116,
  trade: 0x2122,
  larr: 0x2190,
  uarr: 0x2191,
  rarr: 0x2192,
  darr: 0x2193,
  harr: 0x2194,
  lArr: 0x21d0,
  rArr: 0x21d2,
  hArr: 0x21d4,
  minus: 0x2212,
  infin: 0x221e,
  asymp: 0x2248,
  ne: 0x2260,
  le: 0x2264,
  ge: 0x2265,
  starf: 0x2605,
  star: 0x2606,
  check: 0x2713,
}

/** The characters by their names, which differ by case: `&Auml;` is Ä, `&auml;` is ä. */
export const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...ASCII.split(' ').flatMap((name, index, all): [string, string][] =>
    index % 2 === 1 ? [[name, all[index - 1] ?? '']] : [],
  ),
  ...Object.entries(OTHERS).map(([name, code]): [string, string] => [name, String.fromCodePoint(code)]),
])

/** @param name the text between `&` and `;`: `mdash`, `#39`, `#x27` */
export function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED.get(name)
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
