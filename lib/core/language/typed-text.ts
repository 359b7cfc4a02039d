/** Reads what people type: a yes or no in English or Japanese, and numbers with separators. Pure. */

const YES = ['yes', 'y', 'はい']
const NO = ['no', 'n', 'いいえ']

/** The answer; undefined if it is neither yes nor no. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}

/** A number in half width (NFKC), without spaces and invisible characters; its dashes are `-`. */
export function foldNumber(text: string): string {
  return foldDashes(text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, ''))
}

/**
 * Each hyphen, dash, minus, drawn line and long vowel mark as `-`: the key of the minus types ー while a person writes
 * kana.
 */
export function foldDashes(text: string): string {
  return text.replaceAll(/[˗‐-―⁃−─━ーｰ]/g, '-')
}
