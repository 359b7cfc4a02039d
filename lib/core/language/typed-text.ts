/** Reads what people type: a yes or no in English or Japanese, and numbers with separators. Pure. */

const YES = ['yes', 'y', 'はい']
const NO = ['no', 'n', 'いいえ']

/** The answer; undefined if it is neither yes nor no. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}

/**
 * A number in half width (NFKC), without spaces and invisible characters; each hyphen, dash, minus, drawn line and long
 * vowel mark is `-`.
 */
export function foldNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replaceAll(/[˗‐-―⁃−─━ー]/g, '-')
}
