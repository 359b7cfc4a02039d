/**
 * People type the name of a receipt with full-width digits, half-width kana, other spaces, dashes or letter case, and
 * mean the same receipt. So the key of a claim has the folded name, while people see the name as it was typed. The
 * names of account items, partners and taxes are compared with `foldName` of `language` instead.
 */

/** A Greek sigma at the end of a word becomes σ, because folding can move the end of a word. */
const FINAL_SIGMA = /ς/gu
/** Characters that have neither width nor meaning: zero-width spaces, soft hyphens, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /\p{White_Space}+/gu

/** Dashes that NFKC does not unify. Japanese input methods offer box-drawing lines as dashes, so these are here too. */
const DASHES = /[\u02d7\u2010-\u2015\u2043\u2212\u2500\u2501]/gu
/**
 * A long vowel mark that was typed for a dash, as in `00ー17` and `東京ー大阪`: a Japanese keyboard has both on one key.
 * After kana the mark is a letter, so `カード` and `カ-ド` stay two names.
 */
const LONG_MARK_AS_DASH = /(?<![\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309a]ー*)ー/gu
/** Wave dashes, each of which becomes `~`, because NFKC folds the full-width tilde, which looks the same, to `~`. */
const WAVES = /[\u2053\u223c\u301c\u3030]/gu
/** The sign ‖ comes back as ∥ from a text that was saved in Windows-31J, so both count as one. */
const DOUBLE_LINE = /‖/gu
/** The voicing marks that are characters of their own, each with the combining mark that replaces it. */
const DETACHED_MARKS = [
  [/゛/gu, '\u3099'],
  [/゜/gu, '\u309a'],
] as const

/** The name under which a case is stored (NFKC of Unicode Standard Annex 15). Folding it again changes nothing. */
export function foldCaseName(name: string): string {
  // toUpperCase folds ß and ſ, which toLowerCase leaves. toLowerCase comes first, because ẞ is its own upper case
  const folded = compatible(compatible(name).toLowerCase().toUpperCase().toLowerCase())
  return folded
    .replace(FINAL_SIGMA, 'σ')
    .replace(DASHES, '-')
    .replace(LONG_MARK_AS_DASH, '-')
    .replace(WAVES, '~')
    .replace(DOUBLE_LINE, '∥')
    .replace(SPACES, ' ')
    .trim()
}

/** Normalises twice, because removing ignorable characters can bring together two characters that compose. */
function compatible(text: string): string {
  // the marks are attached first, because NFKC would turn a detached one into a space and a combining mark
  const attached = DETACHED_MARKS.reduce((joined, [detached, mark]) => joined.replace(detached, mark), text)
  return attached.normalize('NFKC').replace(IGNORABLE, '').normalize('NFKC')
}
