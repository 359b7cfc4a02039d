/**
 * Finds out whether two spellings name the same case (the receipt, domain or message of an act). People type the name
 * of a receipt with full-width digits, half-width kana, other spaces, other dashes or other letter case, and mean the
 * same receipt. So the key of a claim contains the name in a normalised form (the folded name), while people see the
 * name as it was typed. The names of account items, partners and taxes are compared with `foldName` of `language`
 * instead.
 */

/**
 * Matches the letter ς, the form of a Greek sigma at the end of a word. It is replaced by σ, because folding can move
 * the end of a word.
 */
const FINAL_SIGMA = /ς/gu
/** Characters without width and meaning: zero-width spaces, soft hyphens, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /\p{White_Space}+/gu

/**
 * Dashes that NFKC does not unify: hyphens, en and em dashes, bars, the minus sign, and the box-drawing lines, which
 * Japanese input methods offer for a dash.
 */
const DASHES = /[\u02d7\u2010-\u2015\u2043\u2212\u2500\u2501]/gu
/**
 * Matches the Japanese long vowel mark if it is used as a dash: both are on the same key of a Japanese keyboard, as in
 * `00ー17` and `東京ー大阪`. After kana the mark is a letter, so `カード` and `カ-ド` stay two names.
 */
const LONG_MARK_AS_DASH = /(?<![\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309a]ー*)ー/gu
/** Matches wave dashes. NFKC folds the full-width tilde, which looks the same, to `~`. */
const WAVES = /[\u2053\u223c\u301c\u3030]/gu
/**
 * Matches ‖, which comes back as ∥ from a text that was saved in Windows-31J. NFKC and the rules above fold the other
 * pairs of characters for which Windows-31J has only one code.
 */
const DOUBLE_LINE = /‖/gu
/** The voicing marks that are separate characters, each with the combining mark that means the same. */
const DETACHED_MARKS = [
  [/゛/gu, '\u3099'],
  [/゜/gu, '\u309a'],
] as const

/**
 * The name under which a case is stored: detached voicing marks joined to their kana, NFKC (Unicode Standard Annex 15),
 * default-ignorable code points removed, case folded, dashes and waves folded to `-` and `~`, ‖ to ∥, white space
 * collapsed to single spaces and trimmed. Folding a folded name changes nothing.
 */
export function foldCaseName(name: string): string {
  // toUpperCase finds foldings that toLowerCase alone misses, such as ß and ſ; toLowerCase comes first, because ẞ is
  // its own upper case
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

/**
 * Normalises the name both before and after ignorable characters are removed: the removal can bring together two
 * characters that compose.
 */
function compatible(text: string): string {
  // NFKC would turn a detached voicing mark into a space and a combining mark
  const attached = DETACHED_MARKS.reduce((joined, [detached, mark]) => joined.replace(detached, mark), text)
  return attached.normalize('NFKC').replace(IGNORABLE, '').normalize('NFKC')
}
