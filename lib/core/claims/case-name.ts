/**
 * Different spellings of a name mean the same case. People type a receipt's name with full-width digits, half-width
 * kana, other spaces, other dashes or other letter case, and mean the same receipt. So the key of a claim has the
 * folded name, while people see the name as it was typed. Master data is compared with `foldName` of `language`
 * instead.
 */

/**
 * Matches the form of a sigma at the end of a word: lower case uses another letter there, and a fold can move the end
 * of a word.
 */
const FINAL_SIGMA = /ς/gu
/** Characters without width and meaning: zero-width spaces, soft hyphens, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /\p{White_Space}+/gu

/**
 * Dashes that NFKC keeps apart: hyphens, en and em dashes, bars, the minus sign, and the box-drawing line, which
 * Japanese input methods offer for a dash.
 */
const DASHES = /[\u02d7\u2010-\u2015\u2043\u2212\u2500\u2501]/gu
/**
 * Matches the long vowel mark where it is a dash: a Japanese keyboard has it on the key of the dash, as in `00ー17` and
 * `東京ー大阪`. After kana it is a letter (`カード` and `カ-ド` stay two names).
 */
const LONG_MARK_AS_DASH = /(?<![\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309a]ー*)ー/gu
/** Matches wave dashes. NFKC folds the full-width tilde, which looks the same, to `~`. */
const WAVES = /[\u2053\u223c\u301c\u3030]/gu
/** The voicing marks that are separate characters, each with the combining mark that means the same. */
const DETACHED_MARKS = [
  [/゛/gu, '\u3099'],
  [/゜/gu, '\u309a'],
] as const

/**
 * Returns the name under which a case is stored: detached voicing marks joined to their kana, NFKC (Unicode Standard
 * Annex 15), default-ignorable code points removed, case folded, dashes and waves folded to `-` and `~`, white space
 * collapsed to single spaces and trimmed. Folding a folded name changes nothing.
 */
export function foldCaseName(name: string): string {
  // upper case has foldings that lower case alone misses, such as ß and ſ; lower case comes first, for ẞ is its own
  // upper case
  const folded = compatible(compatible(name).toLowerCase().toUpperCase().toLowerCase())
  return folded
    .replace(FINAL_SIGMA, 'σ')
    .replace(DASHES, '-')
    .replace(LONG_MARK_AS_DASH, '-')
    .replace(WAVES, '~')
    .replace(SPACES, ' ')
    .trim()
}

/** Normalises before and after it removes ignorable characters: this can bring together two characters that compose. */
function compatible(text: string): string {
  // NFKC would turn a detached mark into a space and a combining mark
  const attached = DETACHED_MARKS.reduce((joined, [detached, mark]) => joined.replace(detached, mark), text)
  return attached.normalize('NFKC').replace(IGNORABLE, '').normalize('NFKC')
}
