/**
 * Different spellings of a name mean the same case. People type a receipt's name with full-width digits, half-width
 * kana, other spaces or other letter case, and mean the same receipt; the key of its claim is therefore the folded
 * name, and the name is shown as it was written. Master data is compared with `foldName` of `language` instead.
 */

/** Characters without width and meaning: zero-width spaces, soft hyphens, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /\p{White_Space}+/gu

/**
 * The name under which a case is stored: NFKC (Unicode Standard Annex 15), default-ignorable code points removed, white
 * space collapsed to single spaces and trimmed, case folded. Folding a folded name changes nothing.
 */
export function foldCaseName(name: string): string {
  // upper case has foldings that lower case alone misses, such as ß and ſ; lower case comes first, for ẞ is its own upper case
  const folded = compatible(compatible(name).toLowerCase().toUpperCase().toLowerCase())
  return folded.replace(SPACES, ' ').trim()
}

/** Normalises before and after: removing an ignorable character can bring together two characters that compose. */
function compatible(text: string): string {
  return text.normalize('NFKC').replace(IGNORABLE, '').normalize('NFKC')
}
